"""The contract's methods as one route of an ASGI application."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from google.protobuf import descriptor_pool
from starlette.datastructures import Headers
from starlette.routing import BaseRoute, Match
from starlette.types import Message, Receive, Scope, Send

from euchre_referee.api.calls import refused_as
from euchre_referee.api.http.answers import send_problem
from euchre_referee.api.http.bindings import Binding, bindings_of
from euchre_referee.api.http.bodies import HungUp
from euchre_referee.api.http.call import CallRefusedOverHttp
from euchre_referee.api.http.calling import Asked, Calling
from euchre_referee.api.http.refusals import HttpRefused, http_problem, refused_problem
from euchre_referee.api.phrases import locale_of
from euchre_referee.referee.tracer import CallTrace

_ROUTED: Final = "euchre.routed"


class _Routed(NamedTuple):
    """What a request's path stands for."""

    binding: Binding | None
    """None where the path is served, but not with this verb."""
    variables: dict[str, str]
    verbs: tuple[str, ...]
    """With which the path is served."""


class Gateway(BaseRoute):
    """Every method that has a place in HTTP."""

    def __init__(self, services: Iterable[str], calling: Calling) -> None:
        """`services` by the full names that the contract gives them. Raises ValueError if a path cannot be served."""
        self._calling: Final = calling
        pool: Any = descriptor_pool.Default()
        self.bindings: Final = bindings_of(map(pool.FindServiceByName, services))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """A path of the contract; also with a verb that it is not served with."""
        if scope["type"] != "http":
            return Match.NONE, {}
        path = scope["raw_path"].decode("ascii")
        fitting = [(each, found) for each in self.bindings if (found := each.template.match(path)) is not None]
        if not fitting:
            return Match.NONE, {}
        verbs = tuple(dict.fromkeys(verb for binding, _ in fitting for verb in _verbs(binding)))
        for binding, variables in fitting:
            if scope["method"] in _verbs(binding):
                return Match.FULL, {_ROUTED: _Routed(binding, variables, verbs)}
        return Match.FULL, {_ROUTED: _Routed(None, {}, verbs)}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, whatever comes of it."""
        headers = Headers(scope=scope)
        locale = locale_of(headers.get("accept-language", ""))
        routed: _Routed = scope[_ROUTED]
        if routed.binding is None:
            verbs = ", ".join(routed.verbs)
            detail = f"{scope['method']} is not served here, but {verbs}"
            refused = HttpRefused(HTTPStatus.METHOD_NOT_ALLOWED, detail, {"allow": verbs})
            await send_problem(http_problem(refused, locale), send)
            return
        with self._calling.followed(routed.binding, headers) as trace:
            asked = Asked(routed.binding, routed.variables, headers, scope, trace)
            await self._call(asked, locale, receive, send if trace is None else _seen(send, trace))

    async def _call(self, asked: Asked, locale: str, receive: Receive, send: Send) -> None:
        try:
            await self._calling.serve(asked, receive, send)
        except HungUp:
            return
        except HttpRefused as error:
            await send_problem(http_problem(error, locale), send)
        except CallRefusedOverHttp as error:
            await send_problem(error.problem, send)
        except Exception as error:
            await send_problem(refused_problem(refused_as(error, asked.binding.name), locale), send)


def _seen(send: Send, trace: CallTrace) -> Send:
    """Tells whoever follows a request with which status it is answered."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            trace.http_status = message["status"]
        await send(message)

    return sending


def _verbs(binding: Binding) -> tuple[str, ...]:
    return ("GET", "HEAD") if binding.verb == "GET" and not binding.streams else (binding.verb,)
