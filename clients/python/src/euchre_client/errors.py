"""What can go wrong between a program and the referee, as exceptions, and how they are read from gRPC."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, cast

import grpc
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status

from euchre.v1.game_pb2 import LegalAction, Move, Refusal
from euchre_client.reasons import Reason, reason_of

DOMAIN: Final = "euchre.v1"
_DETAILS_KEY: Final = "grpc-status-details-bin"
_NO_ANSWER: Final = frozenset(
    {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED}
)
_REASON_OF_CODE: Final = {
    grpc.StatusCode.UNAUTHENTICATED: Reason.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED: Reason.PERMISSION_DENIED,
    grpc.StatusCode.INVALID_ARGUMENT: Reason.INVALID_REQUEST,
    grpc.StatusCode.RESOURCE_EXHAUSTED: Reason.BUSY,
}


class RefereeError(Exception):
    """Whatever this package raises about the referee; `Refused` or `Unreachable`."""


class Unreachable(RefereeError):
    """No answer was had in the given time: whether a call was carried out is not known.

    Calling again is safe: requests carry ids, and decisions their versions.
    """


class Refused(RefereeError):
    """The referee answered, and the answer was no.

    `reason` is for programs, `message` is one sentence for people in the client's language, `legal` holds the
    legal actions where it is the caller's turn, `retry_after` is in seconds and None where trying again does
    not help, `on_record` is the decision that stands where the version was decided already, `metadata` names
    game, version and section of the rule book where they apply.
    """

    def __init__(
        self,
        reason: Reason,
        message: str,
        *,
        code: grpc.StatusCode | None = None,
        legal: Sequence[LegalAction] = (),
        retry_after: float | None = None,
        on_record: Move | None = None,
        metadata: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(f"{reason}: {message}" if message else str(reason))
        self.reason = reason
        self.message = message
        self.code = code
        self.legal = tuple(legal)
        self.retry_after = retry_after
        self.on_record = on_record
        self.metadata = dict(metadata)


def of_rpc(error: grpc.RpcError) -> RefereeError:
    """The exception for a failed call, read from its status and details."""
    code: grpc.StatusCode = error.code()
    text: str = error.details() or ""
    status = _status(error)
    if status is None:
        if code in _NO_ANSWER:
            return Unreachable(text or code.name)
        return Refused(_REASON_OF_CODE.get(code, Reason.UNKNOWN), text or code.name, code=code)
    return _refused(status, code, text)


def _status(error: grpc.RpcError) -> Status | None:
    metadata = cast("Iterable[tuple[str, str | bytes]]", error.trailing_metadata() or ())
    for key, value in metadata:
        if key == _DETAILS_KEY and isinstance(value, bytes):
            return Status.FromString(value)
    return None


def _refused(status: Status, code: grpc.StatusCode, text: str) -> Refused:
    info, localized, retry, refusal = ErrorInfo(), LocalizedMessage(), RetryInfo(), Refusal()
    for detail in status.details:
        for message in (info, localized, retry, refusal):
            detail.Unpack(message)
    delay = retry.retry_delay
    retry_after = delay.seconds + delay.nanos / 1e9 if retry.HasField("retry_delay") else None
    if retry_after is None and refusal.HasField("retry_ms"):
        retry_after = refusal.retry_ms / 1000
    return Refused(
        reason_of(info.reason or refusal.reason),
        localized.message or refusal.message or text,
        code=code,
        legal=refusal.legal,
        retry_after=retry_after,
        on_record=refusal.on_record if refusal.HasField("on_record") else None,
        metadata=info.metadata,
    )
