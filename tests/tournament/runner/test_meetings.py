"""When the records of a board may be seen."""

from euchre_referee.tournament.runner.meetings import Boards


def shared() -> Boards:
    """Two rounds of two meetings on two boards each, two tables at every meeting."""
    boards = Boards(2, duplicate=True)
    boards.begin(1, 1, ("a", "b"), 2)
    boards.begin(1, 2, ("c", "d"), 2)
    return boards


def test_a_board_is_settled_when_every_meeting_is_over_with_it() -> None:
    boards = shared()
    assert not boards.is_settled(1)
    boards.over(2, 1)
    assert boards.any_over(1)
    assert boards.games(1) is None
    assert not boards.is_settled(1)
    boards.over(1, 1)
    assert boards.is_settled(1)
    assert boards.games(1) == 4
    assert not boards.is_settled(2)
    assert not boards.is_settled(3), "no meeting that plays it is known yet"


def test_a_game_that_is_played_again_opens_its_board_again() -> None:
    boards = shared()
    boards.over(1, 1)
    boards.over(2, 1)
    boards.again(1, 1)
    assert not boards.is_settled(1)
    boards.over(1, 1)
    assert boards.is_settled(1)


def test_a_round_that_is_closed_waits_for_nobody() -> None:
    boards = shared()
    boards.over(1, 1)
    boards.close()
    boards.begin(2, 3, ("a", "c"), 2)
    boards.begin(2, 4, ("b", "d"), 2)
    assert boards.is_settled(1)
    assert boards.games(1) is None, "fewer than there were to play"
    assert boards.is_settled(2)
    assert not boards.any_over(2)
    assert not boards.is_settled(3)
    boards.over(4, 3)
    assert boards.last_begun == 3


def test_without_duplicate_boards_every_meeting_has_its_own() -> None:
    boards = Boards(2, duplicate=False)
    boards.begin(1, 1, ("a", "b"), 2)
    boards.begin(1, 2, ("c", "d"), 2)
    boards.over(2, 3)
    assert boards.is_settled(3)
    assert boards.games(3) == 1
    assert not boards.is_settled(1)
    boards.over(1, 1)
    assert boards.is_settled(1)
