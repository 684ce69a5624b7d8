"""The steps of a deal, by name (RULES 3)."""

from enum import StrEnum


class Phase(StrEnum):
    """Where a game stands: a step of a deal, between two deals, or over."""

    BETWEEN_DEALS = "between_deals"
    JOKER = "joker"
    CLAIM = "claim"
    ORDER = "order"
    NAME = "name"
    BID = "bid"
    TRUMP = "trump"
    PARTNER = "partner"
    PICK_UP = "pick_up"
    EXCHANGE = "exchange"
    BEST = "best"
    GIVE = "give"
    DEFEND = "defend"
    STAY = "stay"
    PLAY = "play"
    GAME_OVER = "game_over"

    # Enum's own is written in Python, and phases are keys wherever views are encoded or decisions counted.
    __hash__ = str.__hash__
