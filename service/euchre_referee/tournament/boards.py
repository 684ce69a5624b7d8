"""What the tables of a board together say about the entrants, in points (DESIGN 9)."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.schedule import Schedule

Score = float


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One pairing on one board, all its tables played and counting.

    `means` by entrant, in the pairing's order: points per seat, averaged over its seats and then over the
    tables, less the mean of the table.
    """

    pairing: int
    board: int
    entrants: tuple[str, ...]
    means: tuple[Score, ...]


def board_results(schedule: Schedule, results: Iterable[TableResult]) -> tuple[BoardResult, ...]:
    """Every pairing's complete boards by board and pairing; a board with a table missing is left out."""
    tables: defaultdict[tuple[int, int], list[TableResult]] = defaultdict(list)
    for result in results:
        if result.points is not None:
            tables[result.plan.board, result.plan.pairing].append(result)
    complete = []
    for (board, number), played in sorted(tables.items()):
        pairing = schedule.pairings[number - 1]
        if len(played) == len(pairing.tables):
            means = tuple(
                math.fsum(_lead(result, each) for result in played) / len(played) for each in pairing.entrants
            )
            complete.append(BoardResult(number, board, pairing.entrants, means))
    return tuple(complete)


def _lead(result: TableResult, entrant: str) -> Score:
    """How far the entrant's seats lie, on average, above the mean of the table."""
    points = result.points or ()
    own = [gained for gained, player in zip(points, result.plan.players, strict=True) if player == entrant]
    return sum(own) / len(own) - sum(points) / len(points)


def scores(rules: RuleSet, boards: Iterable[BoardResult]) -> dict[str, tuple[Score, ...]]:
    """Each entrant's board scores, one for each board it completed: the mean over its pairings on that board.

    With partners the score is the own side's points minus those of the other, twice the lead over their mean.
    """
    unit = 2 if rules.partners else 1
    gathered: defaultdict[str, defaultdict[int, list[Score]]] = defaultdict(lambda: defaultdict(list))
    for result in boards:
        for entrant, mean in zip(result.entrants, result.means, strict=True):
            gathered[entrant][result.board].append(unit * mean)
    return {entrant: _by_board(found) for entrant, found in gathered.items()}


def differences(boards: Iterable[BoardResult]) -> dict[tuple[str, str], tuple[Score, ...]]:
    """For every two that met and each board: points per seat of the first less those of the second.

    The two stand in the order of registration.
    """
    gathered: defaultdict[tuple[str, str], defaultdict[int, list[Score]]] = defaultdict(lambda: defaultdict(list))
    for result in boards:
        for (one, mean), (other, other_mean) in combinations(zip(result.entrants, result.means, strict=True), 2):
            gathered[one, other][result.board].append(mean - other_mean)
    return {pair: _by_board(found) for pair, found in gathered.items()}


def _by_board(found: Mapping[int, list[Score]]) -> tuple[Score, ...]:
    return tuple(math.fsum(found[board]) / len(found[board]) for board in sorted(found))
