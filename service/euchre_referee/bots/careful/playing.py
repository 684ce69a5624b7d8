"""Which card to play: what the trick is likely to bring, against what the card would bring later.

The weights are fits to how deals went on after each card that could have been played.
"""

from typing import Final, NamedTuple

from euchre_referee.bots.careful.chances import Table, beats, holds, promise, table_of
from euchre_referee.bots.ranks import BEATERS, HIGHER, winning
from euchre_referee.bots.sides import making
from euchre_referee.rules.cards import ACE, BIT, EFFECTIVE_SUIT, JOKER, NO_TRUMP, SUIT_MASK
from euchre_referee.rules.views import View


class Leading(NamedTuple):
    """What a lead is worth beside winning the trick by itself, in tricks."""

    partner: float = 0.0
    """A trick that only a partner can win."""
    trump_kept: float = 0.0
    """The part of a trump's promise that leading it gives up."""
    plain_kept: float = 0.0
    rank: float = 0.0
    """An ace of a plain suit over a seven; the ranks between in proportion."""
    length: float = 0.0
    """Each card held in a plain suit led."""
    drawing: float = 0.0
    """A trump, while others hold some."""
    drawing_highest: float = 0.0
    """The same with the highest left, on top."""
    lower_trump: float = 0.0
    """A trump that is not the highest left."""


_MAKER: Final = Leading(
    partner=0.85, trump_kept=0.6, plain_kept=0.1, rank=0.35, drawing=0.38, drawing_highest=0.36, lower_trump=-0.3
)
_MAKERS_PARTNER: Final = _MAKER._replace(drawing=0.7, drawing_highest=0.0)
_DEFENDER: Final = _MAKER._replace(drawing=0.3, drawing_highest=0.0)
_LONE_MAKER: Final = Leading(trump_kept=0.17, plain_kept=0.6, length=0.15, lower_trump=-0.4)
_LONE_DEFENDER: Final = Leading(trump_kept=1.05, plain_kept=0.5, rank=-0.05, drawing=0.35, lower_trump=-0.8)
_WITHOUT_TRUMP: Final = Leading(partner=0.85, plain_kept=-0.5, rank=-0.3, length=0.4)

_TRUMP_KEPT: Final = 0.7
"""In following: the part of a trump's promise that playing it gives up."""
_PLAIN_KEPT: Final = 0.33
_RESCUE: Final = 0.56
"""How far a partner who can still win the trick may be relied on."""
_RANK_KEPT: Final = 0.03
"""Among equals the lower card goes."""


def play(view: View) -> int:
    """The legal card with the best balance of this trick and the later ones."""
    table = table_of(view)
    if view.trick:
        return max(view.legal, key=lambda code: _following(view, table, code & 63))
    weights = _weights(view, table)
    return max(view.legal, key=lambda code: _leading(view, table, weights, code & 63))


def _weights(view: View, table: Table) -> Leading:
    """The weights of the viewer's part in this deal."""
    if table.memory.trump == NO_TRUMP:
        return _WITHOUT_TRUMP
    if view.maker == view.viewer:
        return _MAKER if table.mates else _LONE_MAKER
    if not table.mates:
        return _LONE_DEFENDER
    return _MAKERS_PARTNER if making(view) else _DEFENDER


def _leading(view: View, table: Table, weights: Leading, card: int) -> float:
    trump = table.memory.trump
    unseen = table.memory.unseen
    led = EFFECTIVE_SUIT[trump][card]
    worth = holds(table, table.rivals, card, led)
    if table.mates:
        worth += weights.partner * (1.0 - worth) * (1.0 - holds(table, table.mates, card, led))
    if led != trump:
        length = sum(1 for held in view.hand if EFFECTIVE_SUIT[trump][held] == led)
        worth += weights.rank * _height(card) + weights.length * length
        return worth - weights.plain_kept * promise(table, card)
    if HIGHER[trump][card] & unseen:
        worth += weights.lower_trump + weights.drawing
    elif SUIT_MASK[trump][trump] & unseen:
        worth += weights.drawing + weights.drawing_highest
    return worth - weights.trump_kept * promise(table, card)


def _height(card: int) -> float:
    return 1.0 if card == JOKER else card % 8 / ACE


def _following(view: View, table: Table, card: int) -> float:
    trump = table.memory.trump
    led = EFFECTIVE_SUIT[trump][view.trick[0][1]]
    seat, best = winning(trump, view.trick)
    played = {played_by for played_by, _ in view.trick}
    rivals = [rival for rival in table.rivals if rival not in played]
    if BIT[card] & BEATERS[trump][led][best]:
        wins = holds(table, rivals, card, led)
    elif seat in table.mates:
        wins = holds(table, rivals, best, led)
    else:
        helpers = [mate for mate in table.mates if mate not in played]
        wins = _RESCUE * max((beats(table, mate, best, led) for mate in helpers), default=0.0)
    kept = _TRUMP_KEPT if EFFECTIVE_SUIT[trump][card] == trump else _PLAIN_KEPT
    return wins - kept * promise(table, card) - _RANK_KEPT * _height(card)
