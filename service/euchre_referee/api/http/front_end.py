"""The pages that people play and watch with: what `make web` has built into the package, as it lies there."""

from collections.abc import Awaitable, Callable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_PAGE: Final = {
    "content-security-policy": _POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
}
# Names of built files hold a digest of what is in them.
_FOR_EVER: Final = {"x-content-type-options": "nosniff", "cache-control": "public, max-age=31536000, immutable"}
_MEDIA_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
NOT_BUILT: Final = "The pages have not been built: run `make web`; the API is described at /docs.\n"


def front_end_routes(built: Traversable | None = None) -> list[BaseRoute]:
    """For the HTTP server: `/` and the files that its pages load; `built`: where they lie, the package's by default.

    The files are read here, once: requests cannot name any other.
    """
    directory = built if built is not None else files("euchre_referee").joinpath("web")
    index = directory.joinpath("index.html")
    if not index.is_file():
        return [Route("/", _fixed(NOT_BUILT.encode(), "text/plain", _PAGE))]
    routes: list[BaseRoute] = [Route("/", _fixed(index.read_bytes(), "text/html", _PAGE))]
    for parent, headers in ((directory, _PAGE), (directory.joinpath("assets"), _FOR_EVER)):
        for file in sorted(parent.iterdir(), key=lambda file: file.name):
            media_type = _MEDIA_TYPES.get(PurePosixPath(file.name).suffix)
            if media_type is not None and file.is_file():
                path = f"/{file.name}" if parent is directory else f"/assets/{file.name}"
                routes.append(Route(path, _fixed(file.read_bytes(), media_type, headers)))
    return routes


def _fixed(body: bytes, media_type: str, headers: dict[str, str]) -> Callable[[Request], Awaitable[Response]]:
    """The same answer each time."""

    async def endpoint(request: Request) -> Response:
        return Response(body, headers=headers, media_type=media_type)

    return endpoint
