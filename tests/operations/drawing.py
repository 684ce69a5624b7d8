"""Pictures of dashboards' panels, from what a real Prometheus answered: what they look like in Grafana, roughly."""

import io
import re
from math import log2
from pathlib import Path
from typing import Final, NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MultipleLocator
from PIL import Image

from deploy.grafana.model import COLUMNS, Dashboard, Kind, Panel, Query, Unit
from tests.operations.answers import Series, course

_COLOURS: Final = (
    "#3b7dd8", "#e08e2b", "#3f9b63", "#c2524a", "#8a63b8", "#2aa3a3", "#b5a12c", "#c45f94", "#6d7f91", "#7a5c3e",
)  # fmt: skip
_INK: Final = "#2d3540"
_SOFT: Final = "#78828f"
_PAPER: Final = "#ffffff"
_GROUND: Final = "#eef0f3"
_COLUMN_INCHES: Final = 0.5
_ROW_INCHES: Final = 0.31
_DOTS: Final = 84
_LETTERS: Final = 8.5
"""Of a legend, in a column."""
_LETTERS_OF_A_MARK: Final = 5
_PALETTE: Final = 96
_UNFILLED: Final = re.compile(r"\{\{\w+\}\}")
_THOUSAND: Final = 1000.0
_KIBI: Final = 1024.0


class Drawn(NamedTuple):
    """A panel with what came of its expressions."""

    panel: Panel
    lines: tuple[tuple[str, Series], ...]
    """Series by what they are called."""


async def drawn_panels(dashboard: Dashboard, url: str, begin: float, end: float) -> list[Drawn]:
    """The panels of a dashboard with Prometheus's answers for a time."""
    drawn = []
    for panel in dashboard.panels:
        lines = [
            (_named(query, series), series)
            for query in panel.queries
            for series in await course(url, query.expression, begin, end)
        ]
        drawn.append(Drawn(panel, tuple(sorted(lines, key=lambda line: line[0]))))
    return drawn


def draw(dashboard: Dashboard, panels: list[Drawn], path: Path) -> None:
    """Draws them as they lie on the dashboard."""
    of_panel = {id(drawn.panel): drawn for drawn in panels}
    places, height = _places(dashboard)
    with mpl.rc_context({"font.size": 7.5, "font.family": "DejaVu Sans", "text.color": _INK, "axes.linewidth": 0.5}):
        figure = Figure(figsize=(COLUMNS * _COLUMN_INCHES, height * _ROW_INCHES), dpi=_DOTS, facecolor=_GROUND)
        for row, top in zip(dashboard.rows, _tops(dashboard), strict=True):
            at = 1 - (top + 0.75) / height
            figure.text(0.25 / COLUMNS, at, row.title, fontsize=9.5, fontweight="bold", color=_INK)
        for panel, (left, top) in places:
            _panel(figure, of_panel[id(panel)], left, top, height)
        drawing = io.BytesIO()
        figure.savefig(drawing, format="png")
    # Lines and letters need no more than a palette, which is a fraction of the size.
    Image.open(drawing).convert("RGB").quantize(_PALETTE, dither=Image.Dither.NONE).save(path, optimize=True)


def _tops(dashboard: Dashboard) -> list[int]:
    tops, top = [], 0
    for row in dashboard.rows:
        tops.append(top)
        top += 1 + sum(_heights(row.panels))
    return tops


def _heights(panels: tuple[Panel, ...]) -> list[int]:
    """Of the lines that a row's panels fill."""
    heights, left = [0], 0
    for panel in panels:
        if left + panel.width > COLUMNS:
            heights.append(0)
            left = 0
        heights[-1] = max(heights[-1], panel.height)
        left += panel.width
    return heights


def _places(dashboard: Dashboard) -> tuple[list[tuple[Panel, tuple[int, int]]], int]:
    """Each panel's left column and upper row, and the height of all."""
    places = []
    top = 0
    for row in dashboard.rows:
        top += 1
        left = line = 0
        for panel in row.panels:
            if left + panel.width > COLUMNS:
                top, left, line = top + line, 0, 0
            places.append((panel, (left, top)))
            left, line = left + panel.width, max(line, panel.height)
        top += line
    return places, top


def _panel(figure: Figure, drawn: Drawn, left: int, top: int, height: int) -> None:
    """One panel: paper, title, and its values."""
    panel = drawn.panel
    gap = 0.12
    x, width = (left + gap) / COLUMNS, (panel.width - 2 * gap) / COLUMNS
    y, tall = 1 - (top + panel.height - gap) / height, (panel.height - 2 * gap) / height
    paper = figure.add_axes((x, y, width, tall), facecolor=_PAPER)
    paper.set_xticks([])
    paper.set_yticks([])
    for spine in paper.spines.values():
        spine.set_color("#d5d9df")
    figure.text(x + 0.2 / COLUMNS, y + tall - 0.62 / height, panel.title, fontsize=8.2, fontweight="bold")
    if panel.kind is Kind.NUMBER:
        _number(figure, drawn, (x, y, width, tall))
    else:
        inset = (x + 1.0 / COLUMNS, y + 1.85 / height, width - 1.25 / COLUMNS, tall - 2.8 / height)
        axes = figure.add_axes(inset, facecolor=_PAPER)
        _course(axes, drawn)
        _legend(figure, axes, panel.width, (x + 0.1 / COLUMNS, y + 0.1 / height))


def _legend(figure: Figure, axes: Axes, width: int, corner: tuple[float, float]) -> None:
    """Two lines of names at most, as many as fit."""
    handles, names = axes.get_legend_handles_labels()
    beside = min(4, max(1, int(width * _LETTERS) // (max(map(len, names)) + _LETTERS_OF_A_MARK)))
    figure.legend(
        handles[: 2 * beside], names[: 2 * beside], loc="lower left", ncols=beside, frameon=False, fontsize=6.3,
        bbox_to_anchor=corner, borderaxespad=0.0, handlelength=1.0, handletextpad=0.4, columnspacing=1.0,
    )  # fmt: skip


def _number(figure: Figure, drawn: Drawn, place: tuple[float, float, float, float]) -> None:
    x, y, width, tall = place
    [(_, series), *_] = drawn.lines
    text = _value(drawn.panel.unit, series.values[-1])
    figure.text(x + width / 2, y + 0.42 * tall, text, fontsize=19, ha="center", va="center", color=_INK)
    spark = figure.add_axes((x + 0.03 * width, y + 0.03 * tall, 0.94 * width, 0.2 * tall))
    spark.fill_between(series.times, series.values, color=_COLOURS[0], alpha=0.25, linewidth=0)
    spark.set_ylim(bottom=0)
    spark.axis("off")


def _course(axes: Axes, drawn: Drawn) -> None:
    unit = drawn.panel.unit
    begin = min(series.times[0] for _, series in drawn.lines)
    if drawn.panel.stacked:
        _stack(axes, drawn, begin)
    else:
        for index, (name, series) in enumerate(drawn.lines):
            times = [at - begin for at in series.times]
            axes.plot(times, series.values, color=_COLOURS[index % len(_COLOURS)], linewidth=1.1, label=name)
    axes.set_ylim(bottom=0)
    if axes.get_ylim()[1] <= 0 or all(not any(series.values) for _, series in drawn.lines):
        axes.set_ylim(0, 1)
    axes.margins(x=0)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _value(unit, value)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f} s"))
    if unit in (Unit.BYTES, Unit.BYTES_PER_SECOND):
        axes.yaxis.set_major_locator(MultipleLocator(2.0 ** int(log2(max(axes.get_ylim()[1] / 2, 1)))))
    else:
        axes.locator_params(axis="y", nbins=4)
    axes.locator_params(axis="x", nbins=5)
    axes.tick_params(length=0, labelsize=6.5, colors=_SOFT)
    axes.grid(visible=True, axis="y", color="#e4e7eb", linewidth=0.6)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _stack(axes: Axes, drawn: Drawn, begin: float) -> None:
    times = sorted({at for _, series in drawn.lines for at in series.times})
    below = [0.0] * len(times)
    for index, (name, series) in enumerate(drawn.lines):
        of_time = dict(zip(series.times, series.values, strict=True))
        above = [under + of_time.get(at, 0.0) for under, at in zip(below, times, strict=True)]
        colour = _COLOURS[index % len(_COLOURS)]
        axes.fill_between([at - begin for at in times], below, above, color=colour, alpha=0.55, linewidth=0, label=name)
        below = above


def _named(query: Query, series: Series) -> str:
    text = query.legend
    for label, value in series.labels.items():
        text = text.replace("{{" + label + "}}", value)
    return _UNFILLED.sub("none", text)


def _value(unit: Unit, value: float) -> str:
    """As Grafana writes it, roughly."""
    if unit is Unit.YES_OR_NO:
        return {0.0: "no", 1.0: "yes"}.get(value, "")
    if unit is Unit.SHARE:
        return f"{value * 100:.3g} %"
    if unit is Unit.SECONDS:
        return _seconds(value)
    if unit in (Unit.BYTES, Unit.BYTES_PER_SECOND):
        return _scaled(value, _KIBI, ("B", "KiB", "MiB", "GiB", "TiB")) + (
            "/s" if unit is Unit.BYTES_PER_SECOND else ""
        )
    return _scaled(value, _THOUSAND, ("", "k", "M", "G")) + ("/s" if unit is Unit.PER_SECOND else "")


def _seconds(value: float) -> str:
    if value == 0:
        return "0"
    for scale, name in ((1e-6, "µs"), (1e-3, "ms")):
        if value < scale * _THOUSAND:
            return f"{value / scale:.3g} {name}"
    return f"{value:.3g} s"


def _scaled(value: float, step: float, names: tuple[str, ...]) -> str:
    for name in names[:-1]:
        if value < step:
            return f"{value:.3g} {name}".rstrip()
        value /= step
    return f"{value:.3g} {names[-1]}"
