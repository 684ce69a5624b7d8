"""A name for every request, which the answer, the audit log and a client's report share."""

import re
import uuid
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER: Final = "x-request-id"
_KEY: Final = "euchre.request_id"
_ACCEPTED: Final = re.compile(r"[\w.:-]{1,100}", re.ASCII)

_ALWAYS: Final = {"x-content-type-options": "nosniff"}


class RequestIds:
    """Takes the client's name for a request, or draws one, and sends it back."""

    def __init__(self, app: ASGIApp) -> None:
        self._app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        told = Headers(scope=scope).get(HEADER, "")
        name = scope[_KEY] = told if _ACCEPTED.fullmatch(told) else uuid.uuid4().hex

        async def named(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers[HEADER] = name
                for header, value in _ALWAYS.items():
                    headers.setdefault(header, value)
            await send(message)

        await self._app(scope, receive, named)


def request_name(scope: Scope) -> str:
    """The request's name."""
    name: str = scope[_KEY]
    return name
