"""OpenSkill ratings: Plackett-Luce after Weng and Lin 2011, as the library `openskill` has it.

A rating is a belief about an entrant's skill, normal with `mu` and `sigma`, moved board by board. It follows
entrants that change, and is made for many to meet at once; that it depends on the boards' order is its price.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce


class Skill(NamedTuple):
    """What is believed of an entrant's skill; everybody starts at mu 25 and sigma 25 / 3."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """The skill it has almost surely: mu - 3 sigma."""
        return self.mu - 3 * self.sigma


def skills(entrants: int, meetings: Iterable[Sequence[tuple[int, float]]]) -> tuple[Skill, ...]:
    """The skills of so many entrants after these meetings, in their order.

    A meeting names who took part, by number, with the points of each: more is better, equal points are a draw.
    """
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(entrants)]
    for meeting in meetings:
        teams = [[ratings[entrant]] for entrant, _ in meeting]
        rated = model.rate(teams, scores=[points for _, points in meeting])
        for (entrant, _), team in zip(meeting, rated, strict=True):
            ratings[entrant] = team[0]
    return tuple(Skill(rating.mu, rating.sigma) for rating in ratings)
