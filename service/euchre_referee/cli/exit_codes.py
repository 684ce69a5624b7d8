"""What the commands that talk to a referee end with."""

from typing import Final

DONE: Final = 0
REFUSED: Final = 1
"""The referee refused or cannot be reached, or the bot broke."""
BAD_ARGUMENTS: Final = 2
