"""What becomes of an archive when records are not in order, or an export breaks off."""

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from euchre_client import Unreachable
from euchre_referee.cli.exporting.archive import Archive
from euchre_referee.cli.exporting.exporting import Tally, export
from euchre_referee.cli.exporting.ledger import Unusable
from euchre_referee.cli.exporting.reading import Wanted
from euchre_referee.cli.exporting.sources import Line, Missing
from tests.referee.finished import Record, finished_game, other_game, record_of

ALL: Final = Wanted()


class Kept:
    """Batches that are given as they are; a batch that is none stands for a referee that is gone."""

    def __init__(self, *batches: Sequence[Line] | None) -> None:
        self._batches = batches

    async def batches(self, missing: Missing) -> AsyncIterator[list[Line]]:
        """All of them."""
        for batch in self._batches:
            if batch is None:
                raise Unreachable("gone")
            wanted = set(missing([line.game for line in batch]))
            yield [line for line in batch if line.game in wanted]


def told(_: Tally) -> None:
    """Progress that nobody looks at."""


async def exported(out: Path, *batches: Sequence[Line] | None, wanted: Wanted = ALL) -> Tally:
    tally = Tally()
    with Archive.opened(str(out)) as archive:
        try:
            await export(Kept(*batches), archive, wanted, tally, told)
        finally:
            archive.write_manifest()
    return tally


def names(out: Path) -> list[str]:
    return [json.loads(line)["id"] for line in out.read_text().splitlines()]


def line(record: Record, fault: str = "") -> Line:
    return Line(record["id"], json.dumps(record), fault=fault)


@pytest.fixture
def one() -> Record:
    """A game that is in order."""
    return record_of(finished_game())


@pytest.fixture
def other(one: Record) -> Record:
    """Another one."""
    record = record_of(other_game())
    return record if record["id"] != one["id"] else {**record, "id": f"{one['id']}-other"}


async def test_what_was_written_before_it_breaks_off_stays_and_is_not_asked_for_again(
    tmp_path: Path, one: Record, other: Record
) -> None:
    out = tmp_path / "games.jsonl"
    with pytest.raises(Unreachable):
        await exported(out, [line(one)], None)
    assert names(out) == [one["id"]]
    tally = await exported(out, [line(one), line(other)])
    assert (tally.exported, names(out)) == (1, [one["id"], other["id"]])


async def test_a_proof_that_is_not_in_order_is_told_and_noted_beside_the_archive(tmp_path: Path, one: Record) -> None:
    out = tmp_path / "games.jsonl"
    one["deals"][0]["actions"].pop()
    tally = await exported(out, [line(one)])
    assert (tally.exported, tally.faulty) == (1, 1)
    assert one["id"] in tally.faults[0]
    assert json.loads((tmp_path / "games.jsonl.manifest.json").read_text())["not_in_order"] == [one["id"]]
    unchecked = await exported(tmp_path / "unchecked.jsonl", [line(one)], wanted=Wanted(verified=False))
    assert (unchecked.exported, unchecked.faulty) == (1, 0)


async def test_a_record_that_is_not_the_one_its_tournament_names_is_not_in_order(tmp_path: Path, one: Record) -> None:
    tally = await exported(tmp_path / "games.jsonl", [line(one, "it is another")])
    assert (tally.faulty, tally.faults) == (1, [f"{one['id']}: it is another"])


async def test_games_that_cannot_be_had_are_counted(tmp_path: Path, one: Record) -> None:
    out = tmp_path / "games.jsonl"
    tally = await exported(out, [Line("gone", None), Line("secret", None, withheld=True), line(one)])
    assert (tally.exported, tally.gone, tally.withheld, tally.asked) == (1, 1, 1, 3)
    assert names(out) == [one["id"]]


async def test_a_game_that_is_listed_twice_is_exported_once(tmp_path: Path, one: Record) -> None:
    await exported(tmp_path / "games.jsonl", [line(one)], [line(one)])
    assert names(tmp_path / "games.jsonl") == [one["id"]]


def test_an_archive_has_one_writer(tmp_path: Path) -> None:
    name = str(tmp_path / "games.jsonl")
    with Archive.opened(name), pytest.raises(Unusable, match="another export"), Archive.opened(name):
        raise AssertionError("two have it")
