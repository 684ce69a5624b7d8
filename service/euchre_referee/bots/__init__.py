"""Built-in players: functions of a view. They know the rules and nothing else."""

from euchre_referee.bots.bot import Bot
from euchre_referee.bots.registry import BOTS, make_bot, thinks

__all__ = ["BOTS", "Bot", "make_bot", "thinks"]
