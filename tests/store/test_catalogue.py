"""Lists, counts, and the games of a session."""

import asyncio

import pytest

from euchre_referee.store import Catalogue, Committer, Seat, Stage, StageCounts, Store
from tests.store.table import Table


async def all_pages(catalogue: Catalogue, stage: Stage, limit: int) -> list[str]:
    """Every game of a stage, page by page."""
    games: list[str] = []
    cursor = None
    while True:
        page = await catalogue.list_games(stage, cursor, limit)
        assert len(page.games) <= limit
        games.extend(page.games)
        if page.cursor is None:
            return games
        cursor = page.cursor


async def test_counts_follow_the_stages(committer: Committer, store: Store) -> None:
    catalogue = Catalogue(store)
    assert await catalogue.counts() == StageCounts(0, 0, 0)
    tables = [Table() for _ in range(6)]
    for table in tables:
        await table.play(committer, b"create", stage=Stage.WAITING)
    for table in tables[:3]:
        await table.play(committer, b"deal", stage=Stage.RUNNING)
    for table in tables[2:4]:
        await table.play(committer, b"end", stage=Stage.FINISHED)
    assert await catalogue.counts() == StageCounts(2, 2, 2)


async def test_games_that_are_over_or_unknown_are_not_unfinished(committer: Committer, store: Store) -> None:
    catalogue = Catalogue(store)
    waiting, running, over, another = (Table() for _ in range(4))
    for table in (waiting, running, over):
        await table.play(committer, b"create", stage=Stage.WAITING)
    for table in (running, over):
        await table.play(committer, b"deal", stage=Stage.RUNNING)
    await over.play(committer, b"end", stage=Stage.FINISHED)
    asked = {table.game for table in (waiting, running, over, another)}
    assert await catalogue.unfinished(asked) == {waiting.game, running.game}
    assert await catalogue.unfinished(()) == set()


@pytest.mark.parametrize("limit", [1, 7, 10, 100])
async def test_pages_hold_every_game_once(committer: Committer, store: Store, limit: int) -> None:
    # Created in one call, so that many share the moment by which they are ordered.
    tables = [Table.in_bucket(number % 3) for number in range(40)]
    await asyncio.gather(*(table.play(committer, b"create", stage=Stage.WAITING) for table in tables))
    games = await all_pages(Catalogue(store), Stage.WAITING, limit)
    assert len(games) == len(tables)
    assert set(games) == {table.game for table in tables}


async def test_a_page_after_a_game_that_left_goes_on(committer: Committer, store: Store) -> None:
    catalogue = Catalogue(store)
    tables = {table.game: table for table in (Table.in_bucket(0) for _ in range(10))}
    await asyncio.gather(*(table.play(committer, b"create", stage=Stage.WAITING) for table in tables.values()))
    first = await catalogue.list_games(Stage.WAITING, None, 4)
    for game in first.games:
        await tables[game].play(committer, b"deal", stage=Stage.RUNNING)
    second = await catalogue.list_games(Stage.WAITING, first.cursor, 10)
    assert {*first.games, *second.games} == set(tables)


@pytest.mark.parametrize("cursor", ["", "x", "1:2", "99:0:a", "-1:0:a", "0:nan:a", "0:zero:a"])
async def test_what_is_no_cursor_is_refused(store: Store, cursor: str) -> None:
    with pytest.raises(ValueError, match="no cursor"):
        await Catalogue(store).list_games(Stage.WAITING, cursor, 5)


async def test_games_of_a_session_are_its_own(committer: Committer, store: Store) -> None:
    tables = [Table() for _ in range(5)]
    for seat, table in enumerate(tables[:4]):
        await table.play(committer, b"create", stage=Stage.WAITING, seats_added=(("bot", seat), ("bot2", 9)))
    await tables[4].play(committer, b"create", seats_added=(("bo", 0), ("sälly", 255)))
    catalogue = Catalogue(store)
    assert set(await catalogue.games_of("bot")) == {Seat(t.game, n) for n, t in enumerate(tables[:4])}
    assert await catalogue.games_of("sälly") == [Seat(tables[4].game, 255)]
    assert await catalogue.games_of("nobody") == []
