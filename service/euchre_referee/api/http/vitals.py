"""How this process does, for the page that shows it: `/ops/vitals`, and `/ops`, which leads to that page."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from euchre_referee.api.access import Access
from euchre_referee.api.http.refusals import refused_problem
from euchre_referee.api.phrases import locale_of
from euchre_referee.referee.verdicts import CallRefused

_UNKEPT: Final = {"cache-control": "no-store"}
_PAGE: Final = "./#/ops"
"""Below whatever path a proxy has put this."""


def vitals_routes(read: Callable[[], Mapping[str, Any]], access: Access) -> list[BaseRoute]:
    """For the HTTP server; `read` has the numbers."""

    async def vitals(request: Request) -> Response:
        try:
            access.check_may_see_vitals(request.headers.get("authorization"))
        except CallRefused as error:
            problem = refused_problem(error.refused, locale_of(request.headers.get("accept-language", "")))
            return Response(problem.encode(), problem.status, problem.headers)
        return JSONResponse(read(), headers=_UNKEPT)

    async def page(_: Request) -> Response:
        return RedirectResponse(_PAGE, headers=_UNKEPT)

    return [Route("/ops/vitals", vitals), Route("/ops", page)]
