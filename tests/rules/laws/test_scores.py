"""Tricks, points, winners, laps and slams of random games against a second reading of the rule book."""

from hypothesis import given

from euchre_referee.rules.actions import move_text
from euchre_referee.rules.cards import TRUMPS
from euchre_referee.rules.result import DealResult, Outcome
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State
from tests.rules.games import options_of, rule_sets, seeds, states_of_a_game
from tests.rules.laws import reference

VOID = (Outcome.THROWN_IN, Outcome.MISDEAL)


def expected_tricks(state: State, result: DealResult) -> list[int]:
    rules = state.rules
    if result.outcome is Outcome.UNCONTESTED:
        return [rules.hand_size if seat == result.maker else 0 for seat in range(rules.players)]
    assert result.trump is not None
    seats = rules.players - len(state.sits_out) - len(result.withdrew)
    return reference.tricks_of(list(map(move_text, state.moves)), TRUMPS[result.trump], rules.players, seats)


def expected_points(rules: RuleSet, result: DealResult) -> list[int]:
    options = options_of(rules)
    if "penalty" in options:
        return reference.buck(options, result.tricks, result.maker, result.bid, result.withdrew)
    if "bid_scores" in options:
        assert result.maker is not None
        assert result.bid is not None
        return reference.auction(options, result.tricks, result.maker, result.bid, result.partner)
    sides = reference.sides_of(rules.players, rules.partners)
    return reference.euchre(
        rules.preset, options, result.tricks, sides, result.maker, result.alone, result.lone_defender
    )


@given(rule_sets(), seeds)
def test_tricks_and_points(rules: RuleSet, seed: int) -> None:
    for state in states_of_a_game(rules, seed, deals=6):
        result = state.result
        if result is None:
            continue
        if result.outcome in VOID:
            assert result.points == (0,) * rules.players
        else:
            assert list(result.tricks) == expected_tricks(state, result)
            assert list(result.points) == expected_points(rules, result)


def sweeper(rules: RuleSet, result: DealResult) -> int | None:
    options = options_of(rules)
    uncontested = result.outcome is Outcome.UNCONTESTED and options["uncontested"] != "instant_win"
    if not options.get("sweep_wins") or uncontested or rules.hand_size not in result.tricks:
        return None
    return result.tricks.index(rules.hand_size)


@given(rule_sets(), seeds)
def test_the_end_of_the_game(rules: RuleSet, seed: int) -> None:
    options = options_of(rules)
    start, target = reference.number(options, "start_score"), reference.number(options, "target_score")
    scored = 0
    for state in states_of_a_game(rules, seed, deals=20):
        result = state.result
        if result is None or result.outcome in VOID:
            assert not state.finished
            continue
        scored += 1
        ended_by, winners = reference.ended(
            options, "penalty" in options, state.scores, result.maker, rules.partners, sweeper(rules, result), scored
        )
        assert (state.ended_by, list(state.winners)) == (ended_by, winners)
        losers = [score for seat, score in enumerate(state.scores) if seat not in winners]
        slam = ended_by is not None and options.get("slam") and losers and set(losers) == {start}
        assert state.game_value == (2 if slam else 1)
        carries = options.get("laps") and ended_by is not None
        beyond = [
            max(score - target, 0) if carries and seat in winners else 0 for seat, score in enumerate(state.scores)
        ]
        assert list(state.carried) == beyond
