"""The games of a tournament in the order of its schedule, as somebody may know them.

`whole` in every function: with boards that are still in play.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from euchre_referee.tournament.log.entries import Place
from euchre_referee.tournament.log.fold import Tournament
from euchre_referee.tournament.log.happenings import GameFacts


class Wanted(NamedTuple):
    """Which games; 0 and empty: any."""

    pairing: int = 0
    board: int = 0
    entrant: str = ""


class Mark(NamedTuple):
    """How far a listing has come: the last game that was given."""

    board: int
    pairing: int
    table: int
    attempt: int


def games(tournament: Tournament, wanted: Wanted, after: Mark | None, *, whole: bool) -> Iterator[GameFacts]:
    """Every attempt at the games that have begun, behind a mark."""
    before = _taken_back(tournament)
    for place in _places(tournament, wanted, after.board if after is not None else 1, whole=whole):
        found = [*before.get(place, ())]
        if tournament.play.has_begun(place):
            found.append(tournament.play.facts(place))
        for facts in found:
            if after is None or mark_of(facts) > after:
                yield facts


def mark_of(facts: GameFacts) -> Mark:
    """Where a game stands in a listing."""
    return Mark(facts.place.board, facts.place.pairing, facts.place.table, facts.attempt)


def finished(tournament: Tournament, wanted: Wanted, *, whole: bool) -> Iterator[GameFacts]:
    """The games that count, of boards that are over at all tables of their pairing."""
    play = tournament.play
    for place in _places(tournament, wanted, 1, whole=whole):
        if place in play.results and (play.board_over(place.pairing, place.board) or tournament.ended is not None):
            yield play.facts(place)


def _places(tournament: Tournament, wanted: Wanted, first: int, *, whole: bool) -> Iterator[Place]:
    """The places of the boards that may be seen, in order."""
    play = tournament.play
    for board in _boards(tournament, wanted, first):
        if not whole and not tournament.is_shown(board):
            continue
        for pairing in play.schedule.pairings_on(board):
            if wanted.pairing and pairing.number != wanted.pairing:
                continue
            for table in play.schedule.tables_of(pairing, board):
                if not wanted.entrant or wanted.entrant in table.players:
                    yield Place(pairing.number, board, table.table)


def _boards(tournament: Tournament, wanted: Wanted, first: int) -> Sequence[int]:
    schedule = tournament.play.schedule
    boards = range(1, schedule.board_count + 1)
    if wanted.pairing:
        known = wanted.pairing <= len(schedule.pairings)
        boards = schedule.boards_of(schedule.pairings[wanted.pairing - 1]) if known else range(0)
    if wanted.board:
        return (wanted.board,) if wanted.board in boards and wanted.board >= first else ()
    return boards[bisect_right(boards, first - 1) :]


def _taken_back(tournament: Tournament) -> Mapping[Place, Sequence[GameFacts]]:
    found: defaultdict[Place, list[GameFacts]] = defaultdict(list)
    for facts in tournament.play.taken_back:
        found[facts.place].append(facts)
    return found
