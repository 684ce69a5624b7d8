"""A call that came over HTTP, as the services' methods see it: they are the same as over gRPC, in this process."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn

import grpc
from google.rpc import code_pb2, status_pb2
from starlette.datastructures import Headers

from euchre_referee.api.http.refusals import Problem, problem_of

_DETAILS: Final = "grpc-status-details-bin"
_PASSED: Final = ("authorization", "accept-language")
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


class HttpCall(grpc.aio.ServicerContext[object, object]):
    """Tells who calls, from where and in which language; keeps how it ended. Nothing else is asked of it."""

    transport: Final = "http"

    def __init__(self, headers: Headers, client: str, request_id: str, authorization: str = "") -> None:
        """`client`: the address that the connection comes from; `authorization`: instead of the one in the headers."""
        told = {name: headers[name] for name in _PASSED if name in headers}
        if authorization:
            told["authorization"] = authorization
        told[REQUEST_ID] = request_id
        self._metadata: Final = tuple(told.items())
        self._peer: Final = f"ipv6:[{client}]:0" if ":" in client else f"ipv4:{client}:0"
        self._trailing: tuple[tuple[str, str | bytes], ...] = ()

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:  # type: ignore[override]  # a sequence is a sequence
        """What was sent beside the request, by lower-case names."""
        return self._metadata

    def peer(self) -> str:
        """The machine, as gRPC writes it."""
        return self._peer

    def set_trailing_metadata(self, trailing_metadata: Any) -> None:
        """What follows the answer: of a refusal, its details."""
        self._trailing = tuple(trailing_metadata)

    def trailing_metadata(self) -> Any:
        """What was set."""
        return self._trailing

    async def abort(self, code: grpc.StatusCode, details: str = "", trailing_metadata: Any = ()) -> NoReturn:
        """Ends the call with a status. Raises CallRefusedOverHttp."""
        for name, value in (*self._trailing, *trailing_metadata):
            if name == _DETAILS:
                raise CallRefusedOverHttp(status_pb2.Status.FromString(value))
        raise CallRefusedOverHttp(status_pb2.Status(code=code_pb2.Code.Value(code.name), message=details))

    async def abort_with_status(self, status: grpc.Status) -> NoReturn:
        """Ends the call with a status. Raises CallRefusedOverHttp."""
        await self.abort(status.code, status.details, status.trailing_metadata or ())

    async def read(self) -> NoReturn:
        """Methods that read a stream have no place in HTTP."""
        raise NotImplementedError("a call over HTTP has one request")

    async def write(self, message: object) -> NoReturn:
        """Streams are yielded."""
        raise NotImplementedError("a stream over HTTP is yielded")

    async def send_initial_metadata(self, initial_metadata: object) -> None:
        """There is none over HTTP."""

    def set_code(self, code: grpc.StatusCode) -> None:
        """Methods end calls with `abort`."""
        raise NotImplementedError("a call over HTTP is refused with `abort`")

    def set_details(self, details: str) -> None:
        """Methods end calls with `abort`."""
        raise NotImplementedError("a call over HTTP is refused with `abort`")

    def set_compression(self, compression: grpc.Compression) -> None:
        """The gateway compresses as the client allows."""

    def disable_next_message_compression(self) -> None:
        """The gateway compresses as the client allows."""

    def peer_identities(self) -> Iterable[bytes] | None:
        """Tokens say who calls, not certificates."""
        return None

    def peer_identity_key(self) -> str | None:
        """Tokens say who calls, not certificates."""
        return None

    def auth_context(self) -> Mapping[str, Iterable[bytes]]:
        """Tokens say who calls, not certificates."""
        return {}
