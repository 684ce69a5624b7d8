"""Which card to play: what the trick is likely to bring, against what the card would bring later."""

from typing import Final

from euchre_referee.bots.careful.chances import Table, beats, holds, promise, table_of
from euchre_referee.bots.ranks import BEATERS, winning
from euchre_referee.bots.sides import making
from euchre_referee.rules.cards import BIT, EFFECTIVE_SUIT, SUIT_MASK
from euchre_referee.rules.views import View

_TRUMP_KEPT: Final = 0.7
_PLAIN_KEPT: Final = 0.35
"""How much of a kept card's promise is really lost by playing it: a plain winner is easily ruffed later."""
_RESCUE: Final = 0.5
"""How far a partner who can still win the trick may be relied on."""
_DRAWING_TRUMP: Final = 0.35
_TRUMP_FOR_MAKER: Final = 0.2
_TRUMP_AGAINST_MAKER: Final = -0.2
_RANK_KEPT: Final = 0.004
"""Among equals the lower card goes."""


def play(view: View) -> int:
    """The legal card with the best balance of this trick and the later ones."""
    table = table_of(view)
    judge = _following if view.trick else _leading
    return max(view.legal, key=lambda code: judge(view, table, code & 63))


def _kept(table: Table, card: int) -> float:
    trump = table.memory.trump
    share = _TRUMP_KEPT if EFFECTIVE_SUIT[trump][card] == trump else _PLAIN_KEPT
    return share * promise(table, card) + _RANK_KEPT * (card % 8)


def _leading(view: View, table: Table, card: int) -> float:
    trump = table.memory.trump
    led = EFFECTIVE_SUIT[trump][card]
    alone = holds(table, table.rivals, card, led)
    helped = 1.0 - holds(table, table.mates, card, led)
    wins = alone + (1.0 - alone) * helped * _RESCUE
    return wins - _kept(table, card) + (_trump_lead(view, table) if led == trump else 0.0)


def _trump_lead(view: View, table: Table) -> float:
    """A maker draws trumps, the maker's partner helps; the defence would draw its own."""
    memory = table.memory
    if not SUIT_MASK[memory.trump][memory.trump] & memory.unseen:
        return 0.0
    if view.maker == view.viewer:
        return _DRAWING_TRUMP
    return _TRUMP_FOR_MAKER if making(view) else _TRUMP_AGAINST_MAKER


def _following(view: View, table: Table, card: int) -> float:
    memory = table.memory
    led = EFFECTIVE_SUIT[memory.trump][view.trick[0][1]]
    seat, best = winning(memory.trump, view.trick)
    played = {played_by for played_by, _ in view.trick}
    rivals = [rival for rival in table.rivals if rival not in played]
    mates = [mate for mate in table.mates if mate not in played]
    if BIT[card] & BEATERS[memory.trump][led][best]:
        wins = holds(table, rivals, card, led)
    elif seat in table.mates:
        wins = holds(table, rivals, best, led)
    else:
        wins = 0.0
        for mate in mates:
            wins = max(wins, beats(table, mate, best, led))
        wins *= _RESCUE if rivals else 1.0
    return wins - _kept(table, card)
