"""Drawings as SVG: inside a page, whose style sheet colours them, or as a file that brings its colours along."""

from typing import assert_never

from euchre_referee.tournament.report.document import asset
from euchre_referee.tournament.report.drawing import INKS, Area, Box, Curve, Dot, Drawing, Label, Line, Point, Shape
from euchre_referee.tournament.report.markup import Markup, element

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'


def inline(drawing: Drawing) -> Markup:
    """The drawing for a page; one without a label is hidden from readers of text."""
    told = {"role": "img", "aria_label": drawing.label} if drawing.label else {"aria_hidden": "true"}
    if any(isinstance(shape, Box) and shape.href for shape in drawing.shapes):
        # What can be followed must be reachable, so it is no single picture.
        told = {"role": "group", "aria_label": drawing.label}
    return element(
        "svg",
        *map(_shape, drawing.shapes),
        viewBox=f"0 0 {drawing.width} {drawing.height}",
        width=drawing.width,
        height=drawing.height,
        **told,
    )


def standing_alone(drawing: Drawing, title: str) -> str:
    """The drawing as a file of its own, light or dark as its reader likes; its links are left out."""
    unlinked = (shape._replace(href="") if isinstance(shape, Box) else shape for shape in drawing.shapes)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        + element(
            "svg",
            element("title", title),
            element("style", Markup(asset("palette.css") + svg_style())),
            Markup('<rect width="100%" height="100%" fill="var(--card)"/>'),
            *map(_shape, unlinked),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {drawing.width} {drawing.height}",
            width=drawing.width,
            height=drawing.height,
        )
        + "\n"
    )


def svg_style() -> str:
    """The style of every kind of shape."""
    rules = [f"svg text {{ font: 11px {FONT}; }}"]
    for kind, ink in INKS.items():
        colour = f"var(--{ink.colour})"
        dashes = " stroke-dasharray: 5 4;" if ink.dashed else ""
        line = f"fill: none; stroke: {colour}; stroke-width: {ink.width:g}; stroke-opacity: {ink.opacity:g};{dashes}"
        rules.append(f"svg .l-{kind} {{ {line} }}")
        rules.append(f"svg .f-{kind} {{ fill: {colour}; fill-opacity: {ink.opacity:g}; }}")
    return "\n".join(rules) + "\n"


def _shape(shape: Shape) -> Markup:
    match shape:
        case Line((x1, y1), (x2, y2), kind):
            ends = "round" if kind.startswith("reach") else "butt"
            return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=f"l-{kind}", stroke_linecap=ends)
        case Box():
            return _box(shape)
        case Dot((cx, cy), radius, kind):
            return element("circle", cx=cx, cy=cy, r=radius, class_=f"f-{kind}")
        case Curve(points, kind):
            return element("polyline", points=_points(points), class_=f"l-{kind}", stroke_linejoin="round")
        case Area(points, kind):
            return element("polygon", points=_points(points), class_=f"f-{kind}")
        case Label((x, y), text, anchor, kind):
            return element("text", text, x=x, y=y, text_anchor=anchor, class_=f"f-{kind}")
    assert_never(shape)


def _box(box: Box) -> Markup:
    x, y = box.corner
    titled = (element("title", box.title),) if box.title else ()
    drawn = element("rect", *titled, x=x, y=y, width=box.width, height=box.height, class_=f"f-{box.kind}")
    return element("a", drawn, href=box.href, aria_label=box.title) if box.href else drawn


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{x:.5g},{y:.5g}" for x, y in points)
