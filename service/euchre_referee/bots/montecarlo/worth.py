"""What the end of a deal is worth to each seat: its points by the engine's own scoring, and the game (RULES 9)."""

from collections.abc import Sequence
from typing import Final

from euchre_referee.rules.result import EndedBy
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State

_GAME: Final = 2.0
"""Points that winning the game at once is worth beside those that win it."""


def worth_of_completed(state: State) -> tuple[float, ...]:
    """By seat, of a state whose deal has just ended; a void deal is worth nothing."""
    result = state.result
    if result is None:
        raise AssertionError("only a completed deal is worth something")
    before = [score - points for score, points in zip(state.scores, result.points, strict=True)]
    swept_by = state.winners[0] if state.ended_by is EndedBy.SWEEP else None
    last = state.rules.max_deals > 0 and state.scored_deals >= state.rules.max_deals
    return _worth(state.rules, before, result.points, swept_by, last)


def worth_of_tricks(state: State, tricks: tuple[int, ...], partner: int | None) -> tuple[float, ...]:
    """By seat, if the deal that ``state`` is about to play, or is playing, came to these tricks by seat.

    ``partner`` is the holder of an auction's called card.
    """
    played = state.copy()
    played.tricks = tricks
    played.partner = partner
    score = played.plan.score(played)
    last = state.rules.max_deals == state.scored_deals + 1
    return _worth(state.rules, state.scores, score.points, score.swept_by, last)


def _worth(
    rules: RuleSet, before: Sequence[int], points: Sequence[int], swept_by: int | None, last: bool
) -> tuple[float, ...]:
    """By how much each seat does better than its opponents on average.

    Whoever wins the game gets what was still needed, whether by points or by a sweep, and a little more; in the last
    deal of a game of so many deals, which ends it for everybody, points are points.
    """
    down = rules.counts_down
    gains = [float(-gained if down else gained) for gained in points]
    if not last:
        for seat, score in enumerate(before):
            need = score - rules.target_score if down else rules.target_score - score
            if gains[seat] >= need or seat == swept_by:
                gains[seat] = need + _GAME
    total = sum(gains)
    if rules.partners:
        return tuple(gain - (total - 2 * gain) / 2 for gain in gains)
    others = rules.players - 1
    return tuple(gain - (total - gain) / others for gain in gains)
