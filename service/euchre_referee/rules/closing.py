"""The end of a deal and of a game: who deals next, who has won (RULES 9, "End", "Laps", "Slam")."""

from operator import add

from euchre_referee.rules.options import MisdealDealer, TieBreak
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.result import DealResult, EndedBy, Outcome
from euchre_referee.rules.state import CLOSED, Flow, Score, State


def close_void(state: State, outcome: Outcome) -> Flow:
    """End a deal that nobody scores: thrown in, or a misdeal."""
    none = (0,) * state.rules.players
    same = outcome is Outcome.MISDEAL and state.rules.misdeal_dealer is MisdealDealer.SAME
    result = DealResult(state.dealer, None, None, False, None, None, None, (), none, none, outcome)
    _end_deal(state, result, next_dealer=state.dealer if same else _left_of(state))
    return CLOSED


def close_played(state: State) -> Flow:
    """Score a deal by the rule set's scoring, and end the game where that decides it."""
    return close_scored(state, state.plan.score(state))


def close_scored(state: State, score: Score) -> Flow:
    """Post what a deal is worth, and end the game where that decides it."""
    outcome, points, swept_by = score
    result = DealResult(
        state.dealer,
        state.maker,
        state.trump,
        state.alone,
        None if state.best_bid is None else state.best_bid[1],
        state.partner,
        state.lone_defender,
        state.withdrew,
        state.tricks,
        points,
        outcome,
    )
    _end_deal(state, result, next_dealer=_left_of(state))
    state.scores = tuple(map(add, state.scores, points))
    state.scored_deals += 1
    if swept_by is not None:
        _end_game(state, EndedBy.SWEEP, (swept_by,))
    elif there := _at_target(state):
        _end_game(state, EndedBy.TARGET, _winners_at_target(state, there))
    elif state.scored_deals == state.rules.max_deals:
        _end_game(state, EndedBy.MAX_DEALS, _best(state, tuple(range(state.rules.players))))
    return CLOSED


def _left_of(state: State) -> int:
    return (state.dealer + 1) % state.rules.players


def _end_deal(state: State, result: DealResult, next_dealer: int) -> None:
    state.part()
    state.result = result
    state.dealer = next_dealer
    state.phase = Phase.BETWEEN_DEALS
    state.needs_deal = True
    state.to_act = -1
    state.queue = state.legal = ()
    state.withheld = False


def _at_target(state: State) -> tuple[int, ...]:
    target, scores = state.rules.target_score, state.scores
    if state.rules.counts_down:
        return tuple(seat for seat, score in enumerate(scores) if score <= target) if min(scores) <= target else ()
    return tuple(seat for seat, score in enumerate(scores) if score >= target) if max(scores) >= target else ()


def _best(state: State, seats: tuple[int, ...]) -> tuple[int, ...]:
    choose = min if state.rules.counts_down else max
    best = choose(state.scores[seat] for seat in seats)
    return tuple(seat for seat in seats if state.scores[seat] == best)


def _winners_at_target(state: State, there: tuple[int, ...]) -> tuple[int, ...]:
    if state.rules.partners:
        return there
    best = _best(state, there)
    match state.rules.tie_break:
        case TieBreak.JOINT:
            return there
        case TieBreak.MAKER_FIRST if state.maker in there:
            return (state.maker,)
        case TieBreak.BEST_THEN_MAKER if state.maker in best:
            return (state.maker,)
        case _:
            return best


def _end_game(state: State, ended_by: EndedBy, winners: tuple[int, ...]) -> None:
    rules = state.rules
    state.finished = True
    state.needs_deal = False
    state.phase = Phase.GAME_OVER
    state.ended_by = ended_by
    state.winners = winners
    if rules.laps:
        state.carried = tuple(
            max(0, score - rules.target_score) if seat in winners else 0 for seat, score in enumerate(state.scores)
        )
    losers = [score for seat, score in enumerate(state.scores) if seat not in winners]
    if rules.slam and losers and all(score == rules.start_score for score in losers):
        state.game_value = 2
