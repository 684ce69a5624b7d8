"""A program as it is checked, however it is reached."""

from typing import Protocol

from euchre_referee.cli.stdio.turn_line import Asking


class Contestant(Protocol):
    """All of these raise Failure."""

    async def ask(self, asking: Asking) -> str:
        """Its answer to a turn, whatever that is."""

    async def ask_late(self, asking: Asking) -> None:
        """It is asked, and its answer comes too late, whenever it comes."""

    async def ask_refused(self, asking: Asking) -> str | None:
        """It is asked, and its answer is refused; what it answers then, None if it leaves the turn to the clock."""

    async def interrupt(self) -> None:
        """What it plays through is broken: its process is ended, or its stream."""
