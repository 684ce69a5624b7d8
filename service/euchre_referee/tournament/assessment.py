"""How strong the entrants are, as far as the boards tell: ratings, what each two have of each other, the test."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from euchre_referee.tournament.boards import BoardResult
from euchre_referee.tournament.statistics import (
    Comparison,
    Estimate,
    Measure,
    SequentialResult,
    SequentialTest,
    Skill,
    Status,
    bradley_terry,
    skills,
    superiority,
)

USUAL_TEST = SequentialTest()
"""Of a match of two for which no other was asked."""
_ALIKE = 1e-9


@dataclass(frozen=True, slots=True)
class Strength:
    """An entrant's `elo` above the field's mean, and its OpenSkill rating; both None until it has a board."""

    elo: Estimate | None
    skill: Skill | None


@dataclass(frozen=True, slots=True)
class Duel:
    """What two have of each other, from the boards on which they met and no others.

    On so many `won` boards the first was better, on `even` ones both did alike. `elo`: the first's less the second's;
    `superiority`: how likely it is that the first truly scores more points. Both are None below two boards.
    """

    won: int = 0
    even: int = 0
    lost: int = 0
    elo: Estimate | None = None
    superiority: float | None = None

    def turned(self) -> "Duel":
        """The same of the second and the first."""
        return Duel(
            won=self.lost,
            even=self.even,
            lost=self.won,
            elo=self.elo.negated() if self.elo else None,
            superiority=None if self.superiority is None else 1 - self.superiority,
        )


@dataclass(frozen=True, slots=True)
class Tested:
    """The sequential test of a match of two, whose first entrant is asked to be the better one."""

    first: str
    second: str
    test: SequentialTest
    result: SequentialResult

    def sentence(self) -> str:
        """What the test says, in words."""
        result, test = self.result, self.test
        better = f"{self.first} is better than {self.second} by"
        less, more = (_amount(test.measure, value) for value in (test.h0, test.h1))
        if result.status is Status.H1:
            return f"accepts after {result.boards} boards that {better} {more}, not by {less}"
        if result.status is Status.H0:
            return f"accepts after {result.boards} boards that {better} {less}, not by {more}"
        return f"does not yet decide after {result.boards} boards whether {better} {less} or {more}"


@dataclass(frozen=True, slots=True)
class Assessment:
    """Strengths by name, duels by two names, the ratings' log likelihood, and the test where two alone met."""

    strengths: Mapping[str, Strength]
    duels: Mapping[tuple[str, str], Duel]
    log_likelihood: float
    tested: Tested | None

    def duel(self, first: str, second: str) -> Duel:
        """What two have of each other, in whatever order they stand; an empty one if they never met."""
        found = self.duels.get((first, second))
        return found or self.duels.get((second, first), Duel()).turned()


def assess(
    names: Sequence[str],
    boards: Sequence[BoardResult],
    met: Mapping[tuple[str, str], Sequence[float]],
    test: SequentialTest = USUAL_TEST,
) -> Assessment:
    """The assessment after these boards, in their order; `met` has the differences of each two, one a board.

    `test` is that of a match of two.
    """
    number = {name: place for place, name in enumerate(names)}
    fit = bradley_terry(len(names), tuple(comparisons(boards, number)))
    believed = skills(
        len(names),
        ([(number[name], mean) for name, mean in zip(each.entrants, each.means, strict=True)] for each in boards),
    )
    seen = {name for each in boards for name in each.entrants}
    return Assessment(
        strengths={
            name: Strength(fit.rating(place), believed[place]) if name in seen else Strength(None, None)
            for name, place in number.items()
        },
        duels={two: duel(differences) for two, differences in met.items()},
        log_likelihood=fit.log_likelihood,
        tested=_tested(names, met, test),
    )


def duel(differences: Sequence[float]) -> Duel:
    """What two have of each other after these differences, first less second, one a board."""
    scores = [_score(value) for value in differences]
    fit = bradley_terry(2, [(Comparison(0, 1, score),) for score in scores])
    return Duel(
        won=scores.count(1.0),
        even=scores.count(0.5),
        lost=scores.count(0.0),
        elo=fit.difference(0, 1) if len(differences) > 1 else None,
        superiority=superiority(differences),
    )


def _amount(measure: Measure, value: float) -> str:
    return f"{value:g} Elo" if measure is Measure.ELO else f"{value:g} deviations a board"


def comparisons(boards: Iterable[BoardResult], number: Mapping[str, int]) -> Iterator[tuple[Comparison, ...]]:
    """By board, entrants by their number: whatever met there had the same cards, in whatever pairing."""
    gathered: defaultdict[int, list[Comparison]] = defaultdict(list)
    for each in boards:
        for (one, mean), (other, other_mean) in combinations(zip(each.entrants, each.means, strict=True), 2):
            gathered[each.board].append(Comparison(number[one], number[other], _score(mean - other_mean)))
    return (tuple(found) for found in gathered.values())


def _score(difference: float) -> float:
    # Means of thirds may miss each other by a last bit.
    if abs(difference) < _ALIKE:
        return 0.5
    return float(difference > 0)


def _tested(
    names: Sequence[str], met: Mapping[tuple[str, str], Sequence[float]], test: SequentialTest
) -> Tested | None:
    if len(names) != 2:
        return None
    first, second = names
    differences = met.get((first, second)) or [-value for value in met.get((second, first), ())]
    return Tested(first, second, test, test.result(differences))
