"""Whether `euchre serve` sends traces, and where they join what it measures and logs."""

import logging
from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from euchre_referee.ops.tracing import Tracing


def tracing_of(replica: str, *, asked: bool) -> "Tracing | None":
    """What follows calls and decisions; None if it is not asked for. Raises ValueError if the extra is missing."""
    if not asked:
        return None
    try:
        # Whoever sends no traces needs no such library, and does not wait for it.
        from euchre_referee.ops.tracing import TracedRecords, Tracing, to_collector  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise ValueError(
            f"--tracing needs {error.name}, which is not installed: pip install 'euchre-referee[tracing]'"
        ) from error
    for handler in logging.getLogger().handlers:
        handler.addFilter(TracedRecords())
    return Tracing(to_collector(replica, version("euchre-referee")))
