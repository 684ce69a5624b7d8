"""Formats whose rounds do not depend on results: round-robin, single and double, gauntlet, and a match of two."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from euchre_referee.tournament.formats.designs import balanced, balanced_size
from euchre_referee.tournament.formats.scheduler import Field, Played, Round, Shape


class RoundRobin:
    """Every two meet as often as any other two, in every cycle, from the second on seated one further.

    Of larger tables there are as few as are found, whose entrants meet more than once if it must be.
    """

    def __init__(self, field: Field, cycles: int) -> None:
        self._field: Final = field
        self._cycles: Final = cycles

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """One round for each cycle."""
        names, meeting = self._field
        return (Shape(balanced_size(len(names), meeting), meeting),) * self._cycles

    def next_round(self, played: Sequence[Played]) -> Round | None:
        """All meetings of a cycle."""
        turned = len(played)
        if turned >= self._cycles:
            return None
        names, meeting = self._field
        groups = balanced(len(names), meeting)
        return Round(tuple(tuple(names[each] for each in (*group[turned:], *group[:turned])) for group in groups))

    def ranks(self, played: Sequence[Played]) -> Mapping[str, int] | None:
        """By the mean score."""
        return None


class Gauntlet:
    """One meets all others, each of them as often; where more than two meet, others that follow each other."""

    def __init__(self, field: Field, challenger: str) -> None:
        self._challenger: Final = challenger
        self._others: Final = tuple(name for name in field.names if name != challenger)
        self._beside: Final = field.meeting - 1

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """One round."""
        return (Shape(len(range(0, len(self._others), self._step)), self._beside + 1),)

    def next_round(self, played: Sequence[Played]) -> Round | None:
        """All meetings."""
        return None if played else Round(tuple(self._meetings()))

    def ranks(self, played: Sequence[Played]) -> Mapping[str, int] | None:
        """By the mean score."""
        return None

    @property
    def _step(self) -> int:
        """Where the others fill their tables, one meeting of each is even; else everybody begins a group."""
        return 1 if len(self._others) % self._beside else self._beside

    def _meetings(self) -> Iterable[tuple[str, ...]]:
        around = self._others * 2
        for first in range(0, len(self._others), self._step):
            yield (self._challenger, *around[first : first + self._beside])


class Match:
    """Two, once."""

    def __init__(self, field: Field) -> None:
        self._names: Final = field.names

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """One meeting."""
        return (Shape(1, len(self._names)),)

    def next_round(self, played: Sequence[Played]) -> Round | None:
        """The meeting."""
        return None if played else Round((self._names,))

    def ranks(self, played: Sequence[Played]) -> Mapping[str, int] | None:
        """By the mean score."""
        return None
