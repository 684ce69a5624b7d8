"""`euchre export` against a referee: everything once, whole, verified, and as its caller may see it."""

import asyncio
import gzip
import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from euchre.v1.referee_service_pb2 import Clocks, SeatReservation
from euchre_client import AsyncClient, ruleset
from euchre_referee.cli.bot import built_in
from euchre_referee.cli.exporting.archive import Archive
from euchre_referee.cli.local import LocalStack
from euchre_referee.referee.verifying import verify
from tests.cli.commands import Said, euchre
from tests.store.until import until
from tests.tournament.hosting.organizing import PATIENT, Organizer, config

SEATS: Final = 4
GONE: Final = "1-aaaaaaaaaaaaaaaa"
CLOCKS: Final = Clocks(action_limit_ms=0)


class Site(NamedTuple):
    """A referee with games that are over, one that is played, and a tournament."""

    address: str
    token: str
    over: tuple[str, ...]
    buck: str
    aborted: str
    running: str
    tournament: str
    of_the_tournament: frozenset[str]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """For all tests of this module."""
    with asyncio.Runner() as runner:
        stack = LocalStack(options=("--house-bots", "off"))
        runner.run(stack.__aenter__())
        try:
            yield runner.run(_played(stack))
        finally:
            runner.run(stack.__aexit__(None, None, None))


async def _played(stack: LocalStack) -> Site:
    async with AsyncClient(stack.address, stack.operator_token) as operator:
        presets = ("euchre", "euchre", "buck")
        made = [await _made(operator, preset, f"export-{number}") for number, preset in enumerate(presets)]
        await asyncio.gather(
            *(_play(stack.address, operator, f"export-{number}", game) for number, game in enumerate(made))
        )
        aborted, running = await _made(operator, "euchre", "idle"), await _made(operator, "euchre", "idle")
        await operator.abort_game(aborted, "seen enough")
        async with Organizer(stack.address, stack.operator_token) as organizer:
            tournament = await organizer.make(config(boards=3), ["one", "two"])
            await organizer.start(tournament)
            bot = built_in("greedy", 0)
            await operator.play_tournament(tournament, lambda _: bot)
            games = await organizer.games(tournament)
    return Site(
        stack.address, stack.operator_token, tuple(made), made[2], aborted, running, tournament,
        frozenset(game.game for game in games),
    )  # fmt: skip


async def _made(operator: AsyncClient, preset: str, session: str) -> str:
    seats = [SeatReservation(name=f"{session}-{seat}", session=f"{session}-{seat}") for seat in range(SEATS)]
    return (await operator.create_game(ruleset(preset, {"max_deals": 2}), seats=seats, clocks=CLOCKS)).game


async def _play(address: str, operator: AsyncClient, session: str, game: str) -> None:
    async def seat(number: int) -> None:
        async with AsyncClient(address, await operator.issue_token(f"{session}-{number}")) as client:
            client.unfinished.add(game)
            await client.play(built_in("greedy", 0), games=1)

    await asyncio.gather(*map(seat, range(SEATS)))


def export(capsys: pytest.CaptureFixture[str], site: Site, *arguments: str | Path, token: str | None = None) -> Said:
    """The command as an operator, or with another token."""
    reach = ("--server", site.address, "--token", site.token if token is None else token)
    return euchre(capsys, "export", *map(str, arguments), *reach)


def records(path: Path) -> list[dict[str, Any]]:
    """What stands in an archive; every line must be whole."""
    content = path.read_bytes()
    text = gzip.decompress(content) if path.suffix == ".gz" else content
    assert text == b"" or text.endswith(b"\n")
    return [json.loads(line) for line in text.splitlines()]


def ids(path: Path) -> list[str]:
    return [record["id"] for record in records(path)]


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_every_finished_game_stands_there_once_with_its_proof(
    capsys: pytest.CaptureFixture[str], site: Site, tmp_path: Path, name: str
) -> None:
    out = tmp_path / name
    said = export(capsys, site, "--out", out, "--at-once", "4")
    assert said.status == 0, said.err
    assert sorted(ids(out)) == sorted({*site.over, site.aborted, *site.of_the_tournament})
    assert not [fault for record in records(out) for fault in verify(record)]
    before = out.read_bytes()
    again = export(capsys, site, "--out", out)
    assert (again.status, out.read_bytes()) == (0, before)
    assert "0 games exported" in again.err
    manifest = json.loads((tmp_path / f"{name}.manifest.json").read_text())
    assert manifest["games"] == len(ids(out)) == manifest["presets"]["euchre"] + 1
    assert manifest["terminations"] == {"aborted": 1, "normal": len(ids(out)) - 1}
    assert (manifest["sha256"], manifest["bytes"]) == (sha256(before).hexdigest(), len(before))
    assert manifest["not_in_order"] == []


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_an_export_that_was_killed_goes_on_and_leaves_no_half_line(
    capsys: pytest.CaptureFixture[str], site: Site, tmp_path: Path, name: str
) -> None:
    out = tmp_path / name
    assert export(capsys, site, *site.over[:2], "--out", out).status == 0
    whole = out.read_bytes()
    # As if it had been killed while it wrote the next batch.
    out.write_bytes(whole + whole[: len(whole) // 3])
    assert export(capsys, site, *site.over, "--out", out).status == 0
    assert ids(out) == list(site.over)
    assert out.read_bytes().startswith(whole)


def test_records_that_are_missing_at_the_end_of_an_archive_are_not_glossed_over(
    capsys: pytest.CaptureFixture[str], site: Site, tmp_path: Path
) -> None:
    out = tmp_path / "games.jsonl"
    assert export(capsys, site, *site.over, "--out", out).status == 0
    out.write_bytes(out.read_bytes()[:-20])
    said = export(capsys, site, *site.over, "--out", out)
    assert said.status == 2
    assert "records are missing" in said.err


def test_a_file_of_somebody_else_is_left_alone(capsys: pytest.CaptureFixture[str], site: Site, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    out.write_text("mine\n")
    said = export(capsys, site, "--out", out)
    assert said.status == 2
    assert out.read_text() == "mine\n"
    assert "without its ledger" in said.err


def test_games_are_chosen_by_preset_time_and_id(capsys: pytest.CaptureFixture[str], site: Site, tmp_path: Path) -> None:
    assert export(capsys, site, "--preset", "buck", "--out", tmp_path / "buck.jsonl").status == 0
    assert ids(tmp_path / "buck.jsonl") == [site.buck]
    assert export(capsys, site, "--since", "2999-01-01", "--out", tmp_path / "later.jsonl").status == 0
    assert ids(tmp_path / "later.jsonl") == []
    said = export(capsys, site, site.buck, "--since", "1999-01-01T10:00+02:00")
    assert said.status == 0
    assert json.loads(said.out)["id"] == site.buck


def test_a_game_that_is_still_played_is_none_to_archive(capsys: pytest.CaptureFixture[str], site: Site) -> None:
    said = export(capsys, site, site.running, site.buck)
    assert said.status == 3
    assert [json.loads(line)["id"] for line in said.out.splitlines()] == [site.buck]
    assert "1 still played" in said.err


def test_a_game_that_was_named_and_is_not_there_is_told(capsys: pytest.CaptureFixture[str], site: Site) -> None:
    said = export(capsys, site, GONE, site.buck, "--quiet")
    assert said.status == 3
    assert [json.loads(line)["id"] for line in said.out.splitlines()] == [site.buck]
    assert f"{GONE}: there is no such game" in said.err


def test_a_tournament_is_exported_as_it_may_be_checked(
    capsys: pytest.CaptureFixture[str], site: Site, tmp_path: Path
) -> None:
    out, standings = tmp_path / "games.jsonl", tmp_path / "standings.json"
    said = export(capsys, site, "--tournament", site.tournament, "--out", out, "--standings", standings)
    assert said.status == 0, said.err
    assert set(ids(out)) == site.of_the_tournament
    assert all(record["tournament"]["board"] for record in records(out))
    assert export(capsys, site, "--tournament", site.tournament, "--out", out).status == 0
    checked = euchre(capsys, "tournament", "check", str(tmp_path))
    assert checked.status == 0, checked.err


def test_who_may_not_see_boards_is_told_what_is_withheld(
    capsys: pytest.CaptureFixture[str], site: Site, tmp_path: Path
) -> None:
    out = tmp_path / "games.jsonl"
    said = export(capsys, site, "--out", out, token="")
    assert said.status == 3
    assert sorted(ids(out)) == sorted({*site.over, site.aborted})
    assert f"{len(site.of_the_tournament)} withheld" in said.err


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("--at-once", "0"), 2),
        (("--since", "yesterday"), 2),
        (("--follow", "-1"), 2),
        (("--standings", "standings.json"), 2),
        (("--finished-since", "then"), 2),
        (("--expiring-within", "2 days"), 2),
        (("--list", GONE), 2),
        (("--list", "--follow"), 2),
        (("--list", "--preset", "buck"), 2),
        (("--list", "--since", "2026-01-01"), 2),
        (("--tournament", GONE, "--finished-since", "2026-01-01"), 2),
        (("--tournament", GONE, GONE), 2),
        (("--tournament", GONE), 1),
        (("--out", "/nowhere/games.jsonl"), 2),
    ],
)
def test_what_cannot_be_is_told_by_the_exit_code(
    capsys: pytest.CaptureFixture[str], site: Site, arguments: tuple[str, ...], status: int
) -> None:
    said = export(capsys, site, *arguments)
    assert said.status == status
    assert "euchre export:" in said.err


def test_a_token_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], site: Site) -> None:
    assert export(capsys, site, token="nonsense").status == 1


def test_following_takes_what_ends_meanwhile_and_ends_in_good_order(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"

    async def follow() -> int | None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "euchre_referee.cli.main", "export", "--follow", "0.1", "--out", str(out)),
            *("--server", site.address, "--token", site.token, "--quiet"),
        )
        try:
            await until(out.exists, PATIENT)
            async with AsyncClient(site.address, site.token) as operator:
                game = await _made(operator, "buck", "idle")
                await operator.abort_game(game, "seen enough")
            await until(lambda: out.stat().st_size > 0, PATIENT)
            process.terminate()
            return await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    assert asyncio.run(follow()) == 0
    assert json.loads((tmp_path / "games.jsonl.manifest.json").read_text())["games"] == len(ids(out))


def test_games_are_chosen_by_when_they_ended_and_by_how_long_they_are_kept(
    capsys: pytest.CaptureFixture[str], site: Site, tmp_path: Path
) -> None:
    async def another() -> str:
        async with AsyncClient(site.address, site.token) as operator:
            game = await _made(operator, "buck", "idle")
            await operator.abort_game(game, "seen enough")
            return game

    yesterday, now, tomorrow = (datetime.now(UTC) + timedelta(days) for days in (-1, 0, 1))
    game = asyncio.run(another())
    everything = {*site.over, site.aborted, *site.of_the_tournament, game}
    for number, (period, some, others) in enumerate(
        (
            (("--finished-since", yesterday, "--finished-before", tomorrow), everything, set()),
            (("--finished-since", now), {game}, set()),
            (("--finished-since", tomorrow), set(), everything),
            (("--finished-before", yesterday), set(), everything),
            (("--expiring-within", "31d"), everything, set()),
            (("--expiring-within", "90m"), set(), everything),
        )
    ):
        arguments = [each.isoformat() if isinstance(each, datetime) else each for each in period]
        out = tmp_path / f"{number}.jsonl"
        assert export(capsys, site, "--out", out, *arguments).status == 0
        assert some <= set(ids(out)), period
        assert not others & set(ids(out)), period
        told = export(capsys, site, "--list", *arguments)
        assert told.status == 0
        lines = {line.split("\t")[0]: line.split("\t")[1:] for line in told.out.splitlines()}
        assert some <= set(lines), period
        assert not others & set(lines), period
        for ended, kept in lines.values():
            assert yesterday < datetime.fromisoformat(ended) < tomorrow < datetime.fromisoformat(kept)


def test_what_an_archive_lacks_is_listed(capsys: pytest.CaptureFixture[str], site: Site, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    assert export(capsys, site, *site.over, "--out", out).status == 0
    before = out.read_bytes()
    lacking = [line.split("\t")[0] for line in export(capsys, site, "--list", "--out", out).out.splitlines()]
    assert {site.aborted, *site.of_the_tournament} <= set(lacking)
    assert not set(lacking) & set(site.over)
    assert out.read_bytes() == before
    with Archive.opened(str(out)):
        meanwhile = export(capsys, site, "--list", "--out", out)
    assert (meanwhile.status, [line.split("\t")[0] for line in meanwhile.out.splitlines()]) == (0, lacking)


def test_listing_makes_no_archive(capsys: pytest.CaptureFixture[str], site: Site, tmp_path: Path) -> None:
    said = export(capsys, site, "--list", "--out", tmp_path / "none.jsonl")
    assert said.status == 0
    assert site.aborted in said.out
    assert not list(tmp_path.iterdir())
