"""What each entrant has behind it after some rounds."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from euchre_referee.tournament.formats.scheduler import Played

_DECIMALS: Final = 9
"""Sums of fractions that are equal shall be so whatever the order of their terms."""


class History(NamedTuple):
    """`meetings` that count; `points` of them and of byes; how often it `met` whom; `opponents`: the points of those.

    `lead`: its mean score over the meetings that count.
    """

    meetings: int
    points: float
    byes: int
    met: Mapping[str, int]
    opponents: float
    lead: float


def bye_points(size: int) -> float:
    """What a bye is worth: a won meeting where two meet, else as much as the average at a table."""
    return 1.0 if size == 2 else 0.5


def histories(names: Sequence[str], played: Sequence[Played], size: int) -> dict[str, History]:
    """By name; `size`: how many meet at a time."""
    points = {name: _rounded(_points(name, played, size)) for name in names}
    return {name: _history(name, played, points) for name in names}


def _points(name: str, played: Sequence[Played], size: int) -> list[float]:
    won = [tally.points for each in played for tally in each.of(name)]
    return won + [bye_points(size)] * sum(name in each.round.byes for each in played)


def _history(name: str, played: Sequence[Played], points: Mapping[str, float]) -> History:
    met = Counter(
        other for each in played for group in each.round.meetings if name in group for other in group if other != name
    )
    leads = [tally.lead for each in played for tally in each.of(name)]
    return History(
        meetings=len(leads),
        points=points[name],
        byes=sum(name in each.round.byes for each in played),
        met=met,
        opponents=_rounded([points[other] for other in met.elements()]),
        lead=round(math.fsum(leads) / len(leads), _DECIMALS) if leads else 0.0,
    )


def _rounded(values: Sequence[float]) -> float:
    return round(math.fsum(values), _DECIMALS)
