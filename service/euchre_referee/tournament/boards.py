"""What the tables of a board together say about the entrants, in points (DESIGN 9)."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament.formats.form import Scoring
from euchre_referee.tournament.matchpoints import matchpoints
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.schedule import Schedule

Score = float


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One pairing on one board, all its tables played and counting.

    `means` by entrant, in the pairing's order: points per seat, averaged over its seats and then over the
    tables, less the mean of the table; or its share of the matchpoints among these tables, less one half.
    """

    pairing: int
    board: int
    entrants: tuple[str, ...]
    means: tuple[Score, ...]


def board_results(
    schedule: Schedule, results: Iterable[TableResult], scoring: Scoring = Scoring.POINTS
) -> tuple[BoardResult, ...]:
    """Every pairing's complete boards by board and pairing; a board with a table missing is left out."""
    complete = []
    for (board, number), played in sorted(_complete(schedule, results).items()):
        pairing = schedule.pairings[number - 1]
        if scoring is Scoring.MATCHPOINTS:
            shares = matchpoints(played)
            means = tuple(shares[entrant] for entrant in pairing.entrants)
        else:
            means = tuple(
                math.fsum(_lead(result, each) for result in played) / len(played) for each in pairing.entrants
            )
        complete.append(BoardResult(number, board, pairing.entrants, means))
    return tuple(complete)


def _complete(schedule: Schedule, results: Iterable[TableResult]) -> dict[tuple[int, int], list[TableResult]]:
    """The tables by board and pairing, where all of them count."""
    tables: defaultdict[tuple[int, int], list[TableResult]] = defaultdict(list)
    for result in results:
        if result.points is not None:
            tables[result.plan.board, result.plan.pairing].append(result)
    return {
        (board, number): played
        for (board, number), played in tables.items()
        if len(played) == len(schedule.tables_of(schedule.pairings[number - 1], board))
    }


def _lead(result: TableResult, entrant: str) -> Score:
    """How far the entrant's seats lie, on average, above the mean of the table."""
    points = result.points or ()
    own = [gained for gained, player in zip(points, result.plan.players, strict=True) if player == entrant]
    return sum(own) / len(own) - sum(points) / len(points)


def scores(rules: RuleSet, boards: Iterable[BoardResult]) -> dict[str, tuple[Score, ...]]:
    """Each entrant's board scores, one for each board it completed: the mean over its pairings on that board.

    With partners the score is the own side's points minus those of the other, twice the lead over their mean.
    """
    return {entrant: tuple(found.values()) for entrant, found in board_scores(rules, boards).items()}


def board_scores(rules: RuleSet, boards: Iterable[BoardResult]) -> dict[str, dict[int, Score]]:
    """The same by board, in the order of the boards."""
    unit = 2 if rules.partners else 1
    gathered: defaultdict[str, defaultdict[int, list[Score]]] = defaultdict(lambda: defaultdict(list))
    for result in boards:
        for entrant, mean in zip(result.entrants, result.means, strict=True):
            gathered[entrant][result.board].append(unit * mean)
    return {entrant: dict(zip(sorted(found), _by_board(found), strict=True)) for entrant, found in gathered.items()}


def field_scores(schedule: Schedule, results: Iterable[TableResult]) -> dict[str, tuple[Score, ...]]:
    """Each entrant's matchpoints, one share for each board it completed, less one half.

    Its results are held against those of all others in the same seats of that board, at whatever table.
    """
    return {entrant: tuple(found.values()) for entrant, found in board_field_scores(schedule, results).items()}


def board_field_scores(schedule: Schedule, results: Iterable[TableResult]) -> dict[str, dict[int, Score]]:
    """The same by board, in the order of the boards."""
    tables: defaultdict[int, list[TableResult]] = defaultdict(list)
    for (board, _), played in _complete(schedule, results).items():
        tables[board] += played
    gathered: defaultdict[str, dict[int, Score]] = defaultdict(dict)
    for board, played in sorted(tables.items()):
        for entrant, share in matchpoints(played).items():
            gathered[entrant][board] = share
    return dict(gathered)


def differences(boards: Iterable[BoardResult]) -> dict[tuple[str, str], tuple[Score, ...]]:
    """For every two that met and each board: the first's result less the second's.

    The two stand as they did where they first met.
    """
    gathered: defaultdict[tuple[str, str], defaultdict[int, list[Score]]] = defaultdict(lambda: defaultdict(list))
    for result in boards:
        for (one, mean), (other, other_mean) in combinations(zip(result.entrants, result.means, strict=True), 2):
            if (other, one) in gathered:
                gathered[other, one][result.board].append(other_mean - mean)
            else:
                gathered[one, other][result.board].append(mean - other_mean)
    return {pair: _by_board(found) for pair, found in gathered.items()}


def _by_board(found: Mapping[int, list[Score]]) -> tuple[Score, ...]:
    return tuple(math.fsum(found[board]) / len(found[board]) for board in sorted(found))
