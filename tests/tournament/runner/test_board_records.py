"""Records as they are written, cut off anywhere and gone on with."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_referee.tournament.runner.board_records import BoardRecords

BOARDS = [["one", "two"], ["three"], [], ["four", "five"]]


@contextmanager
def opened(folder: Path) -> Iterator[BoardRecords]:
    with BoardRecords.opened(folder / "games.jsonl", folder / "index") as records:
        yield records


def lines(folder: Path) -> list[str]:
    return (folder / "games.jsonl").read_text().splitlines()


def write(folder: Path, first: int = 1) -> None:
    with opened(folder) as records:
        for board, found in enumerate(BOARDS[first - 1 :], first):
            assert records.written == board - 1
            records.add(found, 10 * board)


def test_boards_are_written_one_after_the_other(tmp_path: Path) -> None:
    write(tmp_path)
    assert lines(tmp_path) == ["one", "two", "three", "four", "five"]
    with opened(tmp_path) as records:
        assert records.written == 4
        assert [records.version(board) for board in range(1, 5)] == [10, 20, 30, 40]


def test_what_is_left_of_boards_in_play_is_gone_when_it_goes_on(tmp_path: Path) -> None:
    with opened(tmp_path) as records:
        records.add(BOARDS[0], 1)
        records.leave(["half of a board"])
    assert lines(tmp_path) == ["one", "two", "half of a board"]
    with opened(tmp_path) as records:
        assert records.written == 1
    assert lines(tmp_path) == ["one", "two"]


def test_a_board_that_is_played_again_takes_those_after_it_along(tmp_path: Path) -> None:
    write(tmp_path)
    with opened(tmp_path) as records:
        records.take_back(2)
        assert records.written == 1
        records.add(["another three"], 50)
        assert records.version(2) == 50
    assert lines(tmp_path) == ["one", "two", "another three"]


def test_an_index_of_records_that_the_machine_lost_is_not_believed(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "games.jsonl").write_text("one\ntwo\nthr")
    with opened(tmp_path) as records:
        assert records.written == 1
    assert lines(tmp_path) == ["one", "two"]


@settings(max_examples=25)
@given(cut=st.integers(0, 200), index_cut=st.integers(0, 64))
def test_killed_at_any_moment_it_goes_on_to_the_same_file(
    tmp_path_factory: pytest.TempPathFactory, cut: int, index_cut: int
) -> None:
    folder = tmp_path_factory.mktemp("records")
    write(folder)
    whole = (folder / "games.jsonl").read_bytes()
    for name, size in (("games.jsonl", cut), ("index", index_cut)):
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content[:size])
    with opened(folder) as records:
        first = records.written + 1
    write(folder, first)
    assert (folder / "games.jsonl").read_bytes() == whole
