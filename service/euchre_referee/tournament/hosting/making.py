"""Tournaments made and listed, and the places at their tables."""

import secrets
from collections import OrderedDict
from typing import Final, NamedTuple

from euchre_referee.referee.entries import SeedMode
from euchre_referee.referee.packing import Writer, digest_of
from euchre_referee.referee.verdicts import ServiceReason, refuse
from euchre_referee.store.tournaments import Entered, Tournaments
from euchre_referee.tournament.hosting.journal import Journal
from euchre_referee.tournament.hosting.steps import open_pairings
from euchre_referee.tournament.hosting.tables import Tables, chairs, now_ms, session_of
from euchre_referee.tournament.log.entries import Opened
from euchre_referee.tournament.log.fold import State, Tournament
from euchre_referee.tournament.log.naming import tournament_id
from euchre_referee.tournament.log.offer import Offer
from euchre_referee.tournament.log.offer_bytes import write_offer
from euchre_referee.tournament.places import Place as Chair

_SEED_BYTES: Final = 32
_REMEMBERED: Final = 1000


class NewTournament(NamedTuple):
    """What a tournament's operator asks for."""

    request_id: str
    offer: Offer
    seed: bytes = b""
    """Empty: drawn."""


class Filled(NamedTuple):
    """A place, and whether somebody plays there."""

    chair: Chair
    session: str
    connected: bool


class Summary(NamedTuple):
    """A tournament in a few words."""

    tournament: str
    offer: Offer
    state: State
    entrants: int
    games_planned: int
    games_played: int
    made_ms: int
    ended_ms: int | None


class Listed(NamedTuple):
    """Some tournaments, and the cursor of the page after it, empty after the last."""

    summaries: tuple[Summary, ...]
    cursor: str


class Making:
    """Methods raise CallRefused and the store's errors."""

    def __init__(self, journal: Journal, index: Tournaments, tables: Tables) -> None:
        self._journal: Final = journal
        self._index: Final = index
        self._tables: Final = tables
        self._ended: Final[OrderedDict[str, Summary]] = OrderedDict()
        """Of tournaments that have ended, which nothing changes any more: lists need not read them again."""

    async def create(self, asked: NewTournament) -> Tournament:
        """Makes a tournament; the same request gives the same one."""
        name = tournament_id(asked.request_id)
        opened = Opened(
            tournament=name,
            request=digest_of("tournament", asked.request_id, _bytes_of(asked.offer), asked.seed),
            offer=asked.offer,
            run_seed=asked.seed or secrets.token_bytes(_SEED_BYTES),
            seed_mode=SeedMode.CHOSEN if asked.seed else SeedMode.PROVABLE,
            secret=secrets.token_bytes(_SEED_BYTES),
            at_ms=now_ms(),
        )
        known = await self._journal.fresh(name)
        if known is None:
            await self._index.enter(name, opened.at_ms)
            known = await self._journal.create(opened)
        if known is None or known.opened.request != opened.request:
            raise refuse(ServiceReason.ALREADY_EXISTS, "the request id was used for another tournament")
        return known

    async def newest(self, cursor: str, limit: int) -> Listed:
        """At most so many tournaments, the newest first, from a page's cursor on (empty: from the beginning)."""
        entered = await self._index.newest(_parse(cursor), limit)
        found = []
        for each in entered:
            summary = await self._summary(each.tournament)
            if summary is not None:
                found.append(summary)
            else:
                await self._index.forget(each.tournament)
        last = entered[-1] if len(entered) == limit else None
        return Listed(tuple(found), f"{last.made_ms}:{last.tournament}" if last is not None else "")

    async def _summary(self, name: str) -> Summary | None:
        known = self._ended.get(name)
        if known is not None:
            return known
        tournament = await self._journal.fresh(name)
        if tournament is None:
            return None
        summary = _summary_of(tournament)
        if tournament.ended is not None:
            self._ended[name] = summary
            if len(self._ended) > _REMEMBERED:
                self._ended.popitem(last=False)
        return summary

    async def places(self, tournament: Tournament, pairing: int, entrant: str, owner: str) -> list[Filled]:
        """The places of open pairings; `pairing` 0, `entrant` and `owner` empty: any."""
        found = [
            (chair, session_of(tournament, chair))
            for each in open_pairings(tournament)
            if pairing in (0, each.number)
            for chair in chairs(tournament, each)
            if entrant in ("", chair.entrant.name)
            if owner in ("", tournament.entrants[chair.entrant.name].session)
        ]
        present = await self._tables.present([session for _, session in found])
        return [Filled(chair, session, session in present) for chair, session in found]


def _summary_of(tournament: Tournament) -> Summary:
    return Summary(
        tournament.id,
        tournament.offer,
        tournament.state,
        len(tournament.entrants),
        tournament.games_planned,
        len(tournament.play.results),
        tournament.opened.at_ms,
        None if tournament.ended is None else tournament.ended.at_ms,
    )


def _bytes_of(offer: Offer) -> bytes:
    """All that was asked for, the server's defaults filled in."""
    out = Writer(0)
    write_offer(out, offer)
    return out.done()


def _parse(cursor: str) -> Entered | None:
    if not cursor:
        return None
    made, _, name = cursor.partition(":")
    if not made.isdecimal() or not name:
        raise refuse(ServiceReason.INVALID_REQUEST, "page_token: none of a page of tournaments")
    return Entered(name, int(made))
