"""What a storm counts it would see: a decision that is lost, doubled, or not what was said."""

import random
from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest

from euchre.v1.game_pb2 import Accepted, GameEnd, Refusal, Verdict
from euchre_client import AsyncClient
from euchre_referee.fairness.seeds import commitment
from euchre_referee.referee.entries import (
    NOBODY,
    Acted,
    Clocks,
    Conduct,
    Created,
    Entry,
    Mark,
    SeedMode,
    Struck,
)
from euchre_referee.rules.actions import parse_action
from tests.chaos.holding import check
from tests.chaos.tables import Tables
from tests.chaos.tally import Tally
from tests.referee.heads import heads_of

GAME = "1-aaaaaaaaaaaaaaaa"
SEED = bytes(32)


class Played(NamedTuple):
    """A game of two entries, what its players were told, and what is counted."""

    tables: Tables
    log: list[bytes]
    tally: Tally

    def hold(self) -> Tally:
        """Counts."""
        check(GAME, self.log, self.tables, self.tally)
        return self.tally


def acted(seat: int, text: str, mark: Mark = Mark.OWN) -> Acted:
    """An entry."""
    action = parse_action(text)
    assert action is not None
    return Acted(seat, action, mark, 0, 0)


def log_of(*entries: Acted | Struck) -> list[bytes]:
    """A game's log, as far as a storm looks at it."""
    created = Created(
        GAME, bytes(32), "", SEED, SeedMode.PROVABLE, commitment(SEED), "", (), NOBODY, Clocks(), Conduct(), (), 0
    )
    everything: tuple[Entry, ...] = (created, *entries)
    return [entry.encode() for entry in everything]


@pytest.fixture
async def played() -> AsyncIterator[Played]:
    """Seat 2 passed, and was told so."""
    async with AsyncClient("127.0.0.1:1") as nobody:
        tables = Tables(nobody, random.Random(1), lambda *_: None)
        log = log_of(acted(2, "pass"))
        tables.decided[GAME][1] = "pass"
        tables.told(verdict("pass", heads_of(log)[2]))
        yield Played(tables, log, Tally())


def verdict(action: str, head: bytes) -> Verdict:
    """What seat 2 is told of its decision on version 1."""
    return Verdict(game=GAME, version=1, seat=2, accepted=Accepted(action=action, next_version=2, next_head=head))


async def test_what_was_told_and_is_on_record_is_clean(played: Played) -> None:
    tally = played.hold()
    assert tally.clean
    assert tally.acknowledged == 1


async def test_what_is_not_on_record_is_lost(played: Played) -> None:
    for other in (acted(1, "pass"), acted(2, "order"), acted(2, "pass", Mark.TIMEOUT)):
        tally = played._replace(log=log_of(other), tally=Tally()).hold()
        assert len(tally.lost) == 1
        assert not tally.clean
    assert len(played._replace(log=log_of()).hold().lost) == 1


async def test_what_nobody_decided_there_is_doubled(played: Played) -> None:
    again = played._replace(log=log_of(acted(2, "pass"), acted(2, "pass")))
    assert len(again.hold().doubled) == 1
    assert not again.tally.clean


async def test_a_misbehaving_bots_own_decisions_are_its_own_affair(played: Played) -> None:
    played.tables.guests[GAME] = 3
    guests = played._replace(log=log_of(acted(2, "pass"), acted(3, "pass"), Struck(3, "fly", "MALFORMED_ACTION", 1)))
    assert guests.hold().clean


async def test_what_is_wrong_is_seen(played: Played) -> None:
    head = heads_of(played.log)[2]
    assert len(played._replace(log=log_of(acted(2, "pass"), Struck(1, "fly", "MALFORMED_ACTION", 1))).hold().wrong) == 1
    played.tables.told(verdict("pass", head))
    assert played.tables.repeated == 1
    assert not played.tables.contradicted
    for other in (verdict("pass", bytes(16)), verdict("order", head)):
        played.tables.told(other)
    played.tables.told(Verdict(game=GAME, version=1, seat=2, refusal=Refusal(reason="TIME_OVER")))
    assert len(played.tables.contradicted) == 2
    played.tables.told(Verdict(game=GAME, version=1, seat=2, refusal=Refusal(reason="NOT_SEATED")))
    assert len(played.tables.contradicted) == 3


async def test_a_head_that_is_not_the_logs_is_wrong(played: Played) -> None:
    played.tables.verdicts[GAME][1] = verdict("pass", bytes(16))
    assert len(played.hold().wrong) == 1


async def test_an_end_is_told_once_and_for_all(played: Played) -> None:
    played.tables.open.add(GAME)
    played.tables.ended(GameEnd(game=GAME))
    assert not played.tables.open
    assert played.tables.over[GAME].is_set()


def test_a_notice_for_nobody_is_not_clean_and_is_printed() -> None:
    tally = Tally()
    tally.notices.update(yes=3, no=1)
    assert not tally.clean
    assert "notices for nobody      1 (others: yes 3)" in str(tally)
