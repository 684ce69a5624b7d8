"""How the schedule of a tournament unfolds from its results, round by round: a fold like the standings."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from euchre_referee.tournament.boards import BoardResult, board_results
from euchre_referee.tournament.deciding import decided_at
from euchre_referee.tournament.formats.scheduler import Played, Round, Scheduler, Tally
from euchre_referee.tournament.formats.seating import Tables
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.schedule import Pairing, Schedule, TablePlan
from euchre_referee.tournament.terms import Terms

_DECIMALS: Final = 9
"""Means that are equal shall be so whatever the order of their terms."""


@dataclass(frozen=True, slots=True)
class Course:
    """What is known of a tournament: the schedule so far, and its rounds with what came of them.

    `over`: no further round follows.
    """

    schedule: Schedule
    played: tuple[Played, ...]
    boards: tuple[BoardResult, ...]
    """Every pairing's complete boards by board and pairing."""
    over: bool
    last_board: int | None = None
    """Where a test was decided: later boards may have been begun, but count for nothing."""


def unfold(terms: Terms, results: Iterable[TableResult], closed: int = 0) -> Course:
    """The course of a tournament after `results`, whatever their order.

    A round follows as soon as all games of the one before have ended. The first `closed` rounds are over whatever is
    missing, and so is every one that a later one was played after.
    """
    return _Unfolding(terms, results, closed).course()


class _Unfolding:
    def __init__(self, terms: Terms, results: Iterable[TableResult], closed: int) -> None:
        self._terms: Final = terms
        self._scheduler: Final[Scheduler] = terms.scheduler()
        self._closed: Final = closed
        self._results: Final[defaultdict[int, list[TableResult]]] = defaultdict(list)
        for result in results:
            self._results[result.plan.pairing].append(result)
        self._last: Final = max(self._results, default=0)

    def course(self) -> Course:
        rounds: list[tuple[Round, tuple[Pairing, ...]]] = []
        played: list[Played] = []
        boards: list[BoardResult] = []
        schedule = Schedule((), self._terms.boards, self._terms.form.duplicate)
        over, last_board = False, None
        while not over and (not rounds or self._is_over(schedule, rounds[-1][1], len(rounds))):
            following = self._scheduler.next_round(played)
            if following is None:
                over = True
                continue
            pairings = tuple(seated(self._terms, following, len(rounds), len(schedule.pairings)))
            schedule = Schedule((*schedule.pairings, *pairings), schedule.boards, schedule.duplicate)
            rounds.append((following, pairings))
            there = [result for pairing in pairings for result in self._results[pairing.number]]
            found = board_results(schedule, there, self._terms.form.scoring)
            last_board = decided_at(self._terms, schedule, found, there)
            if last_board is not None:
                over = True
                found = tuple(each for each in found if each.board <= last_board)
                there = [result for result in there if result.plan.board <= last_board]
            boards += found
            played.append(Played(following, _tallies(pairings, found, there)))
        in_order = sorted(boards, key=lambda each: (each.board, each.pairing))
        return Course(schedule, tuple(played), tuple(in_order), over, last_board)

    def _is_over(self, schedule: Schedule, pairings: Sequence[Pairing], number: int) -> bool:
        if number <= self._closed or self._last > pairings[-1].number:
            return True
        ended = {result.plan for pairing in pairings for result in self._results[pairing.number]}
        games = schedule.boards * sum(len(pairing.tables) if schedule.duplicate else 1 for pairing in pairings)
        return len(ended) >= games


def seated(terms: Terms, following: Round, rounds: int, before: int) -> Iterator[Pairing]:
    """The meetings of a round, seated; there were so many rounds and pairings before.

    Without duplicate boards each has a block of its own.
    """
    tables = terms.tables()
    for number, group in enumerate(following.meetings, before + 1):
        block = rounds if terms.form.duplicate else number - 1
        yield Pairing(number, rounds + 1, block, group, tuple(_seated(tables, number, group)))


def _seated(tables: Tables, pairing: int, group: Sequence[str]) -> Iterator[TablePlan]:
    for table, seating in enumerate(tables.of(len(group)), 1):
        players = tuple(group[chair.entrant] for chair in seating)
        yield TablePlan(pairing, table, players, tuple(chair.member for chair in seating))


def _tallies(
    pairings: Iterable[Pairing], boards: Iterable[BoardResult], results: Iterable[TableResult]
) -> tuple[Mapping[str, Tally], ...]:
    """What the entrants brought home from each of the pairings."""
    by_pairing: defaultdict[int, list[BoardResult]] = defaultdict(list)
    for each in boards:
        by_pairing[each.pairing].append(each)
    defaults: Counter[tuple[int, str]] = Counter()
    for result in results:
        for player, figures in zip(result.plan.players, result.figures, strict=True):
            defaults[result.plan.pairing, player] += figures.default_actions
    return tuple(_met(pairing, by_pairing[pairing.number], defaults) for pairing in pairings)


def _met(
    pairing: Pairing, boards: Sequence[BoardResult], defaults: Mapping[tuple[int, str], int]
) -> Mapping[str, Tally]:
    """What came of one pairing on the boards that count."""
    if not boards:
        return {}
    places = range(len(pairing.entrants))
    leads = [round(math.fsum(each.means[place] for each in boards) / len(boards), _DECIMALS) for place in places]
    found = {}
    for place, name in enumerate(pairing.entrants):
        others = [other for other in places if other != place]
        ahead = sum((leads[place] > leads[other]) + (leads[place] == leads[other]) / 2 for other in others)
        won = sum(all(each.means[place] > each.means[other] for other in others) for each in boards)
        found[name] = Tally(ahead / len(others), leads[place], won, defaults[pairing.number, name])
    return found
