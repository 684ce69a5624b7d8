"""A call that came over HTTP, as the services' methods see it: they are the same as over gRPC, in this process."""

from typing import Any, Final, NoReturn, cast

import grpc
from google.rpc import code_pb2, status_pb2
from starlette.datastructures import Headers

from euchre_referee.api.access import Context
from euchre_referee.api.http.refusals import Problem, problem_of
from euchre_referee.referee.tracer import CallTrace

_DETAILS: Final = "grpc-status-details-bin"
_PASSED: Final = ("authorization", "accept-language", "traceparent", "tracestate", "baggage")
REQUEST_ID: Final = "x-request-id"


class CallRefusedOverHttp(grpc.aio.BaseError):
    """The status that a method has ended a call with."""

    def __init__(self, status: status_pb2.Status) -> None:
        super().__init__(status.message)
        self.status: Final = status

    @property
    def problem(self) -> Problem:
        """As it is told."""
        return problem_of(self.status)


class HttpCall:
    """Tells who calls, from where and in which language, and how the call ended: no more is asked of a context."""

    transport: Final = "http"

    def __init__(
        self, headers: Headers, client: str, request_id: str, authorization: str = "", trace: CallTrace | None = None
    ) -> None:
        """`client`: the address that the connection comes from; `authorization`: instead of the one in the headers;
        `trace`: of the request, if somebody follows it."""
        self.trace: Final = trace
        told = {name: headers[name] for name in _PASSED if name in headers}
        if authorization:
            told["authorization"] = authorization
        told[REQUEST_ID] = request_id
        self._metadata: Final = tuple(told.items())
        self._peer: Final = f"ipv6:[{client}]:0" if ":" in client else f"ipv4:{client}:0"
        self._trailing: tuple[tuple[str, str | bytes], ...] = ()

    @property
    def context(self) -> Context:
        """For those who take contexts of gRPC."""
        return cast(Context, self)

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        """What was sent beside the request, by lower-case names."""
        return self._metadata

    def peer(self) -> str:
        """The machine, as gRPC writes it."""
        return self._peer

    def set_trailing_metadata(self, trailing_metadata: Any) -> None:
        """What follows the answer: of a refusal, its details."""
        self._trailing = tuple(trailing_metadata)

    async def abort(self, code: grpc.StatusCode, details: str = "", trailing_metadata: Any = ()) -> NoReturn:
        """Ends the call with a status. Raises CallRefusedOverHttp."""
        for name, value in (*self._trailing, *trailing_metadata):
            if name == _DETAILS:
                raise CallRefusedOverHttp(status_pb2.Status.FromString(value))
        raise CallRefusedOverHttp(status_pb2.Status(code=code_pb2.Code.Value(code.name), message=details))
