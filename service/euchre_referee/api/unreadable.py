"""Requests over gRPC whose bytes are no message: refused as any other, where gRPC would log a fault of the server."""

from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

import grpc
from google.protobuf.message import DecodeError, Message

from euchre_referee.referee.verdicts import ServiceReason, refuse

Q = TypeVar("Q")


class Unreadable(NamedTuple):
    """Comes to a method in the place of its request."""

    detail: str


class UnreadableRequests(grpc.aio.ServerInterceptor):
    """Has the methods of some services called all the same: `readable` refuses there, and all is counted."""

    def __init__(self, services: Collection[str]) -> None:
        """`services` by the full names that the contract gives them."""
        self._services: Final = frozenset(services)

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        """How a method is called."""
        handler = await continuation(handler_call_details)
        service = handler_call_details.method.rpartition("/")[0].removeprefix("/")
        # Streams of requests are read by their methods.
        if handler is None or handler.request_streaming or service not in self._services:
            return handler
        return handler._replace(request_deserializer=partial(_read, handler.request_deserializer))


def readable(request: Q) -> Q:
    """The request, if it could be read. Raises CallRefused."""
    if isinstance(request, Unreadable):
        raise refuse(ServiceReason.INVALID_REQUEST, f"the bytes are no such message: {request.detail}")
    return request


def _read(parse: Callable[[bytes], Message], data: bytes) -> Message | Unreadable:
    try:
        return parse(data)
    except DecodeError as error:
        return Unreadable(str(error))
