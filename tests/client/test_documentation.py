"""What the documentation shows is what is there."""

import inspect
from pathlib import Path

from euchre_client import AsyncClient, Client

DOCS = Path(__file__).resolve().parents[2] / "docs"
FIRST_BOT = DOCS / "examples" / "first_bot.py"


def test_the_first_bot_has_at_most_twenty_lines() -> None:
    assert len(FIRST_BOT.read_text(encoding="utf-8").splitlines()) <= 20


def test_the_page_shows_the_first_bot_as_it_is() -> None:
    program = FIRST_BOT.read_text(encoding="utf-8").split('"""\n\n', 1)[1]
    assert program.strip() in (DOCS / "sdk.md").read_text(encoding="utf-8")


def test_the_page_names_every_method_and_parameter_of_play() -> None:
    page = (DOCS / "sdk.md").read_text(encoding="utf-8")
    every = (name for name, _ in inspect.getmembers(Client, inspect.isfunction))
    methods = [name for name in every if not name.startswith("_") and name != "close"]
    parameters = [name for name in inspect.signature(AsyncClient.play).parameters if name not in ("self", "bot")]
    assert [name for name in methods + parameters if f"`{name}" not in page] == []
