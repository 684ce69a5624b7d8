"""The tables of docs/metrics.md, and what a page of metrics exposes, in one form to be compared."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from prometheus_client.parser import text_string_to_metric_families

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "metrics.md"
OURS: Final = "euchre_"

_ROW: Final = re.compile(r"^\| `(euchre_\w+)` \| (\w+) \| (\w*) ?\| ([^|]*)\| (.*) \|$", re.MULTILINE)
_WORD: Final = re.compile(r"`([^`]+)`")


class Documented(NamedTuple):
    """A row."""

    name: str
    """As it is asked for; of a histogram without `_bucket`, `_sum` and `_count`."""
    kind: str
    unit: str
    labels: frozenset[str]
    words: frozenset[str]
    """Whatever the text writes as code."""


class Exposed(NamedTuple):
    """A metric of a page."""

    name: str
    kind: str
    labels: frozenset[str]
    values: frozenset[tuple[str, str]]
    """Labels with their values."""


def documented() -> list[Documented]:
    """Every row."""
    return [
        Documented(name, kind, unit, frozenset(_WORD.findall(labels)), frozenset(_WORD.findall(text)))
        for name, kind, unit, labels, text in _ROW.findall(DOCUMENT.read_text())
    ]


def exposed(pages: Iterable[str]) -> list[Exposed]:
    """Ours of all pages together; those without a value have no labels."""
    found: dict[str, Exposed] = {}
    for page in pages:
        for family in text_string_to_metric_families(page):
            if not family.name.startswith(OURS):
                continue
            name = f"{family.name}_total" if family.type == "counter" else family.name
            values = {
                (label, value)
                for sample in family.samples
                for label, value in sample.labels.items()
                if not (label == "le" and family.type == "histogram")
            }
            known = found.get(name)
            values |= known.values if known is not None else set()
            found[name] = Exposed(name, family.type, frozenset(label for label, _ in values), frozenset(values))
    return list(found.values())
