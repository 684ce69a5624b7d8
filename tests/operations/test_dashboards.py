"""The dashboards' files are those that the generator makes, and have the form that Grafana reads.

There is no Grafana here: the form is held against what is known of its schema, not against Grafana itself. That every
expression has an answer with data is tried with a real Prometheus (test_live_dashboards.py).
"""

import json
import re
from itertools import combinations
from typing import Any, Final

import pytest
import yaml

from deploy.grafana.model import COLUMNS, Dashboard, written
from deploy.grafana.write import DASHBOARDS, DIRECTORY
from tests.operations.prometheus_files import ROOT, recorded

# Of grafana/packages/grafana-data/src/valueFormats/categories.ts, those that may stand here.
_UNITS: Final = {"short", "s", "cps", "bytes", "binBps", "percentunit", "bool_yes_no"}
_PANELS: Final = {"row", "timeseries", "stat"}
_PROVISIONING: Final = ROOT / "deploy" / "grafana" / "provisioning"

every_dashboard = pytest.mark.parametrize("dashboard", DASHBOARDS, ids=lambda dashboard: dashboard.name)


@every_dashboard
def test_a_file_is_what_the_generator_makes(dashboard: Dashboard) -> None:
    found = (DIRECTORY / f"{dashboard.name}.json").read_text()
    assert found == written(dashboard), "write them anew: make dashboards"


def test_there_is_no_other_file() -> None:
    assert {path.stem for path in DIRECTORY.iterdir()} == {dashboard.name for dashboard in DASHBOARDS}


def _page(dashboard: Dashboard) -> dict[str, Any]:
    page: dict[str, Any] = json.loads(written(dashboard))
    return page


def _overlap(one: dict[str, int], other: dict[str, int]) -> bool:
    beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
    below = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
    return not beside and not below


@every_dashboard
def test_panels_have_numbers_of_their_own_and_places_of_their_own(dashboard: Dashboard) -> None:
    panels = _page(dashboard)["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for panel in panels:
        place = panel["gridPos"]
        assert place["x"] >= 0
        assert place["x"] + place["w"] <= COLUMNS
        assert place["w"] > 0
        assert place["h"] > 0
        assert place["y"] >= 0
    for one, other in combinations(panels, 2):
        assert not _overlap(one["gridPos"], other["gridPos"]), (one["title"], other["title"])


@every_dashboard
def test_panels_say_what_they_show_in_units_that_grafana_knows(dashboard: Dashboard) -> None:
    page = _page(dashboard)
    variables = {variable["name"] for variable in page["templating"]["list"]}
    for panel in page["panels"]:
        assert panel["type"] in _PANELS
        assert panel["title"]
        if panel["type"] == "row":
            continue
        assert panel["description"]
        assert panel["fieldConfig"]["defaults"]["unit"] in _UNITS
        assert [target["refId"] for target in panel["targets"]] == list("ABCDEFGH"[: len(panel["targets"])])
        for target in panel["targets"]:
            assert target["expr"]
            assert target["legendFormat"]
            used = set(re.findall(r"\$(\w+)", target["expr"])) - {"__rate_interval"}
            assert used <= variables
            for label in re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]):
                assert label in target["expr"] or label == "instance"


def test_pages_have_addresses_of_their_own() -> None:
    pages = [_page(dashboard) for dashboard in DASHBOARDS]
    assert len({page["uid"] for page in pages}) == len(pages)
    assert len({page["title"] for page in pages}) == len(pages)
    assert all(len(page["uid"]) <= 40 for page in pages)


def test_panels_ask_only_for_metrics_that_there_are() -> None:
    documented = set(re.findall(r"`(euchre_[a-z_]+)`", (ROOT / "docs" / "metrics.md").read_text()))
    ours = {rule.name for rule in recorded()}
    for dashboard in DASHBOARDS:
        for panel in dashboard.panels:
            for query in panel.queries:
                named = set(re.findall(r"\beuchre[_:][a-z0-9_:]+", re.sub(r'"[^"]*"', "", query.expression)))
                unknown = {each for each in named if re.sub(r"_(bucket|sum|count)$", "", each) not in documented | ours}
                assert unknown == set(), (dashboard.name, panel.title)


def test_grafana_is_told_where_prometheus_and_the_dashboards_are() -> None:
    (source,) = yaml.safe_load((_PROVISIONING / "datasources" / "prometheus.yml").read_text())["datasources"]
    assert source["type"] == "prometheus"
    assert source["isDefault"]
    (provider,) = yaml.safe_load((_PROVISIONING / "dashboards" / "euchre.yml").read_text())["providers"]
    assert provider["type"] == "file"
    assert provider["options"]["path"].startswith("/")
