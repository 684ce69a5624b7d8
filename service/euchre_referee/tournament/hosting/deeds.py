"""What is done to a tournament on somebody's word: the entries that follow from it as it stands. Pure.

Every deed can be done again: what stands in the log already adds nothing. All raise CallRefused.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from euchre_referee.referee.packing import digest_of
from euchre_referee.referee.verdicts import CallRefused, ServiceReason, refuse
from euchre_referee.tournament.config import MOST_ENTRANTS
from euchre_referee.tournament.hosting.asked import settle
from euchre_referee.tournament.log.entries import (
    By,
    Ended,
    Entry,
    Paused,
    Place,
    Registered,
    Replaced,
    Restarted,
    Resumed,
    RoundBegun,
    Started,
)
from euchre_referee.tournament.log.fold import Competitor, Tournament
from euchre_referee.tournament.log.naming import combined
from euchre_referee.tournament.problems import ConfigProblems
from euchre_referee.tournament.programs import members


class Deed(NamedTuple):
    """Who does something, why and when."""

    who: str
    cause: str
    at_ms: int


class NewEntrant(NamedTuple):
    """Who enters."""

    request_id: str
    name: str
    program: str
    session: str
    nonce: bytes

    @property
    def request(self) -> bytes:
        """SHA-256 of all of it."""
        return digest_of("register", *self)


def register(tournament: Tournament, asked: NewEntrant, at_ms: int) -> Sequence[Entry]:
    """An entrant registers."""
    known = tournament.entrants.get(asked.name)
    if known is not None and known.request == asked.request:
        return ()
    if tournament.started is not None or tournament.ended is not None:
        _check_going_on(tournament)
        raise refuse(ServiceReason.TOURNAMENT_STARTED, "no entrant can register any more")
    if known is not None:
        raise refuse(ServiceReason.ALREADY_EXISTS, f"an entrant is called {asked.name} already")
    if len(tournament.entrants) >= MOST_ENTRANTS:
        raise refuse(ServiceReason.ENTRANTS_UNFIT, f"at most {MOST_ENTRANTS} entrants")
    return (Registered(asked.name, asked.program, asked.session, asked.nonce, asked.request, at_ms),)


def start(tournament: Tournament, at_ms: int) -> Sequence[Entry]:
    """The entrants are final, and the boards are committed to."""
    _check_going_on(tournament)
    if tournament.started is not None:
        return ()
    entrants = tuple(tournament.competitors().values())
    form = settle(tournament.offer, entrants)
    if isinstance(form, ConfigProblems):
        told = "; ".join(problem.sentence() for problem in form.problems)
        raise refuse(ServiceReason.ENTRANTS_UNFIT, told)
    offer = tournament.offer.settled(form.rounds, form.challenger)
    boards = offer.terms(entrants, tournament.seed_mode).board_count
    commitment = combined(tournament.opened.run_seed, boards)
    return (Started(commitment, form.rounds, form.challenger or "", at_ms),)


def pause(tournament: Tournament, name: str, deed: Deed) -> Sequence[Entry]:
    """An entrant's pairings begin no further boards."""
    _check_going_on(tournament)
    if _entrant(tournament, name).paused is not None:
        return ()
    return (Paused(name, By.OPERATOR, deed.who, deed.cause, deed.at_ms),)


def resume(tournament: Tournament, name: str, deed: Deed) -> Sequence[Entry]:
    """A paused entrant goes on."""
    _check_going_on(tournament)
    if _entrant(tournament, name).paused is None:
        return ()
    return (Resumed(name, deed.who, deed.cause, deed.at_ms),)


class Replacement(NamedTuple):
    """Who plays from now on."""

    request_id: str
    entrant: str
    program: str
    session: str
    """Empty: as before."""

    @property
    def request(self) -> bytes:
        """SHA-256 of all of it."""
        return digest_of("replace", *self)


def replace(tournament: Tournament, asked: Replacement, deed: Deed) -> Sequence[Entry]:
    """Another program plays for an entrant."""
    if tournament.requests.get(asked.request) == asked.entrant:
        return ()
    _check_going_on(tournament)
    entrant = _entrant(tournament, asked.entrant)
    if tournament.started is not None and len(members(asked.program)) != len(members(entrant.program)):
        detail = "program: the seatings are settled: one program takes the place of one, and two of two"
        raise refuse(ServiceReason.INVALID_REQUEST, detail)
    session = asked.session or entrant.session
    return (Replaced(asked.entrant, asked.program, session, asked.request, deed.who, deed.cause, deed.at_ms),)


def restart(tournament: Tournament, place: Place, request_id: str, deed: Deed) -> Sequence[Entry]:
    """A game is played again."""
    request = restart_request(place, request_id)
    if tournament.requests.get(request) == place:
        return ()
    _check_going_on(tournament)
    if tournament.started is None:
        raise refuse(ServiceReason.TOURNAMENT_NOT_STARTED, "there are no games before the start")
    play = tournament.play
    if not play.has_begun(place):
        told = f"no game of pairing {place.pairing}, board {place.board}, table {place.table} has begun"
        raise refuse(ServiceReason.GAME_NOT_FOUND, told)
    if not play.is_open(play.pairing(place.pairing)):
        raise refuse(ServiceReason.ROUND_OVER, "a later round was drawn from what the game came to")
    return (Restarted(place, play.attempt(place) + 1, request, deed.who, deed.cause, deed.at_ms),)


def restart_request(place: Place, request_id: str) -> bytes:
    """SHA-256 of what is asked for."""
    return digest_of("restart", request_id, *map(str, place))


def cancel(tournament: Tournament, keep_results: bool, deed: Deed) -> Sequence[Entry]:
    """It ends before its time."""
    if tournament.ended is not None:
        return ()
    return (Ended(keep_results and tournament.started is not None, By.OPERATOR, deed.who, deed.cause, deed.at_ms),)


def drawn(
    tournament: Tournament, meetings: Sequence[Sequence[str]], byes: Sequence[str], cause: str, at_ms: int
) -> RoundBegun:
    """The entry of the next round."""
    numbers = {name: number for number, name in enumerate(tournament.entrants)}
    return RoundBegun(
        len(tournament.rounds) + 1,
        tuple(tuple(numbers[name] for name in meeting) for meeting in meetings),
        tuple(numbers[name] for name in byes),
        cause,
        at_ms,
    )


def failing(tournament: Tournament, at_ms: int) -> Iterator[Paused]:
    """The entrants that the service pauses."""
    most = tournament.offer.pause_after
    for entrant in tournament.entrants.values():
        if most and entrant.paused is None and entrant.failing >= most:
            cause = f"it forfeited, or the clock decided for it, on {entrant.failing} boards in a row"
            yield Paused(entrant.name, By.SERVICE, "", cause, at_ms)


def _entrant(tournament: Tournament, name: str) -> Competitor:
    if name not in tournament.entrants:
        raise entrant_unknown(name)
    return tournament.entrants[name]


def entrant_unknown(name: str) -> CallRefused:
    """There is no such entrant."""
    return refuse(ServiceReason.ENTRANT_NOT_FOUND, f"no entrant is called {name[:32]!r}")


def _check_going_on(tournament: Tournament) -> None:
    if tournament.ended is not None:
        raise refuse(ServiceReason.TOURNAMENT_OVER, f"the tournament is {tournament.state}")
