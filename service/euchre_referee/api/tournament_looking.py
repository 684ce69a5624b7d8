"""Looking at tournaments: games, records, and what happens, as a caller may know it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import islice
from typing import Final

from euchre.v1 import tournament_service_pb2 as api
from euchre_referee.api.access import Access, unheld
from euchre_referee.api.reading import invalid
from euchre_referee.api.tokens import Caller, Scope
from euchre_referee.api.tournament_events import event_messages
from euchre_referee.api.tournament_reading import page_size_of
from euchre_referee.api.tournament_standings import standings_message
from euchre_referee.api.tournament_wording import game_message
from euchre_referee.referee.verdicts import CallRefused, ServiceReason, refuse
from euchre_referee.tournament.hosting.hosting import Hosting
from euchre_referee.tournament.hosting.journal import News
from euchre_referee.tournament.hosting.listing import Mark, Wanted, finished, games, mark_of
from euchre_referee.tournament.log.fold import Tournament
from euchre_referee.tournament.log.happenings import GameFacts

_EVENTS: Final = 500
"""Entries of which one answer tells."""
_LOOK_SECONDS: Final = 0.5
"""How soon standings are shown after something has changed."""
_RECORDS: Final = 16
_RECORD_BYTES: Final = 1 << 20
"""Records that are read at once, and the size of an answer."""


def sees_whole(caller: Caller) -> bool:
    """Whether a caller may see boards that are still in play."""
    return caller.may(Scope.BOARDS)


class TournamentLooking:
    """Every method raises CallRefused."""

    def __init__(self, hosting: Hosting, access: Access) -> None:
        self._hosting: Final = hosting
        self._access: Final = access

    async def games(self, request: api.ListTournamentGamesRequest, caller: Caller) -> api.ListTournamentGamesResponse:
        """A page of games."""
        limit, mark = page_size_of(request.page_size), _mark(request.page_token)
        tournament = await self._hosting.journal.found(request.tournament)
        wanted = Wanted(request.pairing, request.board, request.entrant)
        page = list(islice(games(tournament, wanted, mark, whole=sees_whole(caller)), limit + 1))
        more = len(page) > limit
        return api.ListTournamentGamesResponse(
            games=map(game_message, page[:limit]),
            next_page_token=":".join(map(str, mark_of(page[limit - 1]))) if more else "",
        )

    async def watch(
        self, request: api.WatchTournamentRequest, caller: Caller
    ) -> AsyncIterator[api.WatchTournamentResponse]:
        """What happens, and the standings when they have changed."""
        whole, told = sees_whole(caller), 0
        news = self._hosting.journal.follow(request.tournament, request.from_version, request.from_head)
        following = asyncio.ensure_future(anext(news, None))
        tournament: Tournament | None = None
        version, head = request.from_version, request.from_head
        try:
            while True:
                waits = request.standings and tournament is not None and tournament.version != told
                await asyncio.wait((following,), timeout=_LOOK_SECONDS if waits else None)
                if (ended := unheld(self._access.tokens, caller)) is not None:
                    raise CallRefused(ended)
                if following.done():
                    each = following.result()
                    if each is None:
                        break
                    tournament, version, head = each.tournament, each.version, each.head
                    for response in _told(each, whole=whole):
                        yield response
                    following = asyncio.ensure_future(anext(news, None))
                elif tournament is not None:
                    response = await self._standings(request.tournament, version, head, whole=whole)
                    told = response.standings.version
                    yield response
            if request.standings and tournament is not None:
                yield await self._standings(request.tournament, version, head, whole=whole)
        finally:
            following.cancel()
            await asyncio.wait((following,))
            await news.aclose()

    async def export(
        self, request: api.ExportTournamentRequest, caller: Caller
    ) -> AsyncIterator[api.ExportTournamentResponse]:
        """The records, then the standings document."""
        whole = sees_whole(caller)
        tournament = await self._hosting.journal.found(request.tournament)
        if tournament.started is None:
            raise refuse(ServiceReason.TOURNAMENT_NOT_STARTED, "there are no games before the start")
        wanted = finished(tournament, Wanted(request.pairing, request.board), whole=whole)
        lines: list[str] = []
        size = 0
        for part in iter(lambda: tuple(islice(wanted, _RECORDS)), ()):
            for line in await self._lines(part):
                if lines and size + len(line) > _RECORD_BYTES:
                    yield api.ExportTournamentResponse(records=lines)
                    lines, size = [], 0
                lines.append(line)
                size += len(line)
        if lines:
            yield api.ExportTournamentResponse(records=lines)
        if not request.records_only:
            document = await self._hosting.scoreboard.document(tournament, whole=whole)
            yield api.ExportTournamentResponse(standings=document)

    async def _lines(self, part: Sequence[GameFacts]) -> list[str]:
        read = self._hosting.tables.record
        found = await asyncio.gather(*(read(each.place, each.attempt, each.game) for each in part))
        missing = [each.game for each, line in zip(part, found, strict=True) if line is None]
        if missing:
            raise refuse(ServiceReason.GAME_NOT_FOUND, f"the record of game {missing[0]} is kept no longer")
        return [line for line in found if line is not None]

    async def _standings(self, name: str, version: int, head: bytes, *, whole: bool) -> api.WatchTournamentResponse:
        """With the version of what was told: the standings may be of a later one."""
        tournament = await self._hosting.journal.found(name)
        board = await self._hosting.scoreboard.standings(tournament, whole=whole)
        return api.WatchTournamentResponse(version=version, head=head, standings=standings_message(board))


def _told(news: News, *, whole: bool) -> list[api.WatchTournamentResponse]:
    """News in answers of a bounded size; each names the version that it leads to."""
    responses = []
    for start in range(0, max(len(news.noted), 1), _EVENTS):
        part = news.noted[start : start + _EVENTS]
        version, head = (part[-1].version, part[-1].head) if part else (news.version, news.head)
        events = [event for noted in part for event in event_messages(news.tournament, noted, whole=whole)]
        responses.append(api.WatchTournamentResponse(version=version, head=head, events=events))
    return responses


def _mark(token: str) -> Mark | None:
    if not token:
        return None
    try:
        return Mark(*map(int, token.split(":")))
    except (ValueError, TypeError) as error:
        raise invalid("page_token", "none of a page of games") from error
