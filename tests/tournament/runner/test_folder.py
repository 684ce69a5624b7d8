"""Who may write into a tournament's directory, and what is kept there."""

from pathlib import Path

import pytest

from euchre_referee.tournament.archive import Occupied
from euchre_referee.tournament.runner.folder import Folder, Reached, Taken
from euchre_referee.tournament.runner.plan import Plan

PLAN = Plan.drawn({"rules": "buck"}, None)


def test_a_plan_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "out")
    assert folder.plan() is None
    with folder.claimed():
        folder.keep(PLAN)
    assert Folder(tmp_path / "out").plan() == PLAN
    assert folder.run.stat().st_mode & 0o077 == 0
    assert all(file.stat().st_mode & 0o077 == 0 for file in folder.run.iterdir())


def test_one_runner_at_a_time(tmp_path: Path) -> None:
    folder, other = Folder(tmp_path), Folder(tmp_path)
    with folder.claimed(), pytest.raises(Taken, match="being played into it by another process"), other.claimed():
        raise AssertionError
    with other.claimed():
        pass


def test_another_tournament_and_what_is_no_directory_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text("kept")
    with pytest.raises(Occupied, match=r"holds another tournament \(games\.jsonl\)"):
        Folder(tmp_path).plan()
    (tmp_path / "file").write_text("")
    with pytest.raises(Occupied, match="is no directory"):
        Folder(tmp_path / "file").plan()


def test_a_plan_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.run.mkdir()
    (folder.run / "tournament.json").write_text("{")
    with pytest.raises(Occupied, match=r"tournament\.json cannot be read: "):
        folder.plan()


def test_commands_find_the_referee_while_it_is_there(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    with folder.claimed():
        assert folder.referee() is None
        with folder.reached_at(Reached("127.0.0.1:1", "token")):
            assert Folder(tmp_path).referee() == Reached("127.0.0.1:1", "token")
        assert folder.referee() is None


def test_at_the_end_nothing_secret_is_left(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    with folder.claimed():
        folder.keep(PLAN)
        folder.store.mkdir()
        (folder.store / "token.keys").write_text("secret")
        folder.settle()
    assert not folder.store.exists()
    kept = folder.plan()
    assert kept is not None
    assert kept.over


def test_a_tournament_that_was_never_made_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    for directory in (tmp_path, tmp_path / "new"):
        folder = Folder(directory)
        with folder.claimed():
            folder.keep(PLAN)
            folder.abandon()
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]
