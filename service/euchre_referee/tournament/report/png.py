"""Drawings as PNG, painted by Pillow with the font that it brings along, in the light colours of the palette."""

import re
from io import BytesIO
from typing import Final, assert_never

from PIL import Image, ImageColor, ImageDraw, ImageFont

from euchre_referee.tournament.report.document import asset
from euchre_referee.tournament.report.drawing import INKS, Area, Box, Curve, Dot, Drawing, Label, Line, Point, Shape

SCALE: Final = 2
"""Pixels of the picture for one of the drawing."""
_FINER: Final = 3
"""Painted so many times larger and then made smaller, which smooths the edges."""
_FONT_SIZE: Final = 11
_DASH: Final = 5.0
_ANCHORS: Final = {"start": "ls", "middle": "ms", "end": "rs"}

_Colour = tuple[int, int, int]


def png(drawing: Drawing) -> bytes:
    """The picture's file."""
    painter = _Painter(drawing)
    for shape in drawing.shapes:
        painter.paint(shape)
    out = BytesIO()
    painter.finished().save(out, "PNG")
    return out.getvalue()


def light_palette() -> dict[str, _Colour]:
    """The light colours of the style sheet, by name."""
    light = asset("palette.css").partition("@media")[0]
    found = re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", light)
    return {name: _rgb(code) for name, code in found}


def _rgb(code: str) -> _Colour:
    red, green, blue = ImageColor.getrgb(code)[:3]
    return red, green, blue


class _Painter:
    def __init__(self, drawing: Drawing) -> None:
        self._palette: Final = light_palette()
        self._times: Final = SCALE * _FINER
        size = (drawing.width * self._times, drawing.height * self._times)
        self._image: Final = Image.new("RGB", size, self._palette["card"])
        self._draw: Final = ImageDraw.Draw(self._image, "RGBA")
        self._font: Final = ImageFont.load_default(_FONT_SIZE * self._times)

    def paint(self, shape: Shape) -> None:
        """Paints over what is there."""
        times, colour, wide = self._times, self._colour(shape.kind), self._width(shape.kind)
        match shape:
            case Line(start, end, kind):
                self._line(start, end, kind)
            case Box((x, y), width, height):
                corner = ((x + width) * times - 1, (y + height) * times - 1)
                self._draw.rectangle(
                    (x * times, y * times, max(corner[0], x * times), max(corner[1], y * times)), colour
                )
            case Dot((x, y), radius):
                self._draw.circle((x * times, y * times), radius * times, colour)
            case Curve(points):
                self._draw.line([self._at(point) for point in points], colour, wide, joint="curve")
            case Area(points):
                self._draw.polygon([self._at(point) for point in points], colour)
            case Label(at, text, anchor):
                self._draw.text(self._at(at), text, colour, self._font, anchor=_ANCHORS[anchor])
            case _:
                assert_never(shape)

    def finished(self) -> Image.Image:
        """The picture in its size."""
        return self._image.reduce(_FINER)

    def _line(self, start: Point, end: Point, kind: str) -> None:
        colour, wide = self._colour(kind), self._width(kind)
        for one, other in _dashes(start, end) if INKS[kind].dashed else ((start, end),):
            self._draw.line([self._at(one), self._at(other)], colour, wide)

    def _at(self, point: Point) -> Point:
        return point[0] * self._times, point[1] * self._times

    def _width(self, kind: str) -> int:
        return max(1, round(INKS[kind].width * self._times))

    def _colour(self, kind: str) -> tuple[int, int, int, int]:
        ink = INKS[kind]
        return (*self._palette[ink.colour], round(255 * ink.opacity))


def _dashes(start: Point, end: Point) -> list[tuple[Point, Point]]:
    """Every second piece of a line."""
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    count = max(1, int(length / _DASH))
    points = [
        (start[0] + (end[0] - start[0]) * at / count, start[1] + (end[1] - start[1]) * at / count)
        for at in range(count + 1)
    ]
    return list(zip(points[:-1:2], points[1::2], strict=False))
