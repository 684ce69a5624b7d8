"""Whole directories, of every format and preset: what leads anywhere arrives, and every number's games are as many."""

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote

import pytest

from euchre_referee.rules.presets import PRESETS
from euchre_referee.tournament.formats.form import Form, Format, Scoring, Seatings
from euchre_referee.tournament.report.layout import MOST_BYTES, MOST_GAMES
from euchre_referee.tournament.schedule import Pairing
from euchre_referee.tournament.statistics import SequentialTest
from euchre_referee.tournament.unfolding import unfold
from tests.tournament.report.directories import Asked, Played, pages_of, played, terms_of
from tests.tournament.report.node import answer, asset

ASKED: Final[Mapping[str, Asked]] = {
    "round-robin": Asked("euchre", Form(), boards=21),
    "round-robin of many": Asked("euchre-benny", Form(), entrants=9, boards=1),
    "round-robin at tables": Asked("buck", Form(scoring=Scoring.MATCHPOINTS), entrants=8),
    "double round-robin": Asked("euchre-two-handed", Form(Format.DOUBLE_ROUND_ROBIN)),
    "gauntlet": Asked("euchre-auction", Form(Format.GAUNTLET, challenger="bot-2"), entrants=8),
    "swiss": Asked("euchre-railroad", Form(Format.SWISS, rounds=3), entrants=7),
    "swiss at tables": Asked("american-belote-three", Form(Format.SWISS, rounds=2), entrants=7),
    "elimination": Asked("american-belote-four", Form(Format.ELIMINATION), entrants=6),
    "elimination at tables": Asked("buck-three", Form(Format.ELIMINATION), entrants=7),
    "tested match": Asked(
        "american-belote-two",
        Form(Format.MATCH, test=SequentialTest(h0=-0.9, h1=0.9)),
        entrants=2,
        boards=30,
    ),
    "plain": Asked("euchre-cutthroat", Form(duplicate=False), entrants=3, boards=6),
    "permutations": Asked("dirty-clubs-three", Form(seatings=Seatings.ALL), entrants=3),
    "whole games": Asked("dirty-clubs", Form(), entrants=2, boards=2, whole_games=True),
}
_FRAGMENT: Final = re.compile(r'href="games/index\.html#([^"]*)"[^>]*>(?:<b>)?([^<]*)')
_BAR: Final = re.compile(r'href="games/index\.html#([^"]*)"[^>]*><rect[^>]*><title>[^:]*: (\d+) of')
_VOID: Final = frozenset({"meta", "link", "br", "input"})

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module", params=ASKED)
def tournament(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A directory of each format."""
    name: str = request.param
    return played(tmp_path_factory.mktemp("report") / "out", terms_of(ASKED[name]))


def test_every_preset_is_played() -> None:
    assert {asked.preset for asked in ASKED.values()} == set(PRESETS)


class Page(NamedTuple):
    """What a page leads to, and where it can be led to."""

    leads: list[str]
    places: set[str]


class Reader(HTMLParser):
    """Fails on what is not closed, and on the same id twice."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Page([], set())
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert len(given) == len(attrs), f"an attribute twice in {tag}"
        if tag not in _VOID:
            self.open.append(tag)
        self.page.leads.extend(found for name in ("href", "src") if (found := given.get(name)) is not None)
        place = given.get("id")
        if place is not None:
            assert place not in self.page.places
            self.page.places.add(place)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(path: Path) -> Page:
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    assert not reader.open, path
    return reader.page


def test_every_way_leads_somewhere(tournament: Played) -> None:
    pages = {path.resolve(): read(path) for path in pages_of(tournament.directory)}
    assert len(pages) > 2
    for path, page in pages.items():
        for lead in page.leads:
            assert "//" not in lead
            name, _, place = lead.partition("#")
            target = (path.parent / unquote(name)).resolve() if name else path
            assert target.is_file(), f"{path.name}: {lead}"
            if place and target.name != "index.html":
                assert unquote(place) in pages[target].places, f"{path.name}: {lead}"


def asked_of(directory: Path, fragments: list[str]) -> list[dict[str, object]]:
    question = {
        "finder": asset("finder.js"),
        "rows": sorted(str(path) for path in (directory / "games").glob("index-*.js")),
        "asked": fragments,
    }
    found: list[dict[str, object]] = answer("found_by.js", question)
    return found


def test_every_number_leads_to_as_many_games_or_boards(tournament: Played) -> None:
    page = (tournament.directory / "report.html").read_text(encoding="utf-8")
    numbers = {
        fragment.replace("&amp;", "&"): int(text)
        for fragment, text in (*_FRAGMENT.findall(page), *_BAR.findall(page))
        if re.fullmatch(r"\d+", text)
    }
    assert len(numbers) > 10
    of_entrants = {f"entrant={number}" for number in range(1, len(tournament.standings.terms.entrants) + 1)}
    told = dict(zip(numbers, asked_of(tournament.directory, list(numbers)), strict=True))
    for fragment, number in numbers.items():
        if fragment in of_entrants:
            # The number is of boards, or of decisions; what is shown are all games.
            assert told[fragment]["games"], fragment
        else:
            assert told[fragment]["total"] == number, fragment


def test_every_game_is_found_and_stands_where_it_is_said_to(tournament: Played) -> None:
    folder = tournament.directory / "games"
    every = {f"pairing={pairing}" for pairing in {result.plan.pairing for result in tournament.results}}
    addresses = [address for each in asked_of(tournament.directory, sorted(every)) for address in _games(each)]
    assert len(addresses) == len(set(addresses)) == len(tournament.results)
    places = {page.name: read(page).places for page in folder.glob("p*.html")}
    assert all(address.partition("#")[2] in places[address.partition("#")[0]] for address in addresses)


def _games(told: dict[str, object]) -> list[str]:
    games = told["games"]
    assert isinstance(games, list)
    return games


def test_pages_are_bounded(tournament: Played) -> None:
    for path in (tournament.directory / "games").glob("p*.html"):
        text = path.read_text(encoding="utf-8")
        assert text.count("<details") <= MOST_GAMES
        assert len(text) < MOST_BYTES


def test_nothing_is_loaded_from_elsewhere(tournament: Played) -> None:
    for path in pages_of(tournament.directory):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"https?:|@import|url\(", text)
        assert "default-src 'none'" in text


def test_rounds_are_told_where_there_are_any(tournament: Played) -> None:
    page = (tournament.directory / "report.html").read_text(encoding="utf-8")
    terms = tournament.standings.terms
    rounds = len({pairing.round for pairing in _pairings(tournament)})
    if rounds == 1 and not terms.form.by_meetings:
        assert "<h2>Rounds</h2>" not in page
        return
    assert page.count("<h3>Round ") == rounds
    for row in tournament.standings.rows:
        assert page.count(f"Bye: {row.entrant.name}") + page.count(f", {row.entrant.name}</p>") >= row.meetings.byes


def _pairings(tournament: Played) -> tuple[Pairing, ...]:
    return unfold(tournament.standings.terms, tournament.results).schedule.pairings
