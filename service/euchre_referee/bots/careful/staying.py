"""Stay or withdraw: a trick each against the penalty for none (RULES 6)."""

from typing import Final

from euchre_referee.bots.careful.estimate import DEFENDING, some, tricks
from euchre_referee.bots.careful.giving import trump_of
from euchre_referee.bots.careful.stakes import gain
from euchre_referee.rules.actions import STAY, WITHDRAW
from euchre_referee.rules.options import Uncontested
from euchre_referee.rules.views import View

_PER_STAYER: Final = -0.05
"""Tricks that each other stayer takes away beyond an average hand: whoever stays has reason to."""
_LEAVES: Final = 0.3
"""The chance that a seat yet to be asked withdraws."""
_DENIED: Final = 0.2
"""Part of the maker's five tricks that counts as one's own loss when nobody stays."""
_GAME_LOST: Final = 4.0
"""Tricks that losing the game there and then is worth beside them, unless the deal ends it in any case."""


def stay(view: View) -> int:
    """Stays when that is expected to gain more than what withdrawing lets happen."""
    return STAY if _staying(view) >= _withdrawing(view) else WITHDRAW


def _asked_later(view: View) -> int:
    rules = view.rules
    return rules.players - 2 - len(view.withdrew) - len(view.stayed)


def _staying(view: View) -> float:
    me = view.to_act
    others = len(view.stayed) + _asked_later(view) * (1.0 - _LEAVES)
    expected = tricks(view.hand, trump_of(view), _live(view), DEFENDING, 1 + round(others)) + _PER_STAYER * others
    takes = some(expected)
    won = gain(view, me, max(1.0, expected / takes))
    return takes * won + (1.0 - takes) * gain(view, me, -view.rules.penalty)


def _withdrawing(view: View) -> float:
    """Nothing, unless the maker may be left alone with all tricks, and perhaps the game."""
    rules, maker = view.rules, view.maker
    if maker is None or view.stayed or _somebody_must_stay(view, maker):
        return 0.0
    instant = rules.sweep_wins and rules.uncontested is Uncontested.INSTANT_WIN
    at_target = view.scores[maker] - rules.hand_size <= rules.target_score
    last_deal = rules.max_deals == view.scored_deals + 1
    lost = rules.hand_size * _DENIED + (_GAME_LOST if (instant or at_target) and not last_deal else 0.0)
    return -lost * float(_LEAVES ** _asked_later(view))


def _somebody_must_stay(view: View, maker: int) -> bool:
    """Whether the rules keep another seat in against the maker (RULES 6)."""
    rules = view.rules
    if rules.uncontested is Uncontested.LAST_MUST_STAY:
        return True
    rivals = [score for seat, score in enumerate(view.scores) if seat not in (maker, view.viewer)]
    return rules.withdraw_floor > 0 and min(rivals) <= rules.withdraw_floor


def _live(view: View) -> int:
    buried = 1 << view.turn_up if view.turned_down and view.turn_up is not None else 0
    return view.rules.deck_mask & ~buried
