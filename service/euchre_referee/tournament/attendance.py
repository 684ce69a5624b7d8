"""What a bot's process and whoever started it tell each other: lines on standard output, the end of standard input."""

from typing import Final

READY: Final = "ready"
"""The process has reached the referee and is about to play."""

_ENDED: Final = "ended "


def ended_line(game: str) -> str:
    """The line that says a game is over."""
    return _ENDED + game


def game_ended(line: str) -> str | None:
    """The game that a line says is over; None for any other line, such as a bot's own."""
    return line.removeprefix(_ENDED) if line.startswith(_ENDED) else None
