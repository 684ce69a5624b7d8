"""Who stands where, how sure that is, and how the games ended: a fold of the results and nothing else."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from euchre_referee.tournament.boards import BoardResult, board_results, differences, scores
from euchre_referee.tournament.figures import Figures
from euchre_referee.tournament.results import Fault, Judged, TableResult, Termination, table_result
from euchre_referee.tournament.schedule import Entrant, GamePlan
from euchre_referee.tournament.statistics import Estimate, Verdict, estimate, verdict
from euchre_referee.tournament.terms import Terms


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant. `rank` from 1, shared by equal means; `score` in the unit of `terms.score_statement`.

    Both are None until the entrant has completed a board.
    """

    rank: int | None
    entrant: Entrant
    score: Estimate | None
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

    A board is complete when every table of every pairing has played it and counts.
    """

    terms: Terms
    games_planned: int
    games_played: int
    boards_complete: int
    terminations: tuple[tuple[Termination, int], ...]
    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]

    @property
    def complete(self) -> bool:
        """Whether every game of the schedule was played and counts."""
        return self.boards_complete == self.terms.boards


def standings(terms: Terms, results: Sequence[TableResult]) -> Standings:
    """The standings after `results`, whatever their order; no game may occur twice."""
    schedule = terms.schedule()
    boards = board_results(schedule, results)
    met = differences(boards)
    names = [entrant.name for entrant in terms.entrants]
    ended = Counter(result.termination for result in results)
    return Standings(
        terms=terms,
        games_planned=schedule.game_count,
        games_played=len(results),
        boards_complete=_complete(boards, len(schedule.pairings)),
        terminations=tuple((end, ended[end]) for end in Termination if ended[end]),
        rows=_rows(terms, results, scores(terms.rules, boards)),
        pairs=tuple(_pair(*two, met.get(two, ())) for two in combinations(names, 2)),
    )


def standings_from_records(terms: Terms, records: Iterable[Judged]) -> Standings | tuple[Fault, ...]:
    """The standings that these records add up to, or every record that is no result of the tournament.

    A record that fits is still a fault if its game was there before.
    """
    schedule = terms.schedule()
    results: dict[GamePlan, TableResult] = {}
    faults = []
    for number, judged in enumerate(records, 1):
        result = table_result(terms.rules, schedule, judged, f"record {number}")
        if isinstance(result, Fault):
            faults.append(result)
        elif results.setdefault(result.plan, result) is not result:
            faults.append(Fault(f"record {number}", "its pairing, board and table occur a second time"))
    return tuple(faults) or standings(terms, tuple(results.values()))


def _complete(boards: Iterable[BoardResult], pairings: int) -> int:
    played = Counter(result.board for result in boards)
    return sum(count == pairings for count in played.values())


def _rows(terms: Terms, results: Iterable[TableResult], scored: Mapping[str, Sequence[float]]) -> tuple[Row, ...]:
    figures = {entrant.name: Figures() for entrant in terms.entrants}
    for result in results:
        for player, played in zip(result.plan.players, result.figures, strict=True):
            figures[player] = figures[player].plus(played)
    estimates = {entrant.name: estimate(scored.get(entrant.name, ())) for entrant in terms.entrants}
    means = [found.mean for found in estimates.values() if found]
    rows = [
        Row(
            rank=1 + sum(mean > found.mean for mean in means) if (found := estimates[entrant.name]) else None,
            entrant=entrant,
            score=found,
            figures=figures[entrant.name],
        )
        for entrant in terms.entrants
    ]
    return tuple(sorted(rows, key=lambda row: (row.rank or len(rows) + 1, row.entrant.name)))


def _pair(first: str, second: str, values: Sequence[float]) -> Pair:
    difference = estimate(values)
    return Pair(first, second, difference, verdict(difference))
