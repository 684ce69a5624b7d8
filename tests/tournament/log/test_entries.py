"""Entries and results in bytes: what is written is read, and nothing else is."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.referee.delay import Delay
from euchre_referee.referee.entries import Clocks, Conduct, EntryKind, Sanction
from euchre_referee.tournament.figures import Figures
from euchre_referee.tournament.formats.form import Draw, Form, Format, Scoring, Seatings
from euchre_referee.tournament.log import entries
from euchre_referee.tournament.log.entries import decode
from euchre_referee.tournament.log.packed import Finish, pack, unpack
from euchre_referee.tournament.results import Termination
from euchre_referee.tournament.statistics.sequential import Measure, SequentialTest
from tests.tournament.log.logs import Written, finish_of, interfere, offer


def test_every_entry_is_read_as_it_was_written() -> None:
    rng = random.Random(5)
    seen = set()
    for key in range(30):
        written = Written(offer(pause_after=2), f"tournament {key}")
        written.enter(("ann", "bob", "cyd"))
        written.start()
        written.play(rng, interfere)
        for raw in written.log:
            entry = decode(raw)
            assert entry.encode() == raw
            seen.add(entries.EntryKind(raw[0]))
    assert seen >= set(entries.EntryKind) - {entries.EntryKind.STALLED}


@pytest.mark.parametrize(
    "form",
    [
        Form(Format.SWISS, rounds=9, seatings=Seatings.ALL, draw=Draw.LOTS, scoring=Scoring.MATCHPOINTS),
        Form(Format.GAUNTLET, challenger="ann", duplicate=False),
        Form(Format.MATCH, test=SequentialTest(-0.1, 1 / 3, 0.01, 0.2)),
        Form(Format.MATCH, test=SequentialTest(0, 20, measure=Measure.ELO)),
    ],
)
def test_every_choice_is_kept(form: Form) -> None:
    chosen = offer(
        "buck",
        form=form,
        clocks=Clocks(1, 2, 3, 4),
        conduct=Conduct(5, Sanction.FORFEIT, Sanction.LOSE_DEAL),
        delay=Delay(6, 7),
        pause_after=8,
        close_rounds=False,
    )
    assert Written(chosen).tournament.offer == chosen


def test_no_entry_of_a_game_is_one_of_a_tournament() -> None:
    assert not set(map(int, EntryKind)) & set(map(int, entries.EntryKind))
    assert max(map(int, entries.EntryKind)) < 0xFF


@given(st.binary(max_size=80))
def test_other_bytes_are_no_entry(content: bytes) -> None:
    try:
        entry = decode(content)
    except ValueError:
        return
    assert entry.encode() == content


@given(st.integers(0, 1 << 30), st.integers(2, 6))
def test_results_are_read_as_they_were_written(seed: int, players: int) -> None:
    finish = finish_of(players, random.Random(seed))
    content = pack(finish)
    assert unpack(content) == finish
    for cut in range(len(content)):
        with pytest.raises(ValueError, match="result"):
            unpack(content[:cut])
    with pytest.raises(ValueError, match="too many"):
        unpack(content + b"\0")


def test_a_result_of_a_deal_takes_few_bytes() -> None:
    finish = Finish(Termination.NORMAL, None, (2, 0, 2, 0), (Figures(1, 1, 1, 0, 1),) * 4)
    assert len(pack(finish)) <= 60


@given(st.binary(max_size=60))
def test_other_bytes_are_no_result(content: bytes) -> None:
    try:
        unpack(content)
    except ValueError:
        return
