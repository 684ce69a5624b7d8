"""What is drawn of results: intervals on a common scale, and how board results are spread."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from euchre_referee.tournament.report.drawing import Box, Dot, Drawing, Label, Line, Shape, kind_of_side
from euchre_referee.tournament.report.scales import Scale, tick_text
from euchre_referee.tournament.statistics import Estimate

_INTERVAL_WIDTH, _INTERVAL_HEIGHT, _AXIS_HEIGHT = 320, 26, 22
_SPREAD_WIDTH, _SPREAD_HEIGHT, _SPREAD_FOOT = 320, 150, 24
_MOST_BARS = 27
_WIDTHS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
POINTS_APART, SHARES_APART = 0.5, 0.05
"""The narrowest bars: for points, whose means over two tables are halves, and for shares of matchpoints."""
_NAMES_WIDTH = 150
_DECIMALS = 6
"""A value on the border of two bars shall be in the same one whatever the last bits of its mean."""


def interval_scale(estimates: Iterable[Estimate | None]) -> Scale:
    """A scale that holds every interval, and zero."""
    ends = [0.0]
    for found in estimates:
        if found:
            ends += [found.mean, *(end for end in (found.low, found.high) if end is not None)]
    low, high = min(ends), max(ends)
    room = (high - low) * 0.05 or 1.0
    return Scale(low - room, high + room, _INTERVAL_WIDTH)


def interval(found: Estimate | None, scale: Scale) -> Drawing:
    """A mean as a dot on its interval. The figures stand beside it, so it has no label."""
    zero = scale.x(0)
    shapes = [Line((zero, 0), (zero, _INTERVAL_HEIGHT), "zero"), *_interval(found, scale, 0.0, _INTERVAL_HEIGHT / 2)]
    return Drawing(_INTERVAL_WIDTH, _INTERVAL_HEIGHT, tuple(shapes))


def interval_axis(scale: Scale) -> Drawing:
    """The labels of the scale, to stand above the intervals."""
    return Drawing(_INTERVAL_WIDTH, _AXIS_HEIGHT, tuple(_labels(scale, _AXIS_HEIGHT - 7)))


def intervals(rows: Sequence[tuple[str, Estimate | None]], label: str) -> Drawing:
    """Named intervals under one scale, as a drawing of their own."""
    scale = interval_scale(found for _, found in rows)
    height = _AXIS_HEIGHT + _INTERVAL_HEIGHT * len(rows) + 6
    zero = _NAMES_WIDTH + scale.x(0)
    shapes: list[Shape] = [Line((zero, _AXIS_HEIGHT), (zero, height - 6), "zero")]
    shapes += _labels(scale, _AXIS_HEIGHT - 7, _NAMES_WIDTH)
    for number, (name, found) in enumerate(rows):
        middle = _AXIS_HEIGHT + _INTERVAL_HEIGHT * (number + 0.5)
        shapes.append(Label((_NAMES_WIDTH - 8, middle + 4), name, "end", "name"))
        shapes += _interval(found, scale, _NAMES_WIDTH, middle)
    return Drawing(_NAMES_WIDTH + _INTERVAL_WIDTH, height, tuple(shapes), label)


def _interval(found: Estimate | None, scale: Scale, left: float, middle: float) -> list[Shape]:
    if found is None:
        return []
    side = kind_of_side(0 if (found.low or 0) <= 0 <= (found.high or 0) else found.mean)
    shapes: list[Shape] = []
    if found.low is not None and found.high is not None:
        ends = (left + scale.x(found.low), middle), (left + scale.x(found.high), middle)
        shapes.append(Line(*ends, f"reach-{side}"))
    shapes.append(Dot((left + scale.x(found.mean), middle), 4, side))
    return shapes


class Bars(NamedTuple):
    """A scale and the width of the bars on it, in the values' unit."""

    scale: Scale
    width: float


def spread(values: Sequence[float], on: Bars, label: str, address: Callable[[int], str] | None = None) -> Drawing:
    """How often each result came, as bars about the multiples of their width.

    `address`: where the boards of a bar are, by which multiple it is.
    """
    scale, width = on
    counts = bars(values, width)
    most, foot = max(counts.values(), default=1), _SPREAD_HEIGHT - _SPREAD_FOOT
    zero = scale.x(0)
    shapes: list[Shape] = [Line((zero, 4), (zero, foot), "zero")]
    for number, count in sorted(counts.items()):
        left, right = scale.x((number - 0.5) * width), scale.x((number + 0.5) * width)
        height = max(1.0, round((foot - 8) * count / most, 1))
        shapes.append(
            Box(
                (left + 0.5, foot - height),
                max(right - left - 1, 1),
                height,
                kind_of_side(number),
                f"{number * width:+g}: {count} of {len(values)} boards",
                address(number) if address else "",
            )
        )
    shapes.append(Line((0, foot), (_SPREAD_WIDTH, foot), "base"))
    shapes += _labels(scale, _SPREAD_HEIGHT - 7)
    return Drawing(_SPREAD_WIDTH, _SPREAD_HEIGHT, tuple(shapes), label)


def bars(values: Iterable[float], width: float) -> Counter[int]:
    """How many values lie about which multiple of a width."""
    return Counter(_nearest(round(value, _DECIMALS) / width) for value in values)


def _nearest(value: float) -> int:
    """The nearest whole number, halves away from zero, so that both sides of zero are treated alike."""
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


def spread_bars(series: Iterable[Sequence[float]], narrowest: float = POINTS_APART) -> Bars:
    """One scale for all series, as far to the left of zero as to the right, so that they can be compared."""
    reach = max((abs(value) for values in series for value in values), default=0.0) or narrowest
    wide_enough = (each for each in _WIDTHS if each >= narrowest and 2 * reach / each + 1 <= _MOST_BARS)
    width = next(wide_enough, _WIDTHS[-1])
    edge = (_nearest(reach / width) + 0.5) * width
    return Bars(Scale(-edge, edge, _SPREAD_WIDTH), width)


def _labels(scale: Scale, y: float, left: float = 0.0) -> list[Shape]:
    return [Label((left + scale.x(tick), y), tick_text(tick)) for tick in scale.ticks()]
