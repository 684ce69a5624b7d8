"""What points are worth where the scores stand (RULES 9)."""

from typing import Final

from euchre_referee.rules.views import View

_GAME: Final = 2.0
"""Points that winning the game at once is worth beside those that win it."""


def gain(view: View, seat: int, points: float) -> float:
    """The worth of ``points`` in a seat's favour (negative: against it); those beyond the target are wasted."""
    rules = view.rules
    score = view.scores[seat]
    need = score - rules.target_score if rules.counts_down else rules.target_score - score
    return need + _GAME if points >= need else points
