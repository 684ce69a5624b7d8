"""Drawings as values: shapes on a plane, each of a kind that says how it looks; written as SVG or painted as PNG."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


class Ink(NamedTuple):
    """How a kind of shape looks: its colour in `assets/palette.css`, and in pixels how wide its lines are."""

    colour: str
    width: float = 1.0
    opacity: float = 1.0
    dashed: bool = False


SERIES: Final = 8
"""Entrants that can be told apart by colour."""

INKS: Final[dict[str, Ink]] = {
    "zero": Ink("line", 1.5),
    "base": Ink("line"),
    "grid": Ink("line", 1.0, 0.6),
    "bound": Ink("soft", 1.5, 1.0, dashed=True),
    "label": Ink("soft"),
    "name": Ink("ink"),
    **{side: Ink(side, 2.0) for side in ("ahead", "behind", "even")},
    **{f"reach-{side}": Ink(side, 7.0, 0.45) for side in ("ahead", "behind", "even")},
    **{f"series-{number}": Ink(f"series-{number}", 2.0) for number in range(1, SERIES + 1)},
    **{f"band-{number}": Ink(f"series-{number}", 0.0, 0.14) for number in range(1, SERIES + 1)},
}


class Line(NamedTuple):
    """A straight line."""

    start: Point
    end: Point
    kind: str


class Box(NamedTuple):
    """A filled box; `title` tells what it stands for, `href` leads there."""

    corner: Point
    width: float
    height: float
    kind: str
    title: str = ""
    href: str = ""


class Dot(NamedTuple):
    """A filled circle."""

    at: Point
    radius: float
    kind: str


class Curve(NamedTuple):
    """A line through points."""

    points: tuple[Point, ...]
    kind: str


class Area(NamedTuple):
    """What lies between the points."""

    points: tuple[Point, ...]
    kind: str


class Label(NamedTuple):
    """A text at a point of its base line."""

    at: Point
    text: str
    anchor: Anchor = "middle"
    kind: str = "label"


Shape = Line | Box | Dot | Curve | Area | Label


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes from back to front on so many pixels. `label` says it in words; "" where the figures stand beside it."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
    label: str = ""


def kind_of_side(value: float) -> str:
    """Ahead, even or behind."""
    if value == 0:
        return "even"
    return "ahead" if value > 0 else "behind"
