"""What is served of it: `/openapi.json`, `/docs`, and the page's own style and script."""

import hashlib
from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from euchre_referee.api.openapi.document import document, document_text
from euchre_referee.api.openapi.page import page_html

_POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

Endpoint = Callable[[Request], Awaitable[Response]]


def openapi_routes() -> list[BaseRoute]:
    """For the HTTP server. The same bytes until the next release; none needs a token."""
    page = {"content-security-policy": _POLICY, "referrer-policy": "no-referrer"}
    return [
        Route("/openapi.json", _fixed(document_text(), "application/json")),
        Route("/docs", _fixed(page_html(document()), "text/html", page)),
        Route("/docs/page.css", _fixed(_static("page.css"), "text/css")),
        Route("/docs/page.js", _fixed(_static("page.js"), "text/javascript")),
    ]


def _static(name: str) -> str:
    return files(__package__).joinpath("static", name).read_text(encoding="utf-8")


def _fixed(text: str, media_type: str, more: dict[str, str] | None = None) -> Endpoint:
    body = text.encode()
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"etag": etag, "cache-control": "no-cache", "x-content-type-options": "nosniff", **(more or {})}

    async def endpoint(request: Request) -> Response:
        if etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type=media_type)

    return endpoint
