"""One request: read, handed to the service's method as gRPC would, answered."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from http import HTTPStatus
from time import monotonic
from typing import Any, Final, NamedTuple

from google.protobuf.message import Message
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from euchre_referee.api.access import Access
from euchre_referee.api.calls import Service
from euchre_referee.api.http.answers import encoded, send_answer, send_not_modified, send_problem
from euchre_referee.api.http.bindings import Binding
from euchre_referee.api.http.bodies import check_content_type, parse_json, read_body
from euchre_referee.api.http.caching import cache_control
from euchre_referee.api.http.call import CallRefusedOverHttp, HttpCall
from euchre_referee.api.http.draining import Draining
from euchre_referee.api.http.etags import decide_on, etag_of, is_known
from euchre_referee.api.http.event_streams import EventStream, Resumption
from euchre_referee.api.http.parameters import BadParameter, read_query
from euchre_referee.api.http.refusals import HttpRefused, problem_of
from euchre_referee.api.http.request_ids import request_name
from euchre_referee.api.http.transcoding import request_of
from euchre_referee.api.tickets import exchanged
from euchre_referee.api.tokens import InvalidToken
from euchre_referee.referee.observer import CallResult
from euchre_referee.referee.tracer import CallTrace
from euchre_referee.referee.verdicts import CallRefused, ServiceReason, refuse

TICKET: Final = "ticket"
"""The parameter of a stream's address that stands for a token."""

_ESCAPED: Final = 2
"""A text is longer in JSON than in a message, by its escapes: a body may have so many times the bytes of a message."""


class Asked(NamedTuple):
    """A request, of which the body has not been read."""

    binding: Binding
    variables: dict[str, str]
    headers: Headers
    scope: Scope
    trace: CallTrace | None
    """None if nobody follows it."""

    @property
    def parameters(self) -> list[tuple[str, str]]:
        """The query. Raises HttpRefused."""
        try:
            return read_query(self.scope["query_string"].decode("ascii", "replace"))
        except BadParameter as error:
            raise HttpRefused(HTTPStatus.BAD_REQUEST, str(error)) from error

    def call(self, authorization: str = "") -> HttpCall:
        """As the services' methods see it."""
        client = self.scope.get("client")
        address = client[0] if client else ""
        return HttpCall(self.headers, address, request_name(self.scope), authorization, self.trace)


class Calling:
    """Calls the services' methods in this process: same access, limits, audit and refusals as over gRPC."""

    def __init__(self, services: Mapping[str, Service], access: Access, draining: Draining) -> None:
        """`services` by the full names that the contract gives them."""
        self._services: Final = services
        self._access: Final = access
        self._draining: Final = draining

    def followed(self, binding: Binding, headers: Headers) -> AbstractContextManager[CallTrace | None]:
        """Lets a tracer follow a request until it is answered, if there is one."""
        tracer = self._service(binding).observer.tracer
        if tracer is None:
            return nullcontext()
        # A stream's messages are asked for by tasks of their own, and for long.
        told = dict(headers.items())
        return tracer.call(binding.name, HttpCall.transport, told, lasting=False, current=not binding.streams)

    async def serve(self, asked: Asked, receive: Receive, send: Send) -> None:
        """Answers. Raises CallRefused, HttpRefused, CallRefusedOverHttp and HungUp while nothing has been sent."""
        service = self._service(asked.binding)
        method: Any = getattr(service, asked.binding.method.name)
        begun = monotonic()
        try:
            if asked.binding.streams:
                await self._stream(method, asked, receive, send)
            else:
                await self._answer(method, asked, receive, send)
        except (HttpRefused, CallRefused) as error:
            # No method has counted it.
            name, reason = asked.binding.name, _reason(error)
            took = None if asked.binding.streams else monotonic() - begun
            if asked.trace is not None:
                asked.trace.reason = reason
            service.observer.call_refused(name, reason)
            service.observer.call_ended(name, HttpCall.transport, CallResult.REFUSED, took)
            raise

    def _service(self, binding: Binding) -> Service:
        return self._services[binding.method.containing_service.full_name]

    async def _answer(self, method: Any, asked: Asked, receive: Receive, send: Send) -> None:
        call = asked.call()
        try:
            request = self._request(asked, asked.parameters, await self._body(asked, receive))
            condition = asked.headers.get("if-match")
            if condition is not None and asked.binding.verb != "GET":
                decide_on(request, condition)
        except HttpRefused:
            self._access.enter(call.context)
            raise
        try:
            answer = await method(request, call)
        except CallRefusedOverHttp as error:
            problem = problem_of(error.status)
            if condition is None or "currentVersion" not in problem.document:
                raise
            await send_problem(problem_of(error.status, HTTPStatus.PRECONDITION_FAILED), send)
            return
        await self._send(asked, request, answer, send)

    async def _stream(self, method: Any, asked: Asked, receive: Receive, send: Send) -> None:
        parameters = asked.parameters
        tickets = [value for name, value in parameters if name == TICKET]
        call = asked.call(self._authorization(asked, tickets[0]) if tickets else "")
        try:
            request = self._request(asked, [each for each in parameters if each[0] != TICKET], None)
            resumption = Resumption(request, asked.binding.answered, asked.headers.get("last-event-id", ""))
        except HttpRefused:
            self._access.enter(call.context)
            raise
        await EventStream(method(request, call), resumption, self._draining).serve(receive, send)

    def _authorization(self, asked: Asked, ticket: str) -> str:
        """What a ticket stands for. Raises CallRefused."""
        try:
            return f"Bearer {exchanged(self._access.tokens, ticket, asked.scope['path'])}"
        except InvalidToken as error:
            self._access.enter(asked.call().context)
            raise refuse(ServiceReason.UNAUTHENTICATED, str(error)) from error

    async def _body(self, asked: Asked, receive: Receive) -> object:
        if not asked.binding.body:
            return None
        check_content_type(asked.headers)
        most = _ESCAPED * self._access.limits.message_bytes
        return parse_json(await read_body(asked.headers, receive, most))

    def _request(self, asked: Asked, parameters: list[tuple[str, str]], body: object) -> Message:
        request = request_of(asked.binding, asked.variables, parameters, body)
        most = self._access.limits.message_bytes
        if request.ByteSize() > most:
            raise HttpRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the request is larger than {most} bytes")
        return request

    async def _send(self, asked: Asked, request: Message, answer: Message, send: Send) -> None:
        body = encoded(answer)
        token = "authorization" in asked.headers
        headers = {"cache-control": cache_control(asked.binding, token=token)}
        if asked.binding.verb == "GET":
            headers["etag"] = etag_of(request, answer, body)
            if is_known(asked.headers.get("if-none-match", ""), headers["etag"]):
                await send_not_modified(headers, send)
                return
        await send_answer(body, headers, send)


def _reason(error: HttpRefused | CallRefused) -> str:
    return error.refused.reason if isinstance(error, CallRefused) else ServiceReason.INVALID_REQUEST
