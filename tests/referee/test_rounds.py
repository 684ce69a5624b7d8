"""What is looked at again and again, some at a time."""

from euchre_referee.referee.rounds import Rounds


def test_few_are_given_every_time() -> None:
    there = {1, 2, 3}
    rounds = Rounds(lambda: there, 3)
    assert set(rounds.following()) == there
    there.add(4)
    there.remove(1)
    assert set(rounds.following()) == {2, 3, 4}


def test_many_are_given_in_turn_and_none_is_passed_over() -> None:
    there = list(range(25))
    rounds = Rounds(lambda: there, 10)
    first_round = [rounds.following() for _ in range(3)]
    assert sorted(map(len, first_round)) == [5, 10, 10]
    assert sorted(each for part in first_round for each in part) == there
    assert len(rounds.following()) == 10


def test_nothing_is_given_where_nothing_is() -> None:
    assert Rounds(list, 10).following() == []
