"""Single elimination: whoever loses a meeting is out; of a table of four or five the better two go on."""

from collections.abc import Mapping, Sequence
from typing import Final

from euchre_referee.tournament.formats.scheduler import Field, Played, Round, Shape, Tally

_NOTHING: Final = Tally(0.0, 0.0, 0, 0)
_DECIMALS: Final = 9


class Elimination:
    """A bracket for two at a time, tables for more.

    In the bracket the best seeds have the byes, all in the first round, and meet each other as late as can be. At
    tables those that do not fill one have a bye, the best seeds of those that had fewest; when all that are left fit
    at one table it is the last. Ahead is who leads over the boards; then who won more of them, for whom the referee
    acted less often, and who is seeded better.
    """

    def __init__(self, field: Field) -> None:
        self._field: Final = field
        self._seeds: Final = {name: place for place, name in enumerate(field.names)}

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """One meeting fewer than entrants where two meet."""
        found = []
        left, first = len(self._field.names), True
        while left > 1:
            meetings, size, byes = self._split(left, first)
            found.append(Shape(meetings, size))
            left = 1 if left == size else meetings * self._going_on + byes
            first = False
        return tuple(found)

    def next_round(self, played: Sequence[Played]) -> Round | None:
        """Who is still in meets; None when one is left, or the last table was played."""
        if len(played) == len(self.shapes):
            return None
        if self._field.meeting == 2:
            return self._bracket(played)
        left = self._left(played)
        meetings, _, byes = self._split(len(left), not played)
        had = {name: sum(name in each.round.byes for each in played) for name in left}
        waiting = sorted(left, key=lambda name: (had[name], self._seeds[name]))[:byes]
        there = sorted((name for name in left if name not in waiting), key=self._seeds.__getitem__)
        # Dealt out to and fro, so that the best seeds sit apart and the tables are about as strong.
        rows = [there[start : start + meetings] for start in range(0, len(there), meetings)]
        tables = [
            tuple(row[table] if number % 2 == 0 else row[-1 - table] for number, row in enumerate(rows))
            for table in range(meetings)
        ]
        return Round(tuple(tables), tuple(waiting))

    def ranks(self, played: Sequence[Played]) -> Mapping[str, int] | None:
        """Those still in share the first; those who are out share one with all who lost in the same round."""
        ranks = dict.fromkeys(self._field.names, 1)
        for number, each in enumerate(played, 1):
            if not any(each.tallies) and number == len(played):
                break
            last = number == len(self.shapes)
            for group, tallies in zip(each.round.meetings, each.tallies, strict=True):
                order = self._by_merit(group, tallies)
                if last:
                    ranks |= {name: place for place, name in enumerate(order, 1)}
                    continue
                staying = len(each.round.meetings) * self._going_on + len(each.round.byes)
                ranks |= dict.fromkeys(order[self._going_on :], staying + 1)
        return ranks

    @property
    def _going_on(self) -> int:
        """How many of a meeting that is not the last go on."""
        return max(1, self._field.meeting // 2)

    def _split(self, left: int, first: bool) -> tuple[int, int, int]:
        """Into how many meetings of which size so many are split, and how many have a bye."""
        size = self._field.meeting
        if left <= size:
            return 1, left, 0
        if size == 2:
            byes = (1 << (left - 1).bit_length()) - left if first else 0
            return (left - byes) // 2, size, byes
        return left // size, size, left % size

    def _bracket(self, played: Sequence[Played]) -> Round:
        """The slots of a full bracket by seed, folded round by round."""
        slots = [
            self._field.names[seed] if seed < len(self._field.names) else None
            for seed in _slots(len(self._field.names))
        ]
        for each in played:
            won = {name: tally for meeting in each.tallies for name, tally in meeting.items()}
            slots = [self._winner(pair, won) for pair in zip(slots[::2], slots[1::2], strict=True)]
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        return Round(
            tuple((one, other) for one, other in pairs if one is not None and other is not None),
            tuple(one for one, other in pairs if one is not None and other is None),
        )

    def _winner(self, pair: tuple[str | None, str | None], tallies: Mapping[str, Tally]) -> str | None:
        return self._by_merit([name for name in pair if name is not None], tallies)[0]

    def _left(self, played: Sequence[Played]) -> list[str]:
        left = list(self._field.names)
        for each in played:
            left = list(each.round.byes)
            for group, tallies in zip(each.round.meetings, each.tallies, strict=True):
                left += self._by_merit(group, tallies)[: self._going_on]
        return left

    def _by_merit(self, group: Sequence[str], tallies: Mapping[str, Tally]) -> list[str]:
        def merit(name: str) -> tuple[float, int, int, int]:
            tally = tallies.get(name, _NOTHING)
            return (-round(tally.lead, _DECIMALS), -tally.boards_won, tally.defaults, self._seeds[name])

        return sorted(group, key=merit)


def _slots(entrants: int) -> list[int]:
    """The seeds, from 0, of a full bracket from top to bottom: 1 and 2 can meet in the last round only."""
    slots = [0]
    while len(slots) < entrants:
        size = 2 * len(slots)
        slots = [seed for each in slots for seed in (each, size - 1 - each)]
    return slots
