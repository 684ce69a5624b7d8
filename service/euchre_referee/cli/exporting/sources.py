"""Where the records come from: games by their ids, all that are finished, or those of one tournament."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple, Protocol

from euchre_client import AsyncClient, Reason, Refused
from euchre_referee.cli.exporting.listing import ALL, Period, finished_pages, listed

_PAGE: Final = 500
_GONE: Final = frozenset({Reason.GAME_NOT_FOUND})
_WITHHELD: Final = frozenset({Reason.RECORD_WITHHELD, Reason.PERMISSION_DENIED})

Missing = Callable[[Sequence[str]], Sequence[str]]
"""Those of some games that are not in the archive yet."""


class Line(NamedTuple):
    """What came of asking for a game's record."""

    game: str
    record: str | None
    """A line without its newline; None: it could not be had."""
    withheld: bool = False
    """It may not be had by this caller; else it is gone."""
    fault: str = ""
    """What is wrong with it that nobody can see from itself."""


class Source(Protocol):
    """Gives records in batches that fit into memory. Raises `euchre_client.RefereeError`."""

    def batches(self, missing: Missing) -> AsyncIterator[list[Line]]:
        """The records of all games that are `missing`."""
        ...


class _Asking:
    """Asks for records, so many at once."""

    def __init__(self, client: AsyncClient, at_once: int) -> None:
        self._client: Final = client
        self.at_once: Final = at_once

    async def records(self, games: Sequence[str]) -> list[Line]:
        """At most `at_once` of them."""
        return list(await asyncio.gather(*map(self._record, games)))

    async def _record(self, game: str) -> Line:
        try:
            return Line(game, await self._client.get_record(game))
        except Refused as refused:
            if refused.reason in _GONE:
                return Line(game, None)
            if refused.reason in _WITHHELD:
                return Line(game, None, withheld=True)
            raise


class NamedGames:
    """Games that the caller named."""

    def __init__(self, client: AsyncClient, games: Sequence[str], at_once: int) -> None:
        self._asking: Final = _Asking(client, at_once)
        self._games: Final = games

    async def batches(self, missing: Missing) -> AsyncIterator[list[Line]]:
        """In the order in which they were named."""
        wanted = missing(self._games)
        for start in range(0, len(wanted), self._asking.at_once):
            yield await self._asking.records(wanted[start : start + self._asking.at_once])


class FinishedGames:
    """All that the referee keeps, or those of a period."""

    def __init__(self, client: AsyncClient, at_once: int, period: Period = ALL) -> None:
        self._client: Final = client
        self._asking: Final = _Asking(client, at_once)
        self._period: Final = period

    async def batches(self, missing: Missing) -> AsyncIterator[list[Line]]:
        """Page by page as they are listed: what expires first comes first, bucket by bucket."""
        at_once, waiting = self._asking.at_once, list[str]()
        async for games in self._pages():
            waiting += missing(games)
            while len(waiting) >= at_once:
                batch, waiting = waiting[:at_once], waiting[at_once:]
                yield await self._asking.records(batch)
        if waiting:
            yield await self._asking.records(waiting)

    async def _pages(self) -> AsyncIterator[Sequence[str]]:
        if self._period != ALL:
            async for games in listed(self._client, self._period):
                yield [each.game for each in games]
            return
        # Times are not asked for needlessly, nor of a referee that does not know them.
        async for page in finished_pages(self._client):
            yield page.games


class TournamentGames:
    """The games of a tournament, with their places in it, as its own export has them: lines of `games.jsonl`."""

    def __init__(self, client: AsyncClient, tournament: str) -> None:
        self._client: Final = client
        self._tournament: Final = tournament

    async def batches(self, missing: Missing) -> AsyncIterator[list[Line]]:
        """Board by board; the records are held against the digests that the tournament's log has of them."""
        async for pairing, board, digests in self._boards():
            wanted = set(missing(list(digests)))
            if not wanted:
                continue
            try:
                lines = await self._lines(pairing, board)
            except Refused as refused:
                if refused.reason not in _GONE:
                    raise
                yield [Line(game, None) for game in digests if game in wanted]
                continue
            found = {sha256(line.encode()).digest(): line for line in lines}
            yield [_held(game, digests[game], found, lines) for game in digests if game in wanted]

    async def _lines(self, pairing: int, board: int) -> list[str]:
        exported = self._client.export_tournament(self._tournament, pairing=pairing, board=board, records_only=True)
        return [line async for answer in exported for line in answer.records]

    async def _boards(self) -> AsyncIterator[tuple[int, int, dict[str, bytes]]]:
        """The digests of every board's games that are over, in the order of the schedule."""
        cursor, at, digests = "", (0, 0), dict[str, bytes]()
        while True:
            page = await self._client.list_tournament_games(self._tournament, page_size=_PAGE, page_token=cursor)
            for game in page.games:
                if (game.pairing, game.board) != at:
                    if digests:
                        yield *at, digests
                    at, digests = (game.pairing, game.board), {}
                if game.over and not game.restarted:
                    digests[game.game] = game.record_hash
            cursor = page.next_page_token
            if not cursor:
                break
        if digests:
            yield *at, digests


def _held(game: str, digest: bytes, found: dict[bytes, str], lines: Sequence[str]) -> Line:
    if digest in found:
        return Line(game, found[digest])
    own = next((line for line in lines if f'"id":"{game}"' in line), None)
    return Line(game, own, fault="" if own is None else "it is not the record whose digest the tournament's log has")
