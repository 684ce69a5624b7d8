"""Bots that behave in all the ways that bots do, to be named on the command line."""

import asyncio

from euchre.v1.game_pb2 import LegalAction, Turn


class FirstLegal:
    """Takes the first legal action."""

    def __call__(self, turn: Turn) -> LegalAction:
        """The first of the turn's legal actions."""
        return turn.legal[0]


def awaited() -> object:
    """Makes a bot that is to be awaited."""

    async def bot(turn: Turn) -> str:
        await asyncio.sleep(0)
        return turn.legal[0].text

    return bot


class Stumbles:
    """Raises in every other game."""

    def __call__(self, turn: Turn) -> str:
        """Raises LookupError in games whose name begins with an x."""
        if turn.game.startswith("x"):
            raise LookupError("no such trick")
        return "pass"


class Mute:
    """Answers with something that is no action."""

    def __call__(self, turn: Turn) -> object:
        """Not an answer."""
        return object()


class NeedsMore:
    """Cannot be made without an argument."""

    def __init__(self, strength: int) -> None:
        self.strength = strength


def nothing() -> None:
    """Makes no bot."""
