"""Dashboards as values, and as the JSON that Grafana reads: the same values always give the same text."""

import json
from enum import StrEnum
from typing import Any, Final, NamedTuple

SCHEMA_VERSION: Final = 39
"""Of Grafana 10.4's dashboards; later ones take it up to their own."""
COLUMNS: Final = 24
"""A dashboard's width."""
_SOURCE: Final = {"type": "prometheus", "uid": "${source}"}
_VARIABLES: Final = {"instance": "label_values(euchre_build_info, instance)"}


class Kind(StrEnum):
    """How a panel shows its values, in Grafana's words."""

    COURSE = "timeseries"
    NUMBER = "stat"


class Unit(StrEnum):
    """What values are, in Grafana's words."""

    NUMBER = "short"
    SECONDS = "s"
    PER_SECOND = "cps"
    BYTES = "bytes"
    BYTES_PER_SECOND = "binBps"
    SHARE = "percentunit"
    YES_OR_NO = "bool_yes_no"


class Query(NamedTuple):
    """An expression of PromQL, and what its series are called; `{{label}}` stands for a label's value."""

    expression: str
    legend: str


class Panel(NamedTuple):
    """What is shown of one thing; `text` says what it is."""

    title: str
    text: str
    unit: Unit
    queries: tuple[Query, ...]
    kind: Kind = Kind.COURSE
    stacked: bool = False
    width: int = 8
    """Of 24 columns."""

    @property
    def height(self) -> int:
        """In Grafana's rows of 30 pixels."""
        return 4 if self.kind is Kind.NUMBER else 8


class Row(NamedTuple):
    """Panels under a heading."""

    title: str
    panels: tuple[Panel, ...]


class Dashboard(NamedTuple):
    """One page of Grafana; `name` is that of its file and address."""

    name: str
    title: str
    text: str
    rows: tuple[Row, ...]

    @property
    def panels(self) -> tuple[Panel, ...]:
        """All of them, in order."""
        return tuple(panel for row in self.rows for panel in row.panels)


def rate(metric: str, labels: str = "", by: str = "") -> str:
    """How often a second, over the referees that are looked at."""
    where = f'instance=~"$instance"{", " if labels else ""}{labels}'
    return f"sum{_grouped(by)}(rate({metric}{{{where}}}[$__rate_interval]))"


def quantile(share: float, histogram: str, by: str = "", labels: str = "") -> str:
    """Below what so large a share of the observations lay."""
    buckets = rate(f"{histogram}_bucket", labels, ", ".join(filter(None, ("le", by))))
    return f"histogram_quantile({share}, {buckets})"


def mean(histogram: str, by: str = "") -> str:
    """The mean of the observations."""
    return f"{rate(f'{histogram}_sum', by=by)} / {rate(f'{histogram}_count', by=by)}"


def gauge(function: str, metric: str, labels: str = "", by: str = "") -> str:
    """A gauge of the referees that are looked at, as one value."""
    where = f'instance=~"$instance"{", " if labels else ""}{labels}'
    return f"{function}{_grouped(by)}({metric}{{{where}}})"


def or_none(expression: str) -> str:
    """0 where nothing has happened yet that the expression counts."""
    return f"{expression} or on () vector(0)"


def quantiles(histogram: str) -> tuple[Query, ...]:
    """The half, 99 % and 99.9 %."""
    return tuple(
        Query(quantile(share, histogram), text) for share, text in ((0.5, "50 %"), (0.99, "99 %"), (0.999, "99.9 %"))
    )


def written(dashboard: Dashboard) -> str:
    """The dashboard's file."""
    return json.dumps(_page(dashboard), indent=1, ensure_ascii=False) + "\n"


def _grouped(by: str) -> str:
    return f" by ({by}) " if by else ""


def _page(dashboard: Dashboard) -> dict[str, Any]:
    return {
        "uid": f"euchre-{dashboard.name}",
        "title": f"Euchre: {dashboard.title}",
        "description": dashboard.text,
        "tags": ["euchre"],
        "schemaVersion": SCHEMA_VERSION,
        "version": 1,
        "editable": False,
        "graphTooltip": 1,
        "refresh": "10s",
        "time": {"from": "now-1h", "to": "now"},
        "timezone": "browser",
        "templating": {"list": [_source_variable(), *(_variable(*each) for each in _VARIABLES.items())]},
        "links": [{"type": "dashboards", "title": "Euchre", "tags": ["euchre"], "asDropdown": True, "keepTime": True}],
        "panels": _placed(dashboard.rows),
    }


def _source_variable() -> dict[str, Any]:
    return {"name": "source", "label": "Prometheus", "type": "datasource", "query": "prometheus", "current": {}}


def _variable(name: str, query: str) -> dict[str, Any]:
    return {
        "name": name,
        "type": "query",
        "datasource": _SOURCE,
        "query": {"query": query, "refId": name},
        "refresh": 2,
        "sort": 1,
        "multi": True,
        "includeAll": True,
        "allValue": ".*",
        "current": {"text": ["All"], "value": ["$__all"]},
    }


def _placed(rows: tuple[Row, ...]) -> list[dict[str, Any]]:
    """Rows below each other, their panels beside each other as far as they fit."""
    placed: list[dict[str, Any]] = []
    top = 0
    for row in rows:
        placed.append(_heading(len(placed) + 1, row.title, top))
        top += 1
        left = line = 0
        for panel in row.panels:
            if left + panel.width > COLUMNS:
                top, left, line = top + line, 0, 0
            place = {"x": left, "y": top, "w": panel.width, "h": panel.height}
            placed.append(_panel(len(placed) + 1, panel, place))
            left, line = left + panel.width, max(line, panel.height)
        top += line
    return placed


def _heading(number: int, title: str, top: int) -> dict[str, Any]:
    place = {"x": 0, "y": top, "w": COLUMNS, "h": 1}
    return {"id": number, "type": "row", "title": title, "collapsed": False, "gridPos": place, "panels": []}


def _panel(number: int, panel: Panel, place: dict[str, int]) -> dict[str, Any]:
    course = panel.kind is Kind.COURSE
    defaults: dict[str, Any] = {"unit": panel.unit.value, "min": 0}
    if course:
        defaults["custom"] = {
            "fillOpacity": 30 if panel.stacked else 8,
            "stacking": {"mode": "normal" if panel.stacked else "none"},
            "showPoints": "never",
        }
    return {
        "id": number,
        "type": panel.kind.value,
        "title": panel.title,
        "description": panel.text,
        "datasource": _SOURCE,
        "gridPos": place,
        "fieldConfig": {"defaults": defaults, "overrides": []},
        "options": _COURSE if course else _NUMBER,
        "targets": [
            {
                "refId": chr(ord("A") + index),
                "datasource": _SOURCE,
                "expr": query.expression,
                "legendFormat": query.legend,
                "range": True,
            }
            for index, query in enumerate(panel.queries)
        ],
    }


_COURSE: Final = {
    "legend": {"displayMode": "list", "placement": "bottom", "showLegend": True},
    "tooltip": {"mode": "multi", "sort": "desc"},
}
_NUMBER: Final = {
    "colorMode": "none",
    "graphMode": "area",
    "justifyMode": "auto",
    "reduceOptions": {"calcs": ["lastNotNull"], "fields": "", "values": False},
    "textMode": "auto",
}
