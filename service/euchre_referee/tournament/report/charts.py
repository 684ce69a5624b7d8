"""Curves over boards: an entrant's figure as it stood after so many of them, with its band where it has one."""

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from euchre_referee.tournament.report.drawing import SERIES, Area, Curve, Drawing, Label, Line, Shape
from euchre_referee.tournament.report.scales import tick_step, tick_text

WIDTH: Final = 720
HEIGHT: Final = 300
_LEFT, _RIGHT, _TOP, _FOOT = 52, 150, 12, 34
_APART: Final = 14
"""Pixels between two names."""


class Stand(NamedTuple):
    """Where a figure stood after so many boards; its band is None where there is none."""

    boards: int
    value: float
    low: float | None = None
    high: float | None = None


class Series(NamedTuple):
    """One curve with its name."""

    name: str
    stands: tuple[Stand, ...]


def chart(series: Sequence[Series], label: str, bounds: Sequence[tuple[float, str]] = ()) -> Drawing:
    """The curves on common axes; of more than can be told apart by colour the first. `bounds` are named levels."""
    shown = [each for each in series if each.stands][:SERIES]
    frame = _Frame.around(shown, [level for level, _ in bounds])
    shapes: list[Shape] = [*frame.grid()]
    for level, name in bounds:
        y = frame.y(level)
        shapes += [
            Line((_LEFT, y), (WIDTH - _RIGHT, y), "bound"),
            Label((WIDTH - _RIGHT + 8, y + 4), name, "start"),
        ]
    for number, each in enumerate(shown, 1):
        shapes += _band(each, number, frame)
    for number, each in enumerate(shown, 1):
        points = tuple((frame.x(stand.boards), frame.y(stand.value)) for stand in each.stands)
        shapes.append(Curve(points if len(points) > 1 else points * 2, f"series-{number}"))
    if not bounds:
        shapes += _names(shown, frame)
    return Drawing(WIDTH, HEIGHT, tuple(shapes), label)


class _Frame(NamedTuple):
    first: int
    last: int
    low: float
    high: float

    @classmethod
    def around(cls, series: Sequence[Series], levels: Sequence[float]) -> "_Frame":
        stands = [stand for each in series for stand in each.stands]
        values = [0.0, *levels, *(stand.value for stand in stands)]
        # The first bands are so wide that the curves would be flat: they may leave the frame.
        later = [stand for each in series for stand in each.stands[len(each.stands) // 4 :]]
        values += [end for stand in later for end in (stand.low, stand.high) if end is not None]
        low, high = min(values), max(values)
        room = (high - low) * 0.06 or 1.0
        boards = [stand.boards for stand in stands] or [0]
        return cls(0, max(1, *boards), low - room, high + room)

    def x(self, boards: float) -> float:
        inside = WIDTH - _LEFT - _RIGHT
        return round(_LEFT + inside * (boards - self.first) / (self.last - self.first), 1)

    def y(self, value: float) -> float:
        inside = HEIGHT - _TOP - _FOOT
        share = (value - self.low) / (self.high - self.low)
        return round(HEIGHT - _FOOT - inside * min(1.0, max(0.0, share)), 1)

    def grid(self) -> Iterator[Shape]:
        right = WIDTH - _RIGHT
        step = tick_step(self.high - self.low)
        for number in range(math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9) + 1):
            y = self.y(number * step)
            yield Line((_LEFT, y), (right, y), "grid" if number else "zero")
            yield Label((_LEFT - 8, y + 4), tick_text(number * step), "end")
        apart = max(1.0, tick_step(float(self.last)))
        for number in range(math.floor(self.last / apart + 1e-9) + 1):
            yield Label((self.x(number * apart), HEIGHT - _FOOT + 16), f"{number * apart:g}")
        yield Label(((_LEFT + right) / 2, HEIGHT - 4), "boards")
        yield Line((_LEFT, HEIGHT - _FOOT), (right, HEIGHT - _FOOT), "base")


def _band(series: Series, number: int, frame: _Frame) -> list[Shape]:
    banded = [stand for stand in series.stands if stand.low is not None and stand.high is not None]
    if len(banded) < 2:
        return []
    above = [(frame.x(stand.boards), frame.y(stand.high or 0.0)) for stand in banded]
    below = [(frame.x(stand.boards), frame.y(stand.low or 0.0)) for stand in reversed(banded)]
    return [Area((*above, *below), f"band-{number}")]


def _names(series: Sequence[Series], frame: _Frame) -> Iterator[Shape]:
    """Each curve's name at its end, moved apart where they would lie on each other."""
    ends = sorted((frame.y(each.stands[-1].value), number) for number, each in enumerate(series, 1))
    # Downwards first, then upwards from the foot, so that the last ones stay inside.
    places: list[float] = []
    for y, _ in ends:
        places.append(max(y, places[-1] + _APART) if places else y)
    lowest = float(HEIGHT - _FOOT)
    for at in range(len(places) - 1, -1, -1):
        places[at] = min(places[at], lowest)
        lowest = places[at] - _APART
    for (_, number), y in zip(ends, places, strict=True):
        yield Label((WIDTH - _RIGHT + 8, y + 4), series[number - 1].name, "start", f"series-{number}")
