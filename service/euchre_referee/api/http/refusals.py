"""Refusals as `application/problem+json` (RFC 9457), with all that a gRPC status and its details tell."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final, NamedTuple

import grpc
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from euchre.v1 import game_pb2 as pb
from euchre_referee.api.phrases import phrase
from euchre_referee.api.refusing import status_of
from euchre_referee.referee.verdicts import Refused, ServiceReason

CONTENT_TYPE: Final = "application/problem+json"
TYPE: Final = "urn:euchre-referee:reason:"

STATUSES: Final = {
    grpc.StatusCode.INVALID_ARGUMENT: HTTPStatus.BAD_REQUEST,
    grpc.StatusCode.FAILED_PRECONDITION: HTTPStatus.BAD_REQUEST,
    grpc.StatusCode.OUT_OF_RANGE: HTTPStatus.BAD_REQUEST,
    grpc.StatusCode.UNAUTHENTICATED: HTTPStatus.UNAUTHORIZED,
    grpc.StatusCode.PERMISSION_DENIED: HTTPStatus.FORBIDDEN,
    grpc.StatusCode.NOT_FOUND: HTTPStatus.NOT_FOUND,
    grpc.StatusCode.ALREADY_EXISTS: HTTPStatus.CONFLICT,
    grpc.StatusCode.ABORTED: HTTPStatus.CONFLICT,
    grpc.StatusCode.RESOURCE_EXHAUSTED: HTTPStatus.TOO_MANY_REQUESTS,
    grpc.StatusCode.UNIMPLEMENTED: HTTPStatus.NOT_IMPLEMENTED,
    grpc.StatusCode.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED: HTTPStatus.GATEWAY_TIMEOUT,
}
"""As gateways translate codes (`google/rpc/code.proto`); every other is 500."""

_CODES: Final = {code.value[0]: code for code in grpc.StatusCode}


class HttpRefused(Exception):
    """A request that is refused before it reaches a method, or with another status than the method's."""

    def __init__(self, status: HTTPStatus, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status: Final = status
        self.detail: Final = detail
        self.headers: Final = dict(headers or {})


class Problem(NamedTuple):
    """A refusal, ready to be sent."""

    status: int
    headers: dict[str, str]
    document: dict[str, Any]

    def encode(self) -> bytes:
        """The body."""
        return json.dumps(self.document, ensure_ascii=False, separators=(",", ":")).encode()


def problem_of(status: status_pb2.Status, http_status: HTTPStatus | None = None) -> Problem:
    """A refused call; `http_status`: instead of the one that its code stands for."""
    info, localized = error_details_pb2.ErrorInfo(), error_details_pb2.LocalizedMessage()
    retry, refusal = error_details_pb2.RetryInfo(), pb.Refusal()
    for detail in status.details:
        for message in (info, localized, retry, refusal):
            detail.Unpack(message)
    code = _CODES.get(status.code, grpc.StatusCode.UNKNOWN)
    number = http_status or STATUSES.get(code, HTTPStatus.INTERNAL_SERVER_ERROR)
    document: dict[str, Any] = {
        "type": f"{TYPE}{info.reason}",
        "title": phrase(info.reason, "en"),
        "status": int(number),
        "detail": status.message,
        "code": code.name,
        "reason": info.reason,
        "domain": info.domain,
        "metadata": dict(info.metadata),
        "message": localized.message,
        "locale": localized.locale,
        **_of_refusal(refusal),
    }
    headers = {"content-type": CONTENT_TYPE, "content-language": localized.locale, "cache-control": "no-store"}
    if refusal.HasField("retry_ms"):
        headers["retry-after"] = str(-(-refusal.retry_ms // 1000))
    if number == HTTPStatus.UNAUTHORIZED:
        headers["www-authenticate"] = "Bearer"
    return Problem(int(number), headers, document)


def refused_problem(refused: Refused, locale: str, http_status: HTTPStatus | None = None, game: str = "") -> Problem:
    """A refusal of the referee's."""
    return problem_of(status_of(refused, locale, game), http_status)


def http_problem(error: HttpRefused, locale: str) -> Problem:
    """A request that no method has seen."""
    problem = refused_problem(Refused(ServiceReason.INVALID_REQUEST, detail=error.detail), locale, error.status)
    return problem._replace(headers=problem.headers | error.headers)


def answer_tree(message: Message) -> dict[str, Any]:
    """A message as JSON is told: fields without presence always, those with presence only if they are set."""
    return MessageToDict(message, always_print_fields_with_no_presence=True)


def _of_refusal(refusal: pb.Refusal) -> dict[str, Any]:
    tree = answer_tree(refusal)
    return {name: tree[name] for name in ("legal", "retryMs", "onRecord", "currentVersion") if name in tree}
