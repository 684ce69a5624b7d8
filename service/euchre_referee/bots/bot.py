"""What a player is to everybody else: a function of a view."""

from typing import Protocol

from euchre_referee.rules.views import View


class Bot(Protocol):
    """A player. It keeps nothing between calls, so any process may ask it about any turn, in any order."""

    def __call__(self, view: View) -> int:
        """The action code to take, one of ``view.legal``; the viewer must be to act."""
        ...
