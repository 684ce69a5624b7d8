"""The built-in players by name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from euchre_referee.bots.bot import Bot
from euchre_referee.bots.careful import careful_bot
from euchre_referee.bots.first import first_bot
from euchre_referee.bots.greedy import greedy_bot
from euchre_referee.bots.montecarlo import MonteCarloBot
from euchre_referee.bots.uniform import RandomBot

BOTS: Final[Mapping[str, Callable[[int], Bot]]] = MappingProxyType(
    {
        "random": RandomBot,
        "first": lambda seed: first_bot,
        "greedy": lambda seed: greedy_bot,
        "careful": lambda seed: careful_bot,
        "montecarlo": MonteCarloBot,
    }
)
"""By name: what makes the bot from its seed; weakest first."""

_THINKING: Final = frozenset({"montecarlo"})


def thinks(name: str) -> bool:
    """Whether a bot takes long for a decision."""
    return name in _THINKING


def make_bot(name: str, seed: int) -> Bot:
    """The bot of that name; ``seed`` is any integer and matters to bots that draw.

    Raises ValueError if no bot has the name.
    """
    if name not in BOTS:
        raise ValueError(f"no built-in bot is called {name!r}; choose one of {', '.join(BOTS)}")
    return BOTS[name](seed)
