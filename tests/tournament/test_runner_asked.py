"""What keeps a tournament from beginning is named, all of it, before anything is started."""

from pathlib import Path

import pytest

from euchre_referee.bots import BOTS
from euchre_referee.cli.tournament import main
from euchre_referee.tournament.config import TournamentConfig, parse_config, read_toml

GOOD = ("run", "--rules", "euchre", "--bots", "first,greedy", "--boards", "2")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the command is called."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EUCHRE_SERVER", raising=False)
    monkeypatch.delenv("EUCHRE_TOKEN", raising=False)
    return tmp_path


def complaints(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """What is said about a command line that cannot be."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()


def test_everything_wrong_is_named_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("run", "--rules", "bridge", "--bots", "greedy,greedy,nobody", "--boards", "many", "--seed", "")
    found = complaints(capsys, *arguments, "--server", "127.0.0.1:1")
    assert all(line.startswith("euchre tournament: ") for line in found)
    for key in ("rules: ", "bots: 'greedy'", "bots: 'nobody'", "boards: 'many'", "seed: ''", "--token: missing"):
        assert any(line.startswith(f"euchre tournament: {key}") for line in found), key
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("name", ["games.jsonl", "standings.json", "report.html", "bots.log"])
def test_a_directory_with_another_tournament_is_left_alone(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / name).write_text("kept")
    (said,) = complaints(capsys, *GOOD, "--out", str(folder))
    assert f"{folder} holds another tournament ({name})" in said
    assert (folder / name).read_text() == "kept"


def test_a_file_is_no_directory(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "out").write_text("")
    (said,) = complaints(capsys, *GOOD, "--out", str(folder / "out"))
    assert "is no directory" in said


def test_a_configuration_that_cannot_be_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (said,) = complaints(capsys, "run", "nowhere.toml")
    assert "nowhere.toml cannot be read" in said
    (folder / "bad.toml").write_text("boards = = 3")
    (said,) = complaints(capsys, "run", "bad.toml")
    assert "bad.toml: the file: no TOML" in said


def test_flags_come_before_the_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "good.toml").write_text('rules = "euchre"\nbots = ["first", "greedy"]\nboards = 2\n')
    (said,) = complaints(capsys, "run", "good.toml", "--boards", "0")
    assert "boards: 0 is out of range" in said


def test_programs_that_make_no_bot(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "wrong.py").write_text("def bot():\n    return 1 / 0\n")
    arguments = ("run", "--rules", "euchre", "--boards", "2", "--bots", "a=wrong:bot,b=wrong:other,c=absent:bot")
    first, second, third = complaints(capsys, *arguments)
    assert "bots: 'a' cannot be used: wrong:bot gives no bot: ZeroDivisionError" in first
    assert "bots: 'b' cannot be used: wrong:other gives no bot: AttributeError" in second
    assert "bots: 'c' cannot be used: absent:bot gives no bot: ModuleNotFoundError" in third


def test_help_and_a_command_line_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--help"]) == 0
    assert "Exit status: 0 everything was played" in " ".join(capsys.readouterr().out.split())
    assert main([]) == 2
    assert main([*GOOD, "--action-limit-ms", "0"]) == 2


def test_the_configuration_that_the_page_shows_is_one() -> None:
    page = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text()
    values = read_toml(page.split("```toml")[1].split("```")[0])
    assert isinstance(values, dict), values
    assert isinstance(parse_config(values, BOTS), TournamentConfig)
