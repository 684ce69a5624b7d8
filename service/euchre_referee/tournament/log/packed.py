"""What a game at a table came to, in few bytes: a tournament of 10,000 boards keeps some ten thousands of them.

Numbers that may be large are written seven bits at a time, the lowest first, every byte but the last with its top
bit set. Signed ones are folded first: 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from euchre_referee.referee.entries import NOBODY
from euchre_referee.rules.result import Outcome
from euchre_referee.tournament.figures import Figures
from euchre_referee.tournament.results import TableResult, Termination
from euchre_referee.tournament.schedule import GamePlan

_TERMINATIONS: Final = (Termination.NORMAL, Termination.FORFEIT, Termination.ABORTED, Termination.VOID)
_NONE: Final = 0
_MOST_BYTES: Final = 10


class Finish(NamedTuple):
    """How a game came out; what a `TableResult` says, without its place."""

    termination: Termination
    outcome: Outcome | None
    points: tuple[int, ...] | None
    figures: tuple[Figures, ...]
    offender: int = NOBODY
    """Who forfeited."""

    def at(self, plan: GamePlan) -> TableResult:
        """As the result of a game of the schedule."""
        return TableResult(plan, self.termination, self.outcome, self.points, self.figures)

    def failed(self, seat: int) -> bool:
        """Whether the seat forfeited, or the clock decided in its place."""
        return seat == self.offender or (seat < len(self.figures) and self.figures[seat].timeouts > 0)


def finish_of(result: TableResult, offender: int = NOBODY) -> Finish:
    """How a game came out."""
    return Finish(result.termination, result.outcome, result.points, result.figures, offender)


def pack(finish: Finish) -> bytes:
    """A finish in bytes."""
    out = bytearray((_TERMINATIONS.index(finish.termination) + 1, finish.offender))
    out.append(_NONE if finish.outcome is None else 1 + _OUTCOMES.index(finish.outcome))
    points = finish.points
    out.append(_NONE if points is None else 1 + len(points))
    _add(out, ((number << 1) ^ (number >> 63) for number in points or ()))
    out += bytes((len(finish.figures), len(Figures._fields)))
    for figures in finish.figures:
        _add(out, figures)
    return bytes(out)


def unpack(content: bytes) -> Finish:
    """The finish that the bytes stand for. Raises ValueError if they are none."""
    reader = _Numbers(content)
    termination, offender, outcome, points = (reader.byte() for _ in range(4))
    if not 1 <= termination <= len(_TERMINATIONS) or outcome > len(_OUTCOMES):
        raise ValueError(f"a result with the termination {termination} and the outcome {outcome} is none")
    folded = [reader.number() for _ in range(max(points - 1, 0))]
    seats, fields = reader.byte(), reader.byte()
    if fields > len(Figures._fields):
        raise ValueError(f"a result with {fields} figures a seat is of a later version")
    # What an earlier version did not count stays 0.
    figures = tuple(Figures(*(reader.number() for _ in range(fields))) for _ in range(seats))
    reader.end()
    return Finish(
        _TERMINATIONS[termination - 1],
        None if outcome == _NONE else _OUTCOMES[outcome - 1],
        None if points == _NONE else tuple((number >> 1) ^ -(number & 1) for number in folded),
        figures,
        offender,
    )


_OUTCOMES: Final[Sequence[Outcome]] = (
    Outcome.MADE,
    Outcome.MARCH,
    Outcome.EUCHRED,
    Outcome.NO_MAKER,
    Outcome.UNCONTESTED,
    Outcome.THROWN_IN,
    Outcome.MISDEAL,
    Outcome.LOST,
)
"""Their places are stored and never change."""


def _add(out: bytearray, numbers: Iterable[int]) -> None:
    for number in numbers:
        left = number
        while left > 0x7F:
            out.append(0x80 | left & 0x7F)
            left >>= 7
        out.append(left)


class _Numbers:
    def __init__(self, content: bytes) -> None:
        self._content: Final = content
        self._at = 0

    def byte(self) -> int:
        if self._at >= len(self._content):
            raise ValueError(f"a result of {len(self._content)} bytes ends too early")
        self._at += 1
        return self._content[self._at - 1]

    def number(self) -> int:
        number = 0
        for place in range(_MOST_BYTES):
            byte = self.byte()
            number |= (byte & 0x7F) << (7 * place)
            if byte < 0x80:
                return number
        raise ValueError("a number of a result has no end")

    def end(self) -> None:
        if self._at != len(self._content):
            raise ValueError(f"{len(self._content) - self._at} bytes too many in a result")
