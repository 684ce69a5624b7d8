"""Traces: who is whose child, what is linked, what is never told, and that nothing of it is there unless asked for."""

import re
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Final

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF
from opentelemetry.trace import SpanKind, StatusCode
from prometheus_client.openmetrics.exposition import generate_latest as openmetrics
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from redis import Redis

from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as referee
from euchre_referee.cli.tracing import tracing_of
from euchre_referee.ops.tracing import Tracing, to_collector
from euchre_referee.store.keys import log_key
from tests.api.callers import Caller, decision
from tests.api.http.callers import Site, answered, refused
from tests.api.http.near import Near, near
from tests.api.nearby import token_of
from tests.api.test_frames import Stream
from tests.conftest import Server
from tests.store.until import until

CARD: Final = re.compile(r"\b[789TJQKA][cdhs]\b")
TRACE: Final = "0af7651916cd43dd8448eb211c80319c"
PARENT: Final = "b7ad6b7169203331"
HEADERS: Final = (("traceparent", f"00-{TRACE}-{PARENT}-01"),)
ATTRIBUTES: Final = {
    "code.function.name", "db.system.name", "error.type", "euchre.game", "euchre.group.confirmed", "euchre.group.size",
    "euchre.phase", "euchre.preset", "euchre.reason", "euchre.result", "euchre.version", "http.response.status_code",
    "network.protocol.name", "rpc.method", "rpc.service", "rpc.system",
}  # fmt: skip


class Traced:
    """A replica and the spans that it has ended."""

    def __init__(self, replica: Near, kept: InMemorySpanExporter) -> None:
        self.replica: Final = replica
        self._kept: Final = kept

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        """All of them."""
        return self._kept.get_finished_spans()

    def named(self, name: str) -> list[ReadableSpan]:
        """Those of a name."""
        return [span for span in self.spans if span.name == name]

    async def one(self, name: str) -> ReadableSpan:
        """The only one of a name, once it has ended."""
        await until(lambda: self.named(name))
        (span,) = self.named(name)
        return span


@asynccontextmanager
async def traced(server: Server) -> AsyncIterator[Traced]:
    """A replica whose spans are kept."""
    kept = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(kept))
    tracing = Tracing(provider)
    async with near(server.store, tracing=tracing) as replica:
        yield Traced(replica, kept)
    tracing.close()


@asynccontextmanager
async def playing(traced: Traced, session: str) -> AsyncIterator[Caller]:
    """A bot that has all seats of a game."""
    address = traced.replica.replica.address
    async with (
        Caller(address, token_of("organizer", operator=True)) as operator,
        Caller(address, token_of(session)) as bot,
    ):
        await operator.create([session] * 4)
        yield bot


def page_of(replica: Near) -> str:
    """Its metrics, for whoever asks for OpenMetrics."""
    page: bytes = openmetrics(replica.replica.registry)  # type: ignore[no-untyped-call]
    return page.decode()


def parent_of(span: ReadableSpan) -> int | None:
    return span.parent.span_id if span.parent is not None else None


def own(span: ReadableSpan) -> int:
    context = span.get_span_context()
    assert context is not None
    return context.span_id


def linked(span: ReadableSpan) -> list[int]:
    return [link.context.span_id for link in span.links]


def trace_of(span: ReadableSpan) -> str:
    context = span.get_span_context()
    assert context is not None
    return f"{context.trace_id:032x}"


async def test_a_call_goes_on_with_its_callers_trace_down_to_the_append(server: Server) -> None:
    async with traced(server) as seen, playing(seen, "whose-name") as bot:
        turns = (await bot.call(bot.player.ListTurns, player.ListTurnsRequest())).turns
        asked = player.PlayerServiceActRequest(decisions=[decision(turns[0])])
        bot.metadata += HEADERS
        answer = await bot.call(bot.player.Act, asked)
        assert answer.verdicts[0].HasField("accepted")
        call = await seen.one("euchre.v1.PlayerService/Act")
        decided = await seen.one("decide")
        (append,) = (span for span in seen.named("append") if own(decided) in linked(span))
        parts = {name: await seen.one(name) for name in ("rules", "queue", "commit")}
    assert (trace_of(call), call.kind) == (TRACE, SpanKind.SERVER)
    assert parent_of(call) == int(PARENT, 16)
    assert parent_of(decided) == own(call)
    assert decided.attributes is not None
    assert decided.attributes["euchre.result"] == "accepted"
    assert decided.attributes["euchre.preset"] == "euchre"
    for part in parts.values():
        assert (trace_of(part), parent_of(part)) == (TRACE, own(decided))
    assert parts["rules"].end_time == pytest.approx(parts["queue"].start_time, abs=1_000_000)
    assert linked(parts["commit"]) == [own(append)]


async def test_decisions_of_a_stream_are_traces_of_their_own_with_a_link_to_it(server: Server) -> None:
    async with traced(server) as seen, playing(seen, "whose-stream") as bot:
        bot.metadata += HEADERS
        stream = Stream(bot)
        await stream.send()
        await stream.until(lambda: stream.turns)
        await stream.send([decision(stream.turns[0])], acknowledged=1)
        await stream.until(lambda: stream.verdicts)
        decided = await seen.one("decide")
        stream.call.cancel()
        play = await seen.one("euchre.v1.PlayerService/Play")
    assert trace_of(play) == TRACE
    assert decided.parent is None
    assert trace_of(decided) != TRACE
    assert linked(decided) == [own(play)]


async def test_calls_over_http_and_what_they_ask_of_the_store_are_followed_too(server: Server) -> None:
    async with traced(server) as seen, seen.replica.site(headers=dict(HEADERS)) as guest:
        game = await guest.create()
        answered(await guest.get(f"/v1/games/{game}/view"))
        call = await seen.one("euchre.v1.RefereeService/GetView")
        read = [span for span in seen.spans if span.name.startswith("store ") and parent_of(span) == own(call)]
    assert (trace_of(call), parent_of(call)) == (TRACE, int(PARENT, 16))
    assert call.attributes is not None
    assert call.attributes["network.protocol.name"] == "http"
    assert call.attributes["http.response.status_code"] == HTTPStatus.OK
    assert call.status.status_code is StatusCode.UNSET
    assert read
    assert {span.kind for span in read} == {SpanKind.CLIENT}


async def test_what_is_refused_says_why_and_is_a_fault_only_where_it_is_ours(server: Server) -> None:
    async with traced(server) as seen, playing(seen, "whose-mistake") as bot:
        await bot.refused(bot.referee.AbortGame, referee.AbortGameRequest(game="nobody's"))
        turns = (await bot.call(bot.player.ListTurns, player.ListTurnsRequest())).turns
        await bot.refused(bot.referee.Act, referee.ActRequest(decision=decision(turns[0], "play 9z")))
        call = await seen.one("euchre.v1.RefereeService/AbortGame")
        decided = await seen.one("decide")
    for span, reason in ((call, "PERMISSION_DENIED"), (decided, "MALFORMED_ACTION")):
        assert span.attributes is not None
        assert span.attributes["euchre.reason"] == reason
        assert span.status.status_code is StatusCode.UNSET


async def test_calls_over_http_say_with_which_status_they_were_answered(server: Server) -> None:
    async with Site(server.http) as guest:
        game = await guest.create()
    with Redis.from_url(server.store, protocol=2) as store:
        store.lset(log_key(game).decode(), 0, "what nobody can read")
    asked: tuple[tuple[str, dict[str, Any], HTTPStatus, str], ...] = (
        (game, {}, HTTPStatus.INTERNAL_SERVER_ERROR, "INTERNAL"),
        ("nobodys", {}, HTTPStatus.NOT_FOUND, "GAME_NOT_FOUND"),
        (game, {"seat": "left"}, HTTPStatus.BAD_REQUEST, "INVALID_REQUEST"),
    )
    async with traced(server) as seen, seen.replica.site() as guest:
        for name, parameters, status, reason in asked:
            refused(await guest.get(f"/v1/games/{name}/view", **parameters), status, reason)
        await until(lambda: len(seen.named("euchre.v1.RefereeService/GetView")) == len(asked))
        calls = seen.named("euchre.v1.RefereeService/GetView")
    told = [dict(call.attributes or {}) for call in calls]
    assert [(each["http.response.status_code"], each["euchre.reason"]) for each in told] == [each[2:] for each in asked]
    faults = [each.get("error.type") for each in told]
    assert faults == ["INTERNAL", None, None]
    assert [call.status.status_code for call in calls] == [StatusCode.ERROR, StatusCode.UNSET, StatusCode.UNSET]


async def test_a_stream_over_http_has_its_status_when_it_is_over(server: Server) -> None:
    async with traced(server) as seen, seen.replica.site() as guest:
        game = await guest.create()
        async with guest.events(f"/v1/games/{game}:watch") as events:
            await anext(events)
            assert not seen.named("euchre.v1.RefereeService/Watch")
        watch = await seen.one("euchre.v1.RefereeService/Watch")
    assert watch.attributes is not None
    assert watch.attributes["http.response.status_code"] == HTTPStatus.OK


async def test_no_span_tells_a_card_a_token_a_session_or_a_name(server: Server) -> None:
    session = "a-session-to-hide"
    async with traced(server) as seen, playing(seen, session) as bot:
        actions: set[str] = set()
        for _ in range(16):
            turns = (await bot.call(bot.player.ListTurns, player.ListTurnsRequest())).turns
            actions |= {legal.text for legal in turns[0].legal}
            await bot.act(turns[0], turns[0].legal[-1].text)
        assert any(action.startswith("play ") for action in actions)
        spans = seen.spans
        (token,) = (text for name, text in bot.metadata if name == "authorization")
    assert {"decide", "append", "commit", "store command"} <= {span.name for span in spans}
    for span in spans:
        told = dict(span.attributes or {})
        assert told.keys() <= ATTRIBUTES, span.name
        assert not span.events
        texts = " ".join(map(str, (span.name, *told.values())))
        for secret in (session, "organizer", token.removeprefix("Bearer "), "N0"):
            assert secret not in texts
        assert not CARD.search(texts)


async def test_latencies_name_the_traces_that_show_them_in_openmetrics(server: Server) -> None:
    async with traced(server) as seen, playing(seen, "whose-time") as bot:
        turns = (await bot.call(bot.player.ListTurns, player.ListTurnsRequest())).turns
        await bot.act(turns[0])
        page = page_of(seen.replica)
        decided = await seen.one("decide")
        traces = {trace_of(span) for span in seen.spans}
    shown = {
        sample.name: sample.exemplar.labels["trace_id"]
        for family in text_string_to_metric_families(page)  # type: ignore[no-untyped-call]
        for sample in family.samples
        if sample.exemplar is not None
    }
    assert shown.keys() == {
        "euchre_decision_seconds_bucket", "euchre_call_seconds_bucket", "euchre_append_commit_seconds_bucket",
    }  # fmt: skip
    assert set(shown.values()) <= traces
    assert shown["euchre_decision_seconds_bucket"] == trace_of(decided)


async def test_what_is_not_sampled_is_decided_all_the_same(server: Server) -> None:
    tracing = Tracing(TracerProvider(sampler=ALWAYS_OFF, shutdown_on_exit=False))
    async with near(server.store, tracing=tracing) as replica:
        address = replica.replica.address
        async with (
            Caller(address, token_of("o", operator=True)) as operator,
            Caller(address, token_of("unseen")) as bot,
        ):
            await operator.create(["unseen"] * 4)
            turns = (await bot.call(bot.player.ListTurns, player.ListTurnsRequest())).turns
            assert (await bot.act(turns[0])).HasField("accepted")
        assert "trace_id" not in page_of(replica)
    tracing.close()


def test_neither_the_collectors_token_nor_callers_headers_come_into_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "authorization: Bearer hidden")
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "always_off")
    tracing = Tracing(to_collector("r", "0"))
    assert "OTEL_EXPORTER_OTLP_HEADERS" in caplog.text
    headers = {**dict(HEADERS), "tracestate": "hidden", "baggage": "hidden,%%=hidden"}
    with tracing.call("RefereeService.Act", "grpc", headers, lasting=False, current=True):
        pass
    tracing.close()
    assert "hidden" not in caplog.text


def test_without_being_asked_for_the_extra_is_neither_imported_nor_needed() -> None:
    program = (
        "import sys; sys.modules['opentelemetry'] = None\n"
        "import euchre_referee.cli.serve\n"
        "assert 'euchre_referee.ops.tracing' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_an_extra_that_is_missing_is_named_with_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tracing_of("r", asked=False) is None
    monkeypatch.delitem(sys.modules, "euchre_referee.ops.tracing")
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(ValueError, match=r"pip install 'euchre-referee\[tracing\]'"):
        tracing_of("r", asked=True)
