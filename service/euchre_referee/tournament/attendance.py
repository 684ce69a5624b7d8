"""What a bot's process and whoever started it tell each other: a line on standard output, the end of standard input."""

from typing import Final

READY: Final = "ready"
"""The process has reached the referee and is about to play."""
