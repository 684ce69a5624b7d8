"""A tournament's report in a real browser, opened from the disk: games found, opened and stepped through by keys."""

import html
import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from euchre_referee.tournament.formats.form import Form
from tests.tournament.report.directories import Asked, Played, played, record, terms_of
from tests.tournament.report.node import answer, asset

DEADLINE: Final = 110.0
Json = dict[str, Any]
RANKS: Final = dict(zip("789TJQKA", ["seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"], strict=True))
SUITS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_FLAGS: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--enable-logging=stderr",
    "--virtual-time-budget=10000",
)  # fmt: skip

pytestmark = pytest.mark.timeout(4 * DEADLINE)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A tournament with one deal a game; every page has one more script, which tells what it sees."""
    found = played(tmp_path_factory.mktemp("report") / "out", terms_of(Asked("euchre", Form(), entrants=3, boards=20)))
    folder = found.directory / "games"
    shutil.copy(Path(__file__).with_name("report_driver.js"), folder / "driver.js")
    for page in folder.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace("</head>", '<script src="driver.js"></script></head>'), encoding="utf-8")
    return found


def browse(page: Path, fragment: str, *flags: str) -> Json:
    """What the driver saw on the page, once nothing moves any more."""
    chromium = shutil.which("chromium")
    assert chromium is not None, "no chromium on the path: install the Debian package of that name"
    flags = (
        *_FLAGS, f"--user-data-dir={page.parent / 'profile'}", *flags, "--dump-dom", f"{page.as_uri()}#{fragment}"
    )  # fmt: skip
    done = subprocess.run(
        [chromium, *flags], capture_output=True, text=True, check=True, timeout=DEADLINE, encoding="utf-8"
    )
    assert "CONSOLE" not in done.stderr, done.stderr
    told = re.search('<pre id="told">(.*?)</pre>', done.stdout, re.DOTALL)
    assert told, done.stdout
    found: Json = json.loads(html.unescape(told[1]))
    return found


def words(card: str) -> str:
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def scenes_of(game: Json) -> list[Json]:
    (found,) = answer("scenes_of.js", {"scenes": asset("scenes.js"), "replays": [game]})
    scenes: list[Json] = found[0]
    return scenes


def test_a_game_is_opened_by_its_address_and_stepped_through_by_keys(report: Played) -> None:
    page = report.directory / "games" / "p1-b1.html"
    data = re.findall(r'<script type="application/json">(.*?)</script>', page.read_text(encoding="utf-8"))
    plan = report.results[1].plan
    game = next(
        each for each in map(json.loads, data) if each["id"] == record(report.standings.terms.rules, plan)["id"]
    )
    scenes = scenes_of(game)
    told = browse(page, f"b{plan.board}-t{plan.table}")
    assert told["opened"] == f"b{plan.board}-t{plan.table}"
    assert told["others"] == 1
    assert told["focused"]
    assert told["steps"] == len(scenes) - 1
    for at, (seen, scene) in enumerate(zip(told["seen"], scenes, strict=True)):
        assert [set(hand) for hand in seen["hands"]] == [set(map(words, hand.split())) for hand in scene["hands"]]
        assert seen["trick"] == [words(card.split()[1]) for card in scene["shown"]["cards"]]
        assert seen["place"] == f"{at} of {len(scenes) - 1}"
    first, *_, last = told["seen"]
    assert first["said"] == f"Deal 1: {game['names'][0]} (seat 0) dealt."
    assert first["back"]
    assert not last["back"]
    assert "points: " in last["said"]
    steps = len(scenes) - 1
    assert (told["home"], told["before"], told["clicked"]) == (
        f"0 of {steps}", f"{steps - 1} of {steps}", f"3 of {steps}"
    )  # fmt: skip


QUESTIONS: Final[Mapping[str, str]] = {
    "": "120 games.",
    "entrant=2": "80 games of bot-2.",
    "pairing=3&board=7&table=2": "1 game of pairing 3, board 7.",
    "first=1&second=2": "20 boards (40 games) where bot-1 met bot-2.",
    "end=aborted": "0 games that ended aborted.",
}


def test_the_list_says_what_was_asked_for_and_leads_to_it(report: Played) -> None:
    for fragment, sentence in QUESTIONS.items():
        told = browse(report.directory / "games" / "index.html", fragment)
        assert told["asked"] == sentence
        assert len(told["rows"]) == min(100, int(re.findall(r"(\d+) games?", sentence)[0]))


def test_there_is_a_dark_appearance(report: Played) -> None:
    page = report.directory / "games" / "index.html"
    light = browse(page, "", "--blink-settings=preferredColorScheme=1")["colours"]
    dark = browse(page, "", "--blink-settings=preferredColorScheme=0")["colours"]
    assert (light, dark) == ("rgb(246, 244, 238)", "rgb(20, 24, 22)")
