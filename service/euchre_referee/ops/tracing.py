"""Traces by OpenTelemetry, from the extra `tracing` (docs/operations.md, "Tracing").

Imported only where traces are asked for. A span has never a card, a token, a session or a name among its attributes.
"""

import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from http import HTTPStatus
from time import monotonic, time_ns
from typing import Final

from opentelemetry import context as contexts
from opentelemetry import propagate, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.environment_variables import OTEL_SPAN_LINK_COUNT_LIMIT
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import SpanLimits, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Link, Span, SpanContext, SpanKind, Status, StatusCode, format_span_id, format_trace_id

from euchre_referee.referee.game import Game
from euchre_referee.referee.hearing import Hearing
from euchre_referee.referee.verdicts import ServiceReason
from euchre_referee.store.calls import StoreCall
from euchre_referee.store.committer import MOST_IN_GROUP, Group

SERVICE: Final = "euchre-referee"

_STREAM: Final[ContextVar[SpanContext | None]] = ContextVar("stream", default=None)
"""The span of the stream whose decisions are being judged."""
_DECISION: Final[ContextVar[Span]] = ContextVar("decision")
"""The span of the decision that is being judged."""
_FAULTS: Final = frozenset({ServiceReason.INTERNAL, ServiceReason.STORE_UNAVAILABLE, ServiceReason.GAME_SEALED})
_OF_CALLERS: Final = (
    "opentelemetry.baggage.propagation", "opentelemetry.trace.propagation.tracecontext", "opentelemetry.trace.span",
)  # fmt: skip
"""Of the library: they warn of headers that callers sent, in the callers' words."""
_OF_HEADERS: Final = "opentelemetry.util.re"
"""Of the library, too: it warns of what OTEL_EXPORTER_OTLP_HEADERS says, which may be a token."""
_NANOSECONDS: Final = 1_000_000_000


def to_collector(replica: str, release: str) -> TracerProvider:
    """Sends spans over OTLP and HTTP, as the standard OTEL_* variables say where, how, and how many."""
    for name in _OF_CALLERS:
        logging.getLogger(name).setLevel(logging.ERROR)
    logging.getLogger(_OF_HEADERS).addFilter(_untold)
    ours = {"service.name": SERVICE, "service.version": release, "service.instance.id": replica}
    told = OTELResourceDetector().detect().attributes
    resource = Resource.create({name: text for name, text in ours.items() if name not in told})
    # A group's span is linked to all its decisions.
    links = None if os.environ.get(OTEL_SPAN_LINK_COUNT_LIMIT) else MOST_IN_GROUP
    provider = TracerProvider(resource=resource, span_limits=SpanLimits(max_links=links), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


def _untold(record: logging.LogRecord) -> bool:
    """Lets a record pass without what it quotes."""
    record.msg, record.args = "OTEL_EXPORTER_OTLP_HEADERS: a header is not sent, it is no name=value as in a URL", ()
    return True


class CallSpan:
    """A call on its way to its answer."""

    def __init__(self) -> None:
        self.reason = ""
        self.http_status = 0


class Tracing:
    """Follows calls, decisions, their groups and what the store is asked for them."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider: Final = provider
        self._tracer: Final = provider.get_tracer("euchre_referee")
        self._group: SpanContext | None = None
        """Of the call of the append script whose outcomes are being told."""

    def close(self) -> None:
        """Sends what has not been sent, and takes no more. May take seconds; not for the event loop's thread."""
        self._provider.shutdown()

    # --- calls

    @contextmanager
    def call(
        self, method: str, transport: str, headers: Mapping[str, str], *, lasting: bool, current: bool
    ) -> Iterator[CallSpan]:
        """Follows a call (referee/tracer.py)."""
        service, _, name = method.partition(".")
        span = self._tracer.start_span(
            f"euchre.v1.{service}/{name}",
            propagate.extract(headers),
            SpanKind.SERVER,
            {"rpc.system": "grpc", "rpc.service": f"euchre.v1.{service}", "rpc.method": name}
            if transport == "grpc"
            else {"network.protocol.name": transport, "code.function.name": method},
        )
        token = contexts.attach(trace.set_span_in_context(span)) if current else None
        if lasting:
            _STREAM.set(span.get_span_context())
        call = CallSpan()
        try:
            yield call
        finally:
            if call.reason:
                _refused(span, call.reason)
            if call.http_status:
                _answered(span, call)
            span.end()
            if token is not None:
                contexts.detach(token)

    # --- decisions

    def begin(self, hearing: Hearing) -> Context:
        """Follows a decision."""
        decision, stream = hearing.decision, _STREAM.get()
        # A stream may last for days: its decisions are traces of their own.
        links = [Link(stream)] if stream is not None else []
        span = self._tracer.start_span(
            "decide",
            contexts.Context() if stream is not None else None,
            attributes={"euchre.game": decision.game, "euchre.version": decision.version},
            links=links,
            start_time=_moment(hearing.arrived),
        )
        hearing.trace = _id_of(span)
        context = copy_context()
        context.run(_DECISION.set, span)
        context.run(contexts.attach, trace.set_span_in_context(span))
        return context

    def accepted(self, hearing: Hearing, game: Game) -> None:
        """A decision stands."""
        span, now = _span_of(hearing), monotonic()
        if span.is_recording():
            sent = min(max(hearing.sent, hearing.judged), now)
            within = trace.set_span_in_context(span)
            links = [Link(self._group)] if self._group is not None else []
            for name, begun, ended in (
                ("rules", hearing.arrived, hearing.judged),
                ("queue", hearing.judged, sent),
                ("commit", sent, now),
            ):
                part = self._tracer.start_span(
                    name, within, links=links if name == "commit" else None, start_time=_moment(begun)
                )
                part.end(_moment(ended))
            _played(span, game, "accepted")
        span.end()

    def repeated(self, hearing: Hearing) -> None:
        """A decision stood already."""
        span = _span_of(hearing)
        span.set_attribute("euchre.result", "repeated")
        span.end()

    def refused(self, hearing: Hearing, reason: str, game: Game | None) -> None:
        """A decision was refused."""
        span = _span_of(hearing)
        if span.is_recording():
            _refused(span, reason)
            if game is not None:
                _played(span, game, "refused")
        span.end()

    def current(self) -> str:
        """The trace of what is being done; empty if there is none that is kept."""
        return _id_of(trace.get_current_span())

    # --- the store

    @staticmethod
    def mark() -> SpanContext | None:
        """What an append belongs to; None if nobody follows that."""
        span = trace.get_current_span()
        return span.get_span_context() if span.is_recording() else None

    def grouped(self, group: Group) -> str:
        """A call of the append script was answered; returns the trace that shows it, or an empty text."""
        self._group = None
        followed = [mark for mark in group.marks if isinstance(mark, SpanContext)]
        if not followed:
            return ""
        ended = time_ns()
        # In the trace of the first, so that it is kept when that is; the others are linked.
        span = self._tracer.start_span(
            "append",
            trace.set_span_in_context(trace.NonRecordingSpan(followed[0])),
            SpanKind.CLIENT,
            {"db.system.name": "redis", "euchre.group.size": group.size, "euchre.group.confirmed": group.confirmed},
            [Link(mark) for mark in followed],
            start_time=ended - int(group.took * _NANOSECONDS),
        )
        span.end(ended)
        self._group = span.get_span_context()
        return _id_of(span)

    def store_called(self, call: StoreCall, seconds: float | None) -> None:
        """A round trip is over. Only what is done for a call or a decision is followed."""
        if not trace.get_current_span().is_recording():
            return
        ended = time_ns()
        span = self._tracer.start_span(
            f"store {call}",
            kind=SpanKind.CLIENT,
            attributes={"db.system.name": "redis"},
            start_time=ended - int((seconds or 0.0) * _NANOSECONDS),
        )
        if seconds is None:
            span.set_status(Status(StatusCode.ERROR))
        span.end(ended)


class TracedRecords(logging.Filter):
    """Names in each record of the log the trace and the span that it belongs to."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Lets every record pass."""
        found = trace.get_current_span().get_span_context()
        if found.is_valid:
            record.trace_id, record.span_id = format_trace_id(found.trace_id), format_span_id(found.span_id)
        return True


def _span_of(hearing: Hearing) -> Span:
    # Looked up and not entered: whoever asks may be in it.
    return trace.INVALID_SPAN if hearing.context is None else hearing.context[_DECISION]


def _id_of(span: Span) -> str:
    found = span.get_span_context()
    return format_trace_id(found.trace_id) if found.trace_flags.sampled else ""


def _played(span: Span, game: Game, result: str) -> None:
    span.set_attributes(
        {"euchre.preset": game.rules.preset, "euchre.phase": str(game.state.phase), "euchre.result": result}
    )


def _refused(span: Span, reason: str) -> None:
    span.set_attribute("euchre.reason", reason)
    if reason in _FAULTS:
        span.set_attribute("error.type", reason)
        span.set_status(Status(StatusCode.ERROR, reason))


def _answered(span: Span, call: CallSpan) -> None:
    """As OpenTelemetry's conventions for HTTP have it: every 5xx is an error."""
    span.set_attribute("http.response.status_code", call.http_status)
    if call.http_status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        span.set_attribute("error.type", call.reason or str(call.http_status))
        span.set_status(Status(StatusCode.ERROR, call.reason))


def _moment(seconds: float) -> int:
    """A time of the monotonic clock in nanoseconds since 1970."""
    return time_ns() - int((monotonic() - seconds) * _NANOSECONDS)
