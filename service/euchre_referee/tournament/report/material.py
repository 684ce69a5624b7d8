"""Everything that a report is made of: the standings, how they came about, and what was seen on the way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from euchre_referee.tournament.boards import Score, board_field_scores, board_scores, differences
from euchre_referee.tournament.fields import Json
from euchre_referee.tournament.formats.form import Scoring
from euchre_referee.tournament.report.links import Links
from euchre_referee.tournament.report.timing import TimeUse
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.standings import Pair, Standings
from euchre_referee.tournament.unfolding import Course, unfold

Found = Mapping[str, Mapping[int, Score]]


@dataclass(frozen=True, slots=True)
class Material:
    """One tournament. `uses`: the time that entrants took, empty where no record tells it."""

    standings: Standings
    results: Sequence[TableResult]
    course: Course
    scores: Found
    """Each entrant's score by board."""
    differences: Mapping[tuple[str, str], tuple[Score, ...]]
    """Of every two that met, both ways, board by board."""
    links: Links
    uses: Mapping[str, TimeUse] = field(default_factory=dict)
    incidents: Sequence[Json] = ()
    """What was done to the tournament beside its being played, as `standings.json` has it."""

    @property
    def by_rank(self) -> tuple[str, ...]:
        """The entrants' names, the best first."""
        return tuple(row.entrant.name for row in self.standings.rows)

    def pairs(self) -> tuple[Pair, ...]:
        """The pairs that met, as people read them."""
        return tuple(pair for pair in by_rank(self.standings) if pair.difference)


def material(
    standings: Standings,
    results: Sequence[TableResult],
    uses: Mapping[str, TimeUse] | None = None,
    incidents: Sequence[Json] = (),
) -> Material:
    """What follows from the standings and the results that they were made of."""
    terms = standings.terms
    course = unfold(terms, results)
    last = course.last_board
    counting = results if last is None else [each for each in results if each.plan.board <= last]
    if terms.form.scoring is Scoring.MATCHPOINTS:
        scored = board_field_scores(course.schedule, counting)
    else:
        scored = board_scores(terms.rules, course.boards)
    found = differences(course.boards)
    turned = {(second, first): tuple(-value for value in values) for (first, second), values in found.items()}
    return Material(standings, counting, course, scored, {**found, **turned}, Links(terms), uses or {}, incidents)


def by_rank(standings: Standings) -> tuple[Pair, ...]:
    """The pairs as people read them: the better placed first, in each pair and among the pairs."""
    place = {row.entrant.name: number for number, row in enumerate(standings.rows)}
    turned = (pair if place[pair.first] < place[pair.second] else pair.turned() for pair in standings.pairs)
    return tuple(sorted(turned, key=lambda pair: (place[pair.first], place[pair.second])))
