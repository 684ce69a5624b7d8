"""What is served beside the contract: pages that the package brings."""

from starlette.routing import BaseRoute

from euchre_referee.api.http.front_end import front_end_routes
from euchre_referee.api.openapi.routes import openapi_routes


def pages() -> list[BaseRoute]:
    """Their routes, asked after those of the contract and the probes."""
    return [*openapi_routes(), *front_end_routes()]
