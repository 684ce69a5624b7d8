"""Chances of one trick and of a card's future, by counting the unseen cards.

Every unseen card is taken to be equally likely in every hand that can hold it, each independently; what is
known of a seat (suits it lacks, the turn-up it took) is taken as certain.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from euchre_referee.bots.careful.memory import Memory, remember
from euchre_referee.bots.ranks import BEATERS, HIGHER
from euchre_referee.bots.sides import allies, others
from euchre_referee.rules.cards import EFFECTIVE_SUIT, SUIT_MASK
from euchre_referee.rules.options import Bidding
from euchre_referee.rules.views import View

_STILL_HAS_TURN_UP: Final = 0.95
_LATER_RUFF: Final = (0.0, 0.5, 0.35, 0.25, 0.2, 0.15, 0.1)
"""Chance that a trump with so many higher ones against it still takes a trick."""


class Table(NamedTuple):
    """The seats that play this trick and what is known of their cards."""

    memory: Memory
    mates: tuple[int, ...]
    rivals: tuple[int, ...]
    miss: tuple[float, ...]
    """By seat: the chance that a given unseen card is not in that hand."""
    rival_miss: float
    """The chance that a given unseen card is in no rival's hand."""


def table_of(view: View) -> Table:
    """Counts once what every judgement of the turn needs."""
    memory = remember(view)
    mates = _presumed_mates(view)
    rivals = tuple(seat for seat in others(view) if seat not in mates)
    unseen = memory.unseen.bit_count() or 1
    miss = tuple(max(0.0, 1.0 - size / unseen) for size in view.hand_sizes)
    against = sum(view.hand_sizes[seat] for seat in rivals)
    return Table(memory, mates, rivals, miss, max(0.0, 1.0 - against / unseen))


def _presumed_mates(view: View) -> tuple[int, ...]:
    """The allies; in an auction whose partner nobody knows yet, every defender takes the others for defenders too."""
    known = allies(view)
    rules, maker = view.rules, view.maker
    if known or rules.bidding is not Bidding.AUCTION or maker is None or maker == view.viewer:
        return known
    return tuple(seat for seat in others(view) if seat != maker)


def beats(table: Table, seat: int, best: int, led: int) -> float:
    """The chance that a seat yet to play can win the trick from the card ``best``, ``led`` being the suit led."""
    memory = table.memory
    can_hold = memory.unseen & ~memory.lacking[seat]
    beaters = BEATERS[memory.trump][led][best] & can_hold
    if not beaters:
        return 0.0
    following = SUIT_MASK[memory.trump][led] & can_hold
    if seat == memory.shown_to and beaters & memory.shown & (following or -1):
        return _STILL_HAS_TURN_UP
    miss = table.miss[seat]
    in_suit = 1.0 - miss ** (beaters & following).bit_count()
    ruff = 1.0 - miss ** (beaters & ~following).bit_count()
    return float(in_suit + ruff * miss ** following.bit_count())


def holds(table: Table, seats: Iterable[int], best: int, led: int) -> float:
    """The chance that none of these seats can win the trick from the card ``best``."""
    chance = 1.0
    for seat in seats:
        chance *= 1.0 - beats(table, seat, best, led)
    return chance


def promise(table: Table, card: int) -> float:
    """The chance that a card kept for later takes a trick then."""
    memory = table.memory
    suit = EFFECTIVE_SUIT[memory.trump][card]
    above = (HIGHER[memory.trump][card] & memory.unseen).bit_count()
    free = table.rival_miss**above
    if suit == memory.trump:
        return float(free + (1.0 - free) * _LATER_RUFF[min(above, 6)])
    return float(free * holds(table, table.rivals, card, suit)) if free else 0.0
