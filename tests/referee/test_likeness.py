"""Boards that share a seed or their cards are found; the tables of one board share both rightly."""

from dataclasses import replace
from typing import Any

from euchre_referee.referee.entries import SeedMode
from euchre_referee.referee.likeness import Likeness
from euchre_referee.referee.recording import full_record
from tests.referee.tables import Table, new_table
from tests.rules.games import rules_of

Record = dict[str, Any]


def game(seed: int, board: str = "", preset: str = "euchre", name: str = "", *, chosen: bool = False) -> Record:
    """The record of a game of one deal."""
    table = new_table(rules_of(preset), seed, board=board, nonces=(b"a", b"b") if board else ())
    if chosen:
        table = Table(replace(table.game.created, seed_mode=SeedMode.CHOSEN), table.rules)
    table.end()
    record: Record = full_record(table.log)
    if name:
        record["id"] = name
    return record


def found(*records: object) -> list[tuple[str, ...]]:
    """What is said of each record, in their order."""
    likeness = Likeness()
    return [likeness.faults(record, f"line {number}") for number, record in enumerate(records, 1)]


def test_the_tables_of_a_board_and_different_boards_are_in_order() -> None:
    assert found(game(1, "1"), game(1, "1", name="other"), game(2, "2"), game(3, "1")) == [()] * 4


def test_a_seed_under_two_labels_is_found_though_the_cards_differ() -> None:
    assert found(game(1, "1"), game(2, "3"), game(1, "2")) == [
        (), (), ("proof.seed: board 2 has the seed of board 1 (line 1)",),
    ]  # fmt: skip


def test_the_same_cards_are_found_whoever_deals_them() -> None:
    one, other = game(1, "1", "buck-three"), game(2, "2", "buck-three")
    deal = one["deals"][0]
    *hands, dead = deal["hands"]
    other["deals"][0] = {**deal, "dealer": (deal["dealer"] + 1) % 3, "hands": [*hands[-1:], *hands[:-1], dead]}
    assert found(one, other) == [(), ("deals[0]: board 2 has the cards of board 1 (line 1)",)]


def test_single_games_share_a_seed_only_where_it_was_chosen() -> None:
    drawn = found(game(1, name="5-a"), game(1, name="5-b"), game(1, name="5-a"))
    both = ("proof.seed: this game has the seed of line 1", "deals[0]: this game has the cards of line 1")
    assert drawn == [(), both, ()]
    assert found(game(1, name="5-a", chosen=True), game(1, name="5-b", chosen=True)) == [(), ()]


def test_what_says_nothing_of_its_cards_is_passed_over() -> None:
    odd: list[object] = [
        None,
        [],
        {},
        {"proof": {}},
        {"proof": {"board": "1", "seed": "00"}, "deals": [{"dealer": "x"}]},
    ]
    assert found(*odd) == [()] * len(odd)
