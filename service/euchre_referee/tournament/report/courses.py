"""How the entrants' figures came about, board by board, at so few points that it costs little."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from euchre_referee.tournament.assessment import Tested, comparisons
from euchre_referee.tournament.boards import BoardResult, Score
from euchre_referee.tournament.report.charts import Series, Stand
from euchre_referee.tournament.statistics import bradley_terry, estimate

MOST_STANDS: Final = 60
"""Points of a curve of means."""
_MOST_RATED: Final = 400_000
"""Comparisons that may be rated for the curves of ratings, all points together: some seconds."""
_MOST_RATINGS: Final = 40
_FEWEST_RATINGS: Final = 8
_FEWEST_BOARDS: Final = 2


def checkpoints(boards: int, most: int) -> tuple[int, ...]:
    """After how many boards to look: evenly spread, the last one included."""
    count = min(most, boards)
    return tuple(sorted({round(boards * number / count) for number in range(1, count + 1)})) if boards else ()


def mean_courses(names: Sequence[str], scores: Mapping[str, Sequence[Score]]) -> tuple[Series, ...]:
    """Each entrant's mean score over its boards so far, with Student's 95 % interval."""
    return tuple(Series(name, tuple(_means(scores.get(name, ())))) for name in names)


def _means(values: Sequence[Score]) -> Iterator[Stand]:
    for boards in checkpoints(len(values), MOST_STANDS):
        found = estimate(values[:boards])
        if found is not None:
            yield Stand(boards, found.mean, found.low, found.high)


def rating_courses(names: Sequence[str], boards: Sequence[BoardResult]) -> tuple[Series, ...]:
    """Each entrant's Elo above the field's mean after the boards so far, with its 95 % error bar.

    The last point is the rating in the standings.
    """
    number = {name: place for place, name in enumerate(sorted(names))}
    by_board = tuple(comparisons(boards, number))
    every = sum(map(len, by_board))
    most = max(_FEWEST_RATINGS, min(_MOST_RATINGS, 2 * _MOST_RATED // max(1, every)))
    met: dict[str, int] = {}
    for at, board in enumerate(_boards(boards), 1):
        for name in board:
            met.setdefault(name, at)
    found: dict[str, list[Stand]] = {name: [] for name in names}
    for count in checkpoints(len(by_board), most):
        if count < _FEWEST_BOARDS:
            continue
        fit = bradley_terry(len(number), by_board[:count])
        for name, stands in found.items():
            if met.get(name, count + 1) <= count:
                rating = fit.rating(number[name])
                stands.append(Stand(count, rating.mean, rating.low, rating.high))
    return tuple(Series(name, tuple(stands)) for name, stands in found.items())


def _boards(boards: Sequence[BoardResult]) -> list[set[str]]:
    """Who met on each board, in the order of the boards."""
    found: dict[int, set[str]] = {}
    for each in boards:
        found.setdefault(each.board, set()).update(each.entrants)
    return list(found.values())


def test_course(tested: Tested, differences: Sequence[Score]) -> Series:
    """The logarithm of the likelihood ratio of a sequential test, board by board, up to its decision."""
    values = differences[: tested.result.boards]
    stands = []
    for boards in checkpoints(len(values), MOST_STANDS):
        ratio = tested.test.ratio(values[:boards])
        if ratio is not None:
            stands.append(Stand(boards, ratio))
    return Series(f"{tested.first} \u2212 {tested.second}", tuple(stands))
