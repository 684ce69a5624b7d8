"""Who stands where, how sure that is, and how the games ended: a fold of the results and nothing else."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from euchre_referee.tournament.assessment import USUAL_TEST, Assessment, assess
from euchre_referee.tournament.boards import differences, field_scores, scores
from euchre_referee.tournament.figures import Figures
from euchre_referee.tournament.formats.form import Scoring
from euchre_referee.tournament.formats.histories import histories
from euchre_referee.tournament.results import Fault, Judged, TableResult, Termination, table_result
from euchre_referee.tournament.schedule import Entrant, GamePlan, Schedule
from euchre_referee.tournament.statistics import Estimate, Verdict, bootstrapped, estimate, verdict
from euchre_referee.tournament.terms import Terms
from euchre_referee.tournament.unfolding import Course, unfold

Interval = Callable[[Sequence[float]], Estimate | None]


class Meetings(NamedTuple):
    """What an entrant has of its meetings, those that were `played` on a board that counts.

    `points`: of each the share of the others that it is ahead of, half a one for equals, and what its `byes` are
    worth; `opponents`: the points of all that it met.
    """

    played: int
    byes: int
    points: float
    opponents: float


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant. `rank` from 1, shared by equals; `score` in the unit of `terms.score_statement`.

    Both are None until the entrant has completed a board. The rank is the format's, by the mean score where the
    format has none of its own.
    """

    rank: int | None
    entrant: Entrant
    score: Estimate | None
    meetings: Meetings
    figures: Figures


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entrants against each other. `difference`: points per seat, first less second."""

    first: str
    second: str
    difference: Estimate | None
    verdict: Verdict

    def turned(self) -> "Pair":
        """The same two, the second first."""
        turned = {Verdict.BEATS: Verdict.LOSES, Verdict.LOSES: Verdict.BEATS}
        difference = self.difference.negated() if self.difference else None
        return Pair(self.second, self.first, difference, turned.get(self.verdict, self.verdict))

    def sentence(self) -> str:
        """The verdict in words, the winner first."""
        if self.verdict is Verdict.LOSES:
            return f"{self.second} beats {self.first} beyond the 95 % interval"
        if self.verdict is Verdict.BEATS:
            return f"{self.first} beats {self.second} beyond the 95 % interval"
        if self.verdict is Verdict.NOT_APART:
            return f"{self.first} and {self.second} are not told apart: the 95 % interval holds zero"
        return f"{self.first} and {self.second} met on too few boards for a verdict"


@dataclass(frozen=True, slots=True)
class Standings:
    """The state of a tournament: rows by rank, pairs in the order of registration, how many games ended how.

    A board is complete when every table of every pairing that meets on it has played it and counts. A decided test
    ends the plan with the board that decided it; nothing beyond that counts. Provisional standings have no assessment.
    """

    terms: Terms
    games_planned: int
    games_played: int
    boards_planned: int
    boards_complete: int
    terminations: tuple[tuple[Termination, int], ...]
    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    assessment: Assessment | None

    @property
    def complete(self) -> bool:
        """Whether every game of the schedule was played and counts."""
        return self.boards_complete == self.boards_planned


def standings(terms: Terms, results: Sequence[TableResult]) -> Standings:
    """The standings after `results`, whatever their order; no game may occur twice.

    Takes a second for some hundred boards of a few entrants, and a quarter of a minute for 10,000 of eight.
    """
    course = unfold(terms, results)
    names = [entrant.name for entrant in terms.entrants]
    assessment = assess(names, course.boards, differences(course.boards), terms.form.test or USUAL_TEST)
    return _standings(terms, results, course, bootstrapped, assessment)


def provisional_standings(terms: Terms, results: Sequence[TableResult]) -> Standings:
    """Quickly, to be shown while games run: with Student's intervals and without an assessment."""
    return _standings(terms, results, unfold(terms, results), estimate, None)


def _standings(
    terms: Terms, every: Sequence[TableResult], course: Course, interval: Interval, assessment: Assessment | None
) -> Standings:
    last = course.last_board
    results = every if last is None else [result for result in every if result.plan.board <= last]
    met = differences(course.boards)
    names = [entrant.name for entrant in terms.entrants]
    ended = Counter(result.termination for result in results)
    return Standings(
        terms=terms,
        games_planned=terms.game_count if last is None else terms.game_count // terms.board_count * last,
        games_played=len(results),
        boards_planned=terms.board_count if last is None else last,
        boards_complete=_complete(course),
        terminations=tuple((end, ended[end]) for end in Termination if ended[end]),
        rows=_rows(terms, results, course, interval),
        pairs=tuple(
            _pair(*two, interval(met.get(two) or _turned(met.get(two[::-1], ())))) for two in combinations(names, 2)
        ),
        assessment=assessment,
    )


def standings_from_records(terms: Terms, records: Iterable[Judged]) -> Standings | tuple[Fault, ...]:
    """The standings that these records add up to, or every record that is no result of the tournament.

    A record that fits is still a fault if its game was there before.
    """
    left = list(enumerate(records, 1))
    results: dict[GamePlan, TableResult] = {}
    faults: list[tuple[int, Fault]] = []
    schedule = unfold(terms, ()).schedule
    while left:
        later = []
        for number, judged in left:
            result = table_result(terms.rules, schedule, judged, f"record {number}")
            if isinstance(result, Fault):
                later.append((number, judged))
                faults.append((number, result))
            elif results.setdefault(result.plan, result) is not result:
                faults.append((number, Fault(f"record {number}", "its pairing, board and table occur a second time")))
        # Records of a round that the results so far lead to were no faults.
        further = _further(terms, schedule, results.values())
        if further is None or not later:
            break
        refused = {number for number, _ in later}
        faults = [(number, fault) for number, fault in faults if number not in refused]
        left, schedule = later, further
    return tuple(fault for _, fault in sorted(faults)) or standings(terms, tuple(results.values()))


def _further(terms: Terms, schedule: Schedule, results: Iterable[TableResult]) -> Schedule | None:
    """The schedule with one more round, as there is if records are left over; None if no round follows."""
    rounds = schedule.pairings[-1].round
    further = unfold(terms, results, closed=rounds).schedule
    return further if further.pairings[-1].round > rounds else None


def _complete(course: Course) -> int:
    played = Counter(result.board for result in course.boards)
    return sum(count == len(course.schedule.pairings_on(board)) for board, count in played.items())


def _rows(terms: Terms, results: Sequence[TableResult], course: Course, interval: Interval) -> tuple[Row, ...]:
    figures = {entrant.name: Figures() for entrant in terms.entrants}
    for result in results:
        for player, played in zip(result.plan.players, result.figures, strict=True):
            figures[player] = figures[player].plus(played)
    if terms.form.scoring is Scoring.MATCHPOINTS:
        scored = field_scores(course.schedule, results)
    else:
        scored = scores(terms.rules, course.boards)
    estimates = {entrant.name: interval(scored.get(entrant.name, ())) for entrant in terms.entrants}
    ranks, meetings = _ranks(terms, estimates, course), _meetings(terms, course)
    rows = [
        Row(
            rank=ranks[entrant.name] if estimates[entrant.name] else None,
            entrant=entrant,
            score=estimates[entrant.name],
            meetings=meetings[entrant.name],
            figures=figures[entrant.name],
        )
        for entrant in terms.entrants
    ]
    return tuple(sorted(rows, key=lambda row: (row.rank or len(rows) + 1, row.entrant.name)))


def _ranks(terms: Terms, estimates: Mapping[str, Estimate | None], course: Course) -> Mapping[str, int]:
    means = {name: found.mean for name, found in estimates.items() if found}
    by_mean = {name: 1 + sum(other > mean for other in means.values()) for name, mean in means.items()}
    return terms.scheduler().ranks(course.played) or by_mean


def _meetings(terms: Terms, course: Course) -> Mapping[str, Meetings]:
    names = [entrant.name for entrant in terms.entrants]
    found = histories(names, course.played, terms.tables().meeting(len(names)))
    return {
        name: Meetings(
            played=history.meetings,
            byes=history.byes,
            points=history.points,
            opponents=history.opponents,
        )
        for name, history in found.items()
    }


def _turned(values: Sequence[float]) -> Sequence[float]:
    return [-value for value in values]


def _pair(first: str, second: str, difference: Estimate | None) -> Pair:
    return Pair(first, second, difference, verdict(difference))
