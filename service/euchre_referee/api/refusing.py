"""Refusals as gRPC statuses with `google.rpc` details, and as messages in streams (docs/api.md, "Refusals")."""

from typing import Final, NoReturn

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from euchre.v1 import game_pb2 as pb
from euchre_referee.api.encoding import legal_messages, move_message
from euchre_referee.api.phrases import locale_of, phrase
from euchre_referee.referee.verdicts import Refused, ServiceReason

DOMAIN: Final = "euchre.v1"

# Texts of callers come back in refusals, up to four times; clients take no more than 8 KB of metadata in all.
_MOST_DETAIL: Final = 400
_MOST_GAME: Final = 64

_PRECONDITION: Final = grpc.StatusCode.FAILED_PRECONDITION

STATUSES: Final = {
    ServiceReason.INVALID_REQUEST: grpc.StatusCode.INVALID_ARGUMENT,
    ServiceReason.INVALID_RULESET: grpc.StatusCode.INVALID_ARGUMENT,
    ServiceReason.SEAT_REQUIRED: grpc.StatusCode.INVALID_ARGUMENT,
    ServiceReason.GAME_NOT_FOUND: grpc.StatusCode.NOT_FOUND,
    ServiceReason.BOARD_NOT_FOUND: grpc.StatusCode.NOT_FOUND,
    ServiceReason.TOURNAMENT_NOT_FOUND: grpc.StatusCode.NOT_FOUND,
    ServiceReason.ENTRANT_NOT_FOUND: grpc.StatusCode.NOT_FOUND,
    ServiceReason.NOT_SEATED: grpc.StatusCode.PERMISSION_DENIED,
    ServiceReason.PERMISSION_DENIED: grpc.StatusCode.PERMISSION_DENIED,
    ServiceReason.RECORD_WITHHELD: grpc.StatusCode.PERMISSION_DENIED,
    ServiceReason.GAME_SEALED: grpc.StatusCode.FAILED_PRECONDITION,
    ServiceReason.UNAUTHENTICATED: grpc.StatusCode.UNAUTHENTICATED,
    ServiceReason.HISTORY_CHANGED: grpc.StatusCode.ABORTED,
    ServiceReason.SUPERSEDED: grpc.StatusCode.ABORTED,
    ServiceReason.ALREADY_EXISTS: grpc.StatusCode.ALREADY_EXISTS,
    ServiceReason.SEAT_TAKEN: grpc.StatusCode.ALREADY_EXISTS,
    ServiceReason.BUSY: grpc.StatusCode.RESOURCE_EXHAUSTED,
    ServiceReason.STORE_UNAVAILABLE: grpc.StatusCode.UNAVAILABLE,
    ServiceReason.DRAINING: grpc.StatusCode.UNAVAILABLE,
    ServiceReason.INTERNAL: grpc.StatusCode.INTERNAL,
}
"""The status of a reason; of every other it is FAILED_PRECONDITION."""


def code_of(reason: str) -> grpc.StatusCode:
    """The status of a reason, also of one that the rules give."""
    try:
        return STATUSES.get(ServiceReason(reason), _PRECONDITION)
    except ValueError:
        return _PRECONDITION


def refusal_message(refused: Refused, locale: str) -> pb.Refusal:
    """A refusal as streams carry it."""
    words, detail = phrase(refused.reason, locale), _shortened(refused.detail)
    return pb.Refusal(
        reason=refused.reason,
        section=refused.section,
        message=f"{words} ({detail})" if detail and locale == "en" else words,
        legal=legal_messages(refused.legal),
        retry_ms=refused.retry_ms,
        on_record=None if refused.on_record is None else move_message(refused.on_record),
        current_version=refused.current_version,
    )


def status_of(refused: Refused, locale: str, game: str = "", version: int | None = None) -> status_pb2.Status:
    """A refusal as a status with details."""
    code = code_of(refused.reason)
    message = refusal_message(refused, locale)
    metadata = {"section": refused.section}
    if game:
        metadata["game"] = game[:_MOST_GAME]
    if version is not None:
        metadata["version"] = str(version)
    details = [
        error_details_pb2.ErrorInfo(reason=refused.reason, domain=DOMAIN, metadata=metadata),
        error_details_pb2.LocalizedMessage(locale=locale, message=message.message),
        message,
    ]
    if refused.retry_ms is not None:
        delay = duration_pb2.Duration(seconds=refused.retry_ms // 1000, nanos=refused.retry_ms % 1000 * 1_000_000)
        details.append(error_details_pb2.RetryInfo(retry_delay=delay))
    packed = []
    for detail in details:
        each = any_pb2.Any()
        each.Pack(detail)
        packed.append(each)
    number, _ = code.value
    text = f"{refused.reason}: {_shortened(refused.detail) or phrase(refused.reason, 'en')}"
    return status_pb2.Status(code=number, message=text, details=packed)


def _shortened(detail: str) -> str:
    return detail if len(detail) <= _MOST_DETAIL else f"{detail[:_MOST_DETAIL]}..."


async def refuse_call(
    context: "grpc.aio.ServicerContext[object, object]", refused: Refused, game: str = "", version: int | None = None
) -> NoReturn:
    """Ends a call with a refusal."""
    status = rpc_status.to_status(status_of(refused, caller_locale(context), game, version))
    context.set_trailing_metadata(status.trailing_metadata)
    await context.abort(status.code, status.details)
    raise AssertionError("abort raises")


def caller_locale(context: "grpc.aio.ServicerContext[object, object]") -> str:
    """The language that a caller asks for."""
    for key, value in context.invocation_metadata() or ():
        if key == "accept-language":
            return locale_of(value if isinstance(value, str) else value.decode("latin-1"))
    return "en"
