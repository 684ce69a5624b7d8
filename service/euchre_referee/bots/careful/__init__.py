"""The bot ``careful``: counts cards and weighs points and scores; it looks once and does not search."""

from euchre_referee.bots.careful.deciding import careful_bot

__all__ = ["careful_bot"]
