"""What is observed of calls of the store."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from time import monotonic
from typing import TypeAlias

from redis.exceptions import NoScriptError


class StoreCall(StrEnum):
    """A round trip, by what is sent."""

    APPEND = "append"
    """The append script."""
    COMMAND = "command"
    PIPELINE = "pipeline"
    """Many commands at once."""
    SCRIPT = "script"
    """Any other script."""


ObserveCall: TypeAlias = Callable[[StoreCall, float | None], None]
"""Takes the seconds that a call took; None if there was no answer, or an error."""


def unobserved(_call: StoreCall, _seconds: float | None) -> None:
    """For those who do not want to know."""


@contextmanager
def timed(observe: ObserveCall, call: StoreCall) -> Iterator[None]:
    """Observes the call that is made within."""
    begun = monotonic()
    seconds = None
    try:
        yield
        seconds = monotonic() - begun
    except NoScriptError:
        # An answer, to which the script itself is sent.
        seconds = monotonic() - begun
        raise
    finally:
        observe(call, seconds)
