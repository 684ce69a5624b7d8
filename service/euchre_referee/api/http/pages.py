"""What is served beside the contract: pages that the package brings."""

from starlette.routing import BaseRoute


def pages() -> list[BaseRoute]:
    """Their routes, asked after those of the contract and the probes."""
    return []
