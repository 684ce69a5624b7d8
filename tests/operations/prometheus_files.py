"""What deploy/prometheus holds, read for tests."""

from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

ROOT: Final = Path(__file__).parents[2]
PROMETHEUS: Final = ROOT / "deploy" / "prometheus"
RUNBOOKS: Final = ROOT / "docs" / "runbooks"
RULE_FILES: Final = tuple(sorted((PROMETHEUS / "rules").glob("*.yml")))
RULE_TESTS: Final = tuple(sorted((Path(__file__).parent / "rules").glob("*.test.yml")))


class Alert(NamedTuple):
    """An alerting rule."""

    name: str
    expression: str
    severity: str
    wait: str
    """For how long it has to be so before it fires."""
    annotations: dict[str, str]


class Recorded(NamedTuple):
    """A recording rule."""

    name: str
    expression: str


def alerts() -> list[Alert]:
    """Every alerting rule; some share a name and differ in severity."""
    return [
        Alert(rule["alert"], rule["expr"], rule["labels"]["severity"], rule.get("for", "0s"), rule["annotations"])
        for rule in _rules()
        if "alert" in rule
    ]


def recorded() -> list[Recorded]:
    """Every recording rule."""
    return [Recorded(rule["record"], rule["expr"]) for rule in _rules() if "record" in rule]


def _rules() -> list[dict[str, Any]]:
    groups = [group for path in RULE_FILES for group in yaml.safe_load(path.read_text())["groups"]]
    return [rule for group in groups for rule in group["rules"]]
