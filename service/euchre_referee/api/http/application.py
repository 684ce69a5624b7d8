"""The whole of what is served over HTTP, as one ASGI application."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from euchre_referee.api.access import Access
from euchre_referee.api.calls import Service, refused_as
from euchre_referee.api.http.calling import Calling
from euchre_referee.api.http.draining import Draining
from euchre_referee.api.http.gateway import Gateway
from euchre_referee.api.http.probes import Probes
from euchre_referee.api.http.refusals import HttpRefused, Problem, http_problem, refused_problem
from euchre_referee.api.http.request_ids import HEADER, RequestIds
from euchre_referee.api.phrases import locale_of

SMALLEST_COMPRESSED: Final = 1024
_COMPRESSION: Final = 5
_ASKED_HEADERS: Final = (
    "authorization", "content-type", "if-match", "if-none-match", "last-event-id", "cache-control", HEADER,
)  # fmt: skip
_TOLD_HEADERS: Final = ("etag", "retry-after", "content-language", "www-authenticate", HEADER)
_PREFLIGHT_SECONDS: Final = 600


def application(
    services: Mapping[str, Service],
    access: Access,
    probes: Probes,
    draining: Draining,
    *,
    origins: Sequence[str] = (),
    pages: Sequence[BaseRoute] = (),
) -> Starlette:
    """`services` by their full names; `origins`: whose pages may call, `*` for all; `pages`: whatever else is served.

    Raises ValueError if a path of the contract cannot be served.
    """
    gateway = Gateway(services, Calling(services, access, draining))
    verbs = sorted({binding.verb for binding in gateway.bindings})
    app = Starlette(
        routes=[gateway, *probes.routes, *pages],
        middleware=[
            Middleware(RequestIds),
            Middleware(
                CORSMiddleware,
                allow_origins=origins,
                allow_methods=verbs,
                allow_headers=_ASKED_HEADERS,
                expose_headers=_TOLD_HEADERS,
                max_age=_PREFLIGHT_SECONDS,
            ),
            Middleware(GZipMiddleware, minimum_size=SMALLEST_COMPRESSED, compresslevel=_COMPRESSION),
        ],
        exception_handlers={HTTPException: _refused, Exception: _failed},
    )
    app.router.redirect_slashes = False
    return app


async def _refused(request: Request, error: Exception) -> Response:
    """What a page refuses, or no route serves."""
    assert isinstance(error, HTTPException)
    detail = f"there is nothing at {request.url.path}" if error.status_code == HTTPStatus.NOT_FOUND else error.detail
    refused = HttpRefused(HTTPStatus(error.status_code), detail, error.headers)
    return _response(http_problem(refused, _locale(request)))


async def _failed(request: Request, error: Exception) -> Response:
    """The fault of a page."""
    return _response(refused_problem(refused_as(error, "a page"), _locale(request)))


def _locale(request: Request) -> str:
    return locale_of(request.headers.get("accept-language", ""))


def _response(problem: Problem) -> Response:
    return Response(problem.encode(), problem.status, problem.headers)
