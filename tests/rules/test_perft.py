"""Counting action sequences in positions small enough to count by hand."""

import pytest

from euchre_referee.rules.engine import new_game
from euchre_referee.rules.perft import perft
from tests.rules.games import rules_of
from tests.rules.situations import Situation, stands


@pytest.mark.parametrize(
    ("preset", "situation", "counts"),
    [
        # Pass, order or order alone; after an order six discards, after a pass three answers.
        ("euchre", Situation(), [3, 3 + 6 + 6]),
        # Three answers, eight ways.
        ("buck", Situation(actions="order, discard 9d"), [2, 4, 8]),
        # Everybody follows another suit: the leader's five, and five each.
        ("euchre", Situation(actions="order, discard Th"), [5, 25, 125]),
        # The last trick of a deal that then is over.
        (
            "american-belote-two",
            Situation(actions="order, keep, play Jd, play Ts, play Jh, play Js, play Qh, play Qs, play Kh, play Ks"),
            [1, 1, 0, 0],
        ),
    ],
)
def test_sequences_are_counted_by_length(preset: str, situation: Situation, counts: list[int]) -> None:
    state = stands(rules_of(preset), situation)
    assert perft(state, len(counts)) == counts
    assert perft(state, 1) == counts[:1]


def test_nothing_is_counted_where_nothing_is_asked() -> None:
    assert perft(stands(rules_of("euchre"), Situation()), 0) == []
    assert perft(new_game(rules_of("euchre")), 2) == [0, 0]
