"""Drawings in SVG: intervals on a common scale, and how board results are spread; the page colours them."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from euchre_referee.tournament.report.markup import Markup, element
from euchre_referee.tournament.statistics import Estimate

_INTERVAL_WIDTH, _INTERVAL_HEIGHT, _AXIS_HEIGHT = 320, 26, 22
_MARGIN = 14
_SPREAD_WIDTH, _SPREAD_HEIGHT, _SPREAD_FOOT = 320, 150, 24
_MOST_BARS = 27
_WIDTHS = (0.5, 1, 2, 5, 10, 20, 50, 100)


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` across `width` pixels, with a margin left and right."""

    low: float
    high: float
    width: int

    def x(self, value: float) -> float:
        """Where a value lies, in pixels from the left."""
        inside = self.width - 2 * _MARGIN
        return round(_MARGIN + inside * (value - self.low) / (self.high - self.low), 1)

    def ticks(self) -> tuple[float, ...]:
        """Round values to label, zero among them where it lies on the scale; about four to seven."""
        step = _tick_step(self.high - self.low)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return tuple(number * step for number in range(first, last + 1))


def _tick_step(span: float) -> float:
    power = 10.0 ** math.floor(math.log10(span / 4))
    return next(power * factor for factor in (1, 2, 2.5, 5, 10) if span / (power * factor) <= 6.5)


def interval_scale(estimates: Iterable[Estimate | None]) -> Scale:
    """A scale that holds every interval, and zero."""
    ends = [0.0]
    for found in estimates:
        if found:
            ends += [found.mean, *(end for end in (found.low, found.high) if end is not None)]
    low, high = min(ends), max(ends)
    room = (high - low) * 0.05 or 1.0
    return Scale(low - room, high + room, _INTERVAL_WIDTH)


def interval(found: Estimate | None, scale: Scale) -> Markup:
    """A mean as a dot on its interval. The figures stand beside it, so it is hidden from readers of text."""
    middle = _INTERVAL_HEIGHT / 2
    zero = scale.x(0)
    shapes = [element("line", x1=zero, x2=zero, y1=0, y2=_INTERVAL_HEIGHT, class_="zero")]
    if found:
        side = _side(0 if (found.low or 0) <= 0 <= (found.high or 0) else found.mean)
        if found.low is not None and found.high is not None:
            low, high = scale.x(found.low), scale.x(found.high)
            shapes.append(element("line", x1=low, x2=high, y1=middle, y2=middle, class_=f"reach {side}"))
        shapes.append(element("circle", cx=scale.x(found.mean), cy=middle, r=4, class_=f"mean {side}"))
    return _svg(_INTERVAL_WIDTH, _INTERVAL_HEIGHT, *shapes, class_="interval", aria_hidden="true")


def interval_axis(scale: Scale) -> Markup:
    """The labels of the scale, to stand above the intervals."""
    return _svg(_INTERVAL_WIDTH, _AXIS_HEIGHT, *_labels(scale, _AXIS_HEIGHT - 7), class_="axis", aria_hidden="true")


def spread(values: Sequence[float], scale: Scale, label: str) -> Markup:
    """How often each result came, as bars about the multiples of a round width; `label` says it in words."""
    width = bar_width(scale)
    counts = Counter(_nearest(value / width) for value in values)
    most, foot = max(counts.values()), _SPREAD_HEIGHT - _SPREAD_FOOT
    zero = scale.x(0)
    shapes = [element("line", x1=zero, x2=zero, y1=4, y2=foot, class_="zero")]
    for number, count in sorted(counts.items()):
        left, right = scale.x((number - 0.5) * width), scale.x((number + 0.5) * width)
        height = round((foot - 8) * count / most, 1)
        title = element("title", f"{number * width:+g}: {count} of {len(values)} boards")
        shapes.append(
            element(
                "rect",
                title,
                x=left + 0.5,
                y=foot - height,
                width=max(right - left - 1, 1),
                height=height,
                class_=_side(number),
            )
        )
    shapes.append(element("line", x1=0, x2=_SPREAD_WIDTH, y1=foot, y2=foot, class_="base"))
    shapes += _labels(scale, _SPREAD_HEIGHT - 7)
    return _svg(_SPREAD_WIDTH, _SPREAD_HEIGHT, *shapes, class_="spread", role="img", aria_label=label)


def _nearest(value: float) -> int:
    """The nearest whole number, halves away from zero, so that both sides of zero are treated alike."""
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


def spread_scale(series: Iterable[Sequence[float]]) -> Scale:
    """One scale for all series, as far to the left of zero as to the right, so that they can be compared."""
    reach = max((abs(value) for values in series for value in values), default=0.0) or 1.0
    width = next((each for each in _WIDTHS if 2 * reach / each + 1 <= _MOST_BARS), _WIDTHS[-1])
    edge = (_nearest(reach / width) + 0.5) * width
    return Scale(-edge, edge, _SPREAD_WIDTH)


def bar_width(scale: Scale) -> float:
    """The width of a bar, in the values' unit."""
    return next((each for each in _WIDTHS if scale.high * 2 / each <= _MOST_BARS), _WIDTHS[-1])


def _labels(scale: Scale, y: float) -> list[Markup]:
    return [
        element("text", f"{tick:+g}" if tick else "0", x=scale.x(tick), y=y, text_anchor="middle")
        for tick in scale.ticks()
    ]


def _side(value: float) -> str:
    if value == 0:
        return "even"
    return "ahead" if value > 0 else "behind"


def _svg(width: int, height: int, *shapes: str, **attributes: str) -> Markup:
    return element("svg", *shapes, viewBox=f"0 0 {width} {height}", width=width, height=height, **attributes)
