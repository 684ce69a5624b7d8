"""What load balancers and orchestrators ask."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from euchre_referee.api.http.draining import Draining
from euchre_referee.store.fitness import StoreState

_UNKEPT: Final = {"cache-control": "no-store"}


class Probes:
    """`/healthz`: the process answers. `/readyz`: it can serve too: the store takes what is written, nothing closes."""

    def __init__(self, store: Callable[[], StoreState], draining: Draining) -> None:
        self._store: Final = store
        self._draining: Final = draining
        self.routes: Final = [Route("/healthz", self._health), Route("/readyz", self._readiness)]

    async def _health(self, _: Request) -> Response:
        return JSONResponse({"status": "alive"}, headers=_UNKEPT)

    async def _readiness(self, _: Request) -> Response:
        if self._draining.begun.is_set():
            return _unready("closing")
        state = self._store()
        if state is not StoreState.SERVES:
            return _unready(state.value)
        return JSONResponse({"status": state.value}, headers=_UNKEPT)


def _unready(status: str) -> Response:
    return JSONResponse({"status": status}, HTTPStatus.SERVICE_UNAVAILABLE, _UNKEPT)
