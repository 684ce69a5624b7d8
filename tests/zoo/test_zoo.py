"""Whatever one player does, the others' game goes on, and the record says what was done about it."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import pytest
import pytest_asyncio

from euchre_referee.referee.entries import (
    BY_CLOCK,
    CAUSES,
    NOBODY,
    Acted,
    Ended,
    Lost,
    Mark,
    Sanction,
    Struck,
    Termination,
)
from euchre_referee.referee.verifying import verify
from tests.zoo.mortal import Moment
from tests.zoo.zoo import ANIMALS, DEALS, IN_TIME, SANCTIONS, SEATS, STRIKE_LIMIT, Stay, all_stays

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "misbehaving.md"


class Expected(NamedTuple):
    """What an animal is told, and why the referee decides for it; OWN: it need not."""

    told: frozenset[str]
    fault: Mark = Mark.OWN


def told(*reasons: str, fault: Mark = Mark.OWN) -> Expected:
    """These reasons, all of them and no others."""
    return Expected(frozenset(reasons), fault)


EXPECTED: Final[Mapping[str, Expected]] = {
    "illegal": told("MALFORMED_ACTION", "ACTION_NOT_ALLOWED_NOW", fault=Mark.STRIKES),
    "late": told("TIME_OVER", fault=Mark.TIMEOUT),
    "silent": told(fault=Mark.TIMEOUT),
    "meddling": told("NOT_SEATED", "NOT_YOUR_TURN"),
    "repeating": told("ALREADY_DECIDED"),
    "wrong history": told("HISTORY_CHANGED"),
    "never acknowledging": told(),
    "reconnecting": told("SUPERSEDED"),
    "flooding": told(fault=Mark.TIMEOUT),
    "calling": told("BUSY", "GAME_NOT_FOUND"),
    "garbage frames": told("INVALID_REQUEST", fault=Mark.DISCONNECT),
    "too large frames": told("RESOURCE_EXHAUSTED", fault=Mark.DISCONNECT),
    "garbage bytes": told(fault=Mark.DISCONNECT),
    "half-open": told(fault=Mark.TIMEOUT),
    "slow reader": told(fault=Mark.TIMEOUT),
    f"dying {Moment.BEFORE_JOINING.value}": told(),
    f"dying {Moment.AFTER_JOINING.value}": told(fault=Mark.DISCONNECT),
    f"dying {Moment.ON_ITS_TURN.value}": told(fault=Mark.DISCONNECT),
    f"dying {Moment.BEFORE_THE_VERDICT.value}": told(fault=Mark.DISCONNECT),
    f"dying {Moment.MID_TRICK.value}": told(fault=Mark.DISCONNECT),
    f"dying {Moment.BETWEEN_DEALS.value}": told(fault=Mark.DISCONNECT),
}


def test_the_clock_decides_for_all_others() -> None:
    by_clock = {name for name, expected in EXPECTED.items() if expected.fault in BY_CLOCK}
    assert by_clock == set(ANIMALS) - IN_TIME


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stays() -> dict[tuple[str, Sanction], Stay | BaseException]:
    """Everybody's stay, all at once."""
    return await all_stays()


@pytest.mark.timeout(300)
@pytest.mark.parametrize("sanction", SANCTIONS, ids=lambda sanction: sanction.name.lower())
@pytest.mark.parametrize("name", ANIMALS)
def test_the_animal_is_dealt_with_and_the_others_game_goes_on(
    stays: Mapping[tuple[str, Sanction], Stay | BaseException], name: str, sanction: Sanction
) -> None:
    stay = stays[name, sanction]
    if isinstance(stay, BaseException):
        raise stay
    expected = EXPECTED[name]
    assert stay.cage.told == expected.told
    assert not stay.keepers_refused
    check_record(stay, expected.fault)
    check_marks(stay, expected.fault, sanction)
    check_end(stay, expected.fault, sanction)
    if (version := stay.cage.decided_last) is not None:
        decided = stay.log[version]
        assert isinstance(decided, Acted)
        assert (decided.seat, decided.mark) == (stay.cage.seat, Mark.OWN)


def check_record(stay: Stay, fault: Mark) -> None:
    """The record verifies and adjudicates; its marks say what was the matter."""
    assert list(verify(stay.record)) == []
    assert stay.adjudication.get("error") is None
    marks = stay.record.get("marks", [])
    assert {mark["cause"] for mark in marks if "cause" in mark} <= {CAUSES.get(each) for each in possible(fault)}
    assert all(mark["seat"] == stay.cage.seat for mark in marks if "seat" in mark)


def possible(fault: Mark) -> set[Mark]:
    """On a busy machine the clock may be quicker than an animal that is about to hang up."""
    return {fault, Mark.TIMEOUT} if fault is Mark.DISCONNECT else {fault}


def check_marks(stay: Stay, fault: Mark, sanction: Sanction) -> None:
    """Nothing was done but to the animal, and to it what the table's rules say."""
    seat = stay.cage.seat
    done = [entry for entry in stay.log if isinstance(entry, Acted | Lost) and entry.mark is not Mark.OWN]
    assert {(entry.seat, entry.mark) for entry in done} <= {(seat, each) for each in possible(fault)}
    assert not done or done[-1].mark is fault
    kinds = {type(entry) for entry in done}
    if fault is Mark.OWN or sanction is Sanction.FORFEIT:
        assert kinds == set()
    else:
        assert kinds == {Acted if sanction is Sanction.DEFAULT_ACTION else Lost}
        assert sanction is Sanction.DEFAULT_ACTION or len(done) <= DEALS
    strikes = [entry.seat for entry in stay.log if isinstance(entry, Struck)]
    assert strikes == [seat] * len(strikes)
    times = len(done) if sanction is not Sanction.FORFEIT else 1
    assert len(strikes) == (STRIKE_LIMIT * times if fault is Mark.STRIKES else 0)


def check_end(stay: Stay, fault: Mark, sanction: Sanction) -> None:
    """The game ends by its rules, or is the others' by forfeit."""
    end = stay.log[-1]
    assert isinstance(end, Ended)
    if fault is Mark.OWN or sanction is not Sanction.FORFEIT:
        assert (end.termination, end.cause, end.seat) == (Termination.NORMAL, "", NOBODY)
        assert stay.adjudication["finished"]
        return
    assert (end.termination, end.seat) == (Termination.FORFEIT, stay.cage.seat)
    assert end.cause in {CAUSES[each] for each in possible(fault)}
    assert end.winners == tuple(sorted((stay.cage.seat + step) % SEATS for step in (1, 3)))


def test_the_page_tells_of_every_animal() -> None:
    rows = re.findall(r"^\| `([^`]+)` \|(.*)\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for name, _ in rows] == list(ANIMALS)
    for name, row in rows:
        for reason in EXPECTED[name].told:
            assert f"`{reason}`" in row, f"{name}: {reason} is not told"
