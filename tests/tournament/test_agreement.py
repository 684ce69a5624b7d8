"""A referee that gives two boards out as one is found before anything is played on them."""

import pytest

from euchre_referee.tournament.agreement import BoardsAlike, check_different
from euchre_referee.tournament.operator import BoardSeeds

BOARDS = [BoardSeeds(f"{number}-board", bytes([number] * 32)) for number in range(5)]


def test_boards_of_their_own_are_in_order() -> None:
    check_different(BOARDS)


@pytest.mark.parametrize(
    ("third", "what"),
    [(BoardSeeds("0-board", bytes(31) + b"x"), "id, 0-board"), (BoardSeeds("9-board", bytes(32)), "commitment, 0000")],
)
def test_a_board_or_a_seed_given_out_twice_is_named(third: BoardSeeds, what: str) -> None:
    with pytest.raises(BoardsAlike, match=f"the boards 1 and 3 with the same {what}"):
        check_different([*BOARDS[:2], third, *BOARDS[3:]])
