"""The order in which a session's turns are sent."""

import random
from typing import Final

from euchre_referee.api.waiting_turns import WaitingTurn, WaitingTurns
from euchre_referee.referee.entries import Clocks
from euchre_referee.referee.game import Game
from tests.referee.tables import new_table
from tests.rules.games import rules_of

_RULES: Final = rules_of("euchre")
_LIMIT_MS: Final = 30_000


def game(seed: int, started_ms: int = 0, limit_ms: int = _LIMIT_MS) -> Game:
    """A game whose turn began then."""
    made = new_table(_RULES, seed, clocks=Clocks(limit_ms)).game
    made.turn_started_ms = started_ms
    return made


def taken(turns: WaitingTurns) -> list[str]:
    """All that wait, in their order; none waits then."""
    found: list[str] = []
    while (turn := turns.take()) is not None:
        found.append(turn.game.id)
    assert len(turns) == 0
    return found


def test_the_earliest_deadline_goes_first_and_what_has_none_last() -> None:
    late, early, never = game(1, 5_000), game(2, 1_000), game(3, limit_ms=0)
    turns = WaitingTurns()
    for each in (never, late, early):
        turns.put(WaitingTurn(each, 0.0))
    assert len(turns) == 3
    assert taken(turns) == [early.id, late.id, never.id]


def test_a_game_has_one_turn_which_is_the_last_that_came() -> None:
    turns, earlier, later = WaitingTurns(), game(1, 1_000), game(1, 9_000)
    between = game(2, 5_000)
    for each in (earlier, between, later):
        turns.put(WaitingTurn(each, 0.0))
    assert taken(turns) == [between.id, later.id]


def test_a_turn_that_was_dropped_is_not_sent_and_may_come_again() -> None:
    turns, one, other = WaitingTurns(), game(1, 1_000), game(2, 2_000)
    turns.put(WaitingTurn(one, 0.0))
    turns.put(WaitingTurn(other, 0.0))
    turns.drop(one.id)
    turns.drop("there is no such game")
    assert len(turns) == 1
    turns.put(WaitingTurn(one, 1.5))
    assert turns.take() == WaitingTurn(one, 1.5)
    assert taken(turns) == [other.id]


def test_any_course_leaves_what_a_sorted_list_would_leave() -> None:
    lots = random.Random(7)
    games = [game(seed, lots.randrange(100_000)) for seed in range(60)]
    turns, expected = WaitingTurns(), dict[str, Game]()
    for _ in range(5_000):
        one = lots.choice(games)
        if lots.random() < 0.7:
            one.turn_started_ms = lots.randrange(100_000)
            turns.put(WaitingTurn(one, 0.0))
            expected[one.id] = one
        else:
            turns.drop(one.id)
            expected.pop(one.id, None)
        assert len(turns) == len(expected)
        # However many come and go unsent, what is kept of them is bounded.
        assert len(turns._order) <= 2 * len(games) + 65
    order = sorted(expected.values(), key=lambda each: each.turn_started_ms)
    assert taken(turns) == [each.id for each in order]
