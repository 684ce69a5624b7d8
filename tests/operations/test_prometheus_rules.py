"""deploy/prometheus, by Prometheus's own tools: it is valid, every alert fires when it must and only then, and each has
a page that says what to do."""

import re
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tests.operations.programs import program
from tests.operations.prometheus_files import PROMETHEUS, ROOT, RULE_FILES, RULE_TESTS, RUNBOOKS, alerts, recorded

_HEADINGS: Final = ["What it means", "How to look", "What to do", "What is lost"]
_METRIC: Final = re.compile(r"\b(?:instance:)?euchre[_:][a-z0-9_:]+")
_HISTOGRAM_PARTS: Final = re.compile(r"_(bucket|count|sum)$")


def promtool(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """What promtool says, and whether it is content."""
    return subprocess.run([program("promtool"), *map(str, arguments)], capture_output=True, text=True, check=False)


def test_the_configuration_is_valid() -> None:
    checked = promtool("check", "config", "--lint-fatal", PROMETHEUS / "prometheus.yml")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    # Of a file of targets that is named and missing it only warns.
    assert "WARNING" not in checked.stdout + checked.stderr
    assert f"{len(RULE_FILES)} rule files found" in checked.stdout


@pytest.mark.parametrize("tests", RULE_TESTS, ids=lambda path: path.name)
def test_alerts_fire_when_they_must_and_only_then(tests: Path) -> None:
    tried = promtool("test", "rules", tests)
    assert tried.returncode == 0, tried.stdout + tried.stderr


def _tried() -> dict[str, list[list[Any]]]:
    """What is expected of each alert, in all tests of rules."""
    expected: dict[str, list[list[Any]]] = {}
    for path in RULE_TESTS:
        for test in yaml.safe_load(path.read_text())["tests"]:
            for look in test["alert_rule_test"]:
                expected.setdefault(look["alertname"], []).append(look["exp_alerts"])
    return expected


def test_every_alert_is_tried_when_it_must_fire_and_when_it_must_not() -> None:
    tried = _tried()
    names = {alert.name for alert in alerts()}
    assert set(tried) == names
    assert {name for name in names if not all((any(tried[name]), [] in tried[name]))} == set()
    fired = {(name, one["exp_labels"]["severity"]) for name, looks in tried.items() for look in looks for one in look}
    assert fired == {(alert.name, alert.severity) for alert in alerts()}


def test_every_alert_has_its_page_and_every_page_its_alert() -> None:
    for alert in alerts():
        assert alert.annotations["runbook"] == f"docs/runbooks/{alert.name}.md"
        assert alert.annotations["summary"]
        assert alert.annotations["description"]
        assert alert.severity in ("page", "ticket", "info")
    assert {path.stem for path in RUNBOOKS.iterdir()} == {alert.name for alert in alerts()}


@pytest.mark.parametrize("page", sorted(RUNBOOKS.iterdir()), ids=lambda path: path.stem)
def test_a_page_says_what_it_means_how_to_look_what_to_do_and_what_is_lost(page: Path) -> None:
    text = page.read_text()
    assert text.startswith(f"# {page.stem}\n")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == _HEADINGS
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert (page.parent / target).is_file(), target


def test_rules_and_pages_name_only_metrics_that_there_are() -> None:
    documented = set(re.findall(r"`(euchre_[a-z_]+)`", (ROOT / "docs" / "metrics.md").read_text()))
    ours = {rule.name for rule in recorded()}
    texts = [alert.expression for alert in alerts()] + [rule.expression for rule in recorded()]
    texts += [quoted for page in RUNBOOKS.iterdir() for quoted in re.findall(r"`([^`]+)`", page.read_text())]
    named = {name for text in texts for name in _METRIC.findall(text)}
    unknown = {name for name in named if _HISTOGRAM_PARTS.sub("", name) not in documented | ours}
    assert unknown == set()


def test_every_threshold_is_documented_as_it_is() -> None:
    table = (ROOT / "docs" / "monitoring.md").read_text().partition("## Thresholds")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (Euchre\w+) \| ([^|]+) \| [^|]+ \|$", table, re.MULTILINE)
    assert sorted(name for name, _ in rows) == sorted({alert.name for alert in alerts()})
    for name, told in rows:
        thresholds = re.findall(r"`([^`]+)`", told)
        rules = [alert for alert in alerts() if alert.name == name]
        texts = [f"{alert.expression} for {alert.wait}" for alert in rules]
        assert thresholds
        for threshold in thresholds:
            # Not 3 in 30 or 0.3.
            found = re.compile(rf"(?:(?<![\w.])|(?=\W)){re.escape(threshold)}(?![\d.])")
            assert any(found.search(text) for text in texts), (name, threshold)
        assert {alert.wait for alert in rules} - {"0s"} <= set(thresholds), name


def test_every_alert_stands_in_the_documentation() -> None:
    text = (ROOT / "docs" / "monitoring.md").read_text()
    listed = {
        (name, severity)
        for name, severities in re.findall(r"^\| \[(\w+)\]\(runbooks/\1\.md\) \| ([a-z, ]+) \|", text, re.MULTILINE)
        for severity in severities.split(", ")
    }
    assert listed == {(alert.name, alert.severity) for alert in alerts()}
