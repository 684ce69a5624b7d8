"""The parts of the runner that need neither processes nor a referee."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from euchre_referee.tournament import ends
from euchre_referee.tournament.archive import Archive, Occupied
from euchre_referee.tournament.attendance import READY, ended_line, game_ended
from euchre_referee.tournament.chances import Chances
from euchre_referee.tournament.config import MOST_ENTRANTS
from euchre_referee.tournament.ends import Ends
from euchre_referee.tournament.places import Place, places
from euchre_referee.tournament.processes import Launch
from euchre_referee.tournament.schedule import Entrant, GamePlan
from euchre_referee.tournament.standings import standings
from euchre_referee.tournament.terms import SeedMode
from euchre_referee.tournament.unplayed import unplayed
from tests.tournament.tables import schedule, terms

ENTRANTS = (Entrant("one", "greedy"), Entrant("two", "greedy"))
PLACE = Place(1, 2, 3, ENTRANTS[0])
TERMS = terms("euchre", ["first", "greedy", "careful"], 3)
PLANS = list(schedule(TERMS).games())


def test_a_chosen_seed_fixes_every_chance() -> None:
    one, same, other = Chances("a"), Chances("a"), Chances("b")
    assert one.seed_mode is SeedMode.REPRODUCIBLE
    assert one.run_seed == same.run_seed != other.run_seed
    assert one.nonces(ENTRANTS) == same.nonces(ENTRANTS) != other.nonces(ENTRANTS)
    assert one.bot_seed(PLACE) == same.bot_seed(PLACE) != other.bot_seed(PLACE)
    assert len({*one.nonces(ENTRANTS), one.run_seed}) == 3


def test_bots_at_different_places_draw_differently() -> None:
    chances = Chances("a")
    seats = [Place(pairing, table, seat, ENTRANTS[0]) for pairing in (1, 2) for table in (1, 2) for seat in range(4)]
    assert len({chances.bot_seed(place) for place in seats}) == 16
    assert all(0 <= chances.bot_seed(place) < 1 << 63 for place in seats)


def test_without_a_seed_nobody_knows_the_chances() -> None:
    chances = Chances(None)
    assert chances.seed_mode is SeedMode.PROVABLE
    assert chances.run_seed == b""
    assert chances.nonces(ENTRANTS) != chances.nonces(ENTRANTS)
    assert chances.bot_seed(PLACE) != chances.bot_seed(PLACE)


def test_every_place_has_a_session_of_its_own() -> None:
    planned = schedule(TERMS)
    entrants = {entrant.name: entrant for entrant in TERMS.entrants}
    found = [place for pairing in planned.pairings for place in places(pairing, entrants)]
    assert len(found) == 24
    assert len({place.session("t") for place in found}) == 24
    assert str(PLACE) == "one (pairing 1, table 2, seat 3)"
    last = Place(MOST_ENTRANTS**4, 4, 3, ENTRANTS[0])
    assert len(last.session("t-0123456789abcdef").encode()) <= 100


def test_the_two_bots_of_a_team_take_its_seats_in_turn() -> None:
    own = replace(terms("euchre", ["A", "B"], 1), entrants=(Entrant("A", "greedy+careful"), Entrant("B", "first")))
    (pairing,) = schedule(own).pairings
    found = places(pairing, {entrant.name: entrant for entrant in own.entrants})
    programs = [place.program for place in found]
    assert programs == ["greedy", "first", "careful", "first", "first", "greedy", "first", "careful"]
    assert "careful" in Launch(found[2], "127.0.0.1:1", "token", 1, 30.0, "{}").command()


def test_what_an_attended_process_says() -> None:
    assert game_ended(ended_line("5-abc")) == "5-abc"
    assert game_ended(READY) is None
    assert game_ended("a bot's own line") is None


async def test_an_end_that_is_told_is_looked_at_at_once() -> None:
    waited_for = Ends()
    waited_for.tell("5-abc")
    with waited_for.awaiting("5-abc") as end:
        assert waited_for.running == 1
        waited_for.tell("6-other")
        looking = asyncio.create_task(end.news())
        waited_for.tell("5-abc")
        assert await looking is True
    assert waited_for.running == 0


async def test_after_a_silence_it_is_time_to_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ends, "FIRST_SILENCE", 0.01)
    with Ends().awaiting("5-abc") as end:
        assert await end.news() is False
        end.tell()
        assert await end.news() is True


def record(plan: GamePlan) -> dict[str, object]:
    return {"id": f"{plan.pairing}-{plan.board}-{plan.table}"}


def written(directory: Path) -> list[str]:
    return [json.loads(line)["id"] for line in (directory / "games.jsonl").read_text().splitlines()]


def test_records_stay_out_of_sight_until_their_board_is_over(tmp_path: Path) -> None:
    with Archive.begun(tmp_path / "out", standings(TERMS, ())) as archive:
        for plan in reversed(PLANS[6:12]):
            archive.keep(plan, record(plan))
        for plan in PLANS[1:6]:
            archive.keep(plan, record(plan))
        assert written(tmp_path / "out") == []
        archive.keep(PLANS[0], record(PLANS[0]))
        assert written(tmp_path / "out") == [record(plan)["id"] for plan in PLANS[:12]]
        archive.keep(PLANS[14], record(PLANS[14]))
        archive.finish(standings(TERMS, ()), ())
    assert written(tmp_path / "out") == [record(plan)["id"] for plan in [*PLANS[:12], PLANS[14]]]
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == [
        "crosstable.csv",
        "games",
        "games.jsonl",
        "plots",
        "report.html",
        "standings.json",
    ]


def test_an_archive_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text("kept")
    with pytest.raises(Occupied, match=r"report\.html"), Archive.begun(tmp_path, standings(TERMS, ())):
        raise AssertionError
    assert (tmp_path / "report.html").read_text() == "kept"


def test_what_was_not_played_is_told_by_pairing_and_reason() -> None:
    planned = schedule(TERMS)
    reasons = {PLANS[0]: "it was aborted", **dict.fromkeys(PLANS[6:12], "the referee was gone")}
    found = unplayed(planned, planned.games(), (), reasons, {2: "greedy is lost"})
    assert sum(each.games for each in found) == len(PLANS)
    sentences = [each.sentence() for each in found]
    assert sentences[0] == "pairing 1 (first, greedy), board 1: 1 game not played: it was aborted"
    assert "pairing 2 (first, careful), boards 1 to 3: 4 games not played: greedy is lost" in sentences
    assert "pairing 3 (greedy, careful), boards 1 to 3: 4 games not played: not begun" in sentences
