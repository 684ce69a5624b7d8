"""The pages for authors say what the code does: reasons with their statuses, limits, the log's layout."""

import re
from dataclasses import fields
from pathlib import Path
from typing import NamedTuple

import grpc
import pytest

from euchre_referee.api.limits import Limits
from euchre_referee.api.refusing import status_of
from euchre_referee.referee.entries import Acted, EntryKind, Mark, SeedMode, Termination, decode
from euchre_referee.referee.verdicts import Refused, ServiceReason
from euchre_referee.rules.actions import Kind, parse_action
from euchre_referee.rules.refusals import Reason

ROOT = Path(__file__).parents[2]
API = (ROOT / "docs/api.md").read_text()
LOG = (ROOT / "docs/log.md").read_text()

ROW = re.compile(r"^\| `([A-Z_]+)` \| ([A-Z_]+) \| (.+) \| (.+) \|$", re.MULTILINE)
REFERENCE = re.compile(r'docs/(\w+)\.md`?, "([^"]+)"')

_LIST = tuple(Reason)
RECORDS_ONLY = set(map(str, _LIST[: _LIST.index(Reason.DEAL_OVER)])) - set(map(str, ServiceReason))
"""Reasons of a record and of a deal: told in an adjudication, never by a call."""


class Told(NamedTuple):
    """A row of the reasons' tables."""

    reason: str
    status: str
    when: str
    what_to_do: str


def section(page: str, title: str) -> str:
    """What stands under a heading."""
    _, _, rest = page.partition(f"\n## {title}\n")
    assert rest, f"there is no section {title}"
    return rest.partition("\n## ")[0]


TOLD = [Told(*row) for row in ROW.findall(section(API, "Reasons"))]


def test_every_reason_is_told_once_and_no_other() -> None:
    told = [row.reason for row in TOLD]
    assert len(told) == len(set(told))
    assert set(told) == set(map(str, ServiceReason)) | set(map(str, Reason))


@pytest.mark.parametrize("row", TOLD, ids=lambda row: row.reason)
def test_the_status_told_is_the_one_that_callers_get(row: Told) -> None:
    if row.reason in RECORDS_ONLY:
        assert row.status == "OK"
        return
    status = status_of(Refused(row.reason), "en")
    number, _ = grpc.StatusCode[row.status].value
    assert status.code == number


@pytest.mark.parametrize("limit", [field.name for field in fields(Limits)])
def test_limits_are_told(limit: str) -> None:
    assert f"{getattr(Limits(), limit):,}" in section(API, "Limits")


@pytest.mark.parametrize(
    "numbered", [EntryKind, SeedMode, Mark, Termination], ids=["kinds", "modes", "marks", "terminations"]
)
def test_the_numbers_in_the_log_are_told(numbered: "type[EntryKind | SeedMode | Mark | Termination]") -> None:
    for each in numbered:
        word = each.name.lower()
        assert re.search(rf"\b{each.value}(, | \| | ){word}\b", LOG), f"{each.value} {word}"


def test_the_kinds_of_actions_are_told() -> None:
    numbers, words = [], []
    for number, word in re.findall(r"^\| ([0-9, ]+) \| (`[a-z]+[a-z .`,]*`) \|", LOG, re.MULTILINE):
        numbers += [int(each) for each in number.split(", ")]
        words += re.findall(r"`([^`]+)`", word)
    told = {word.replace("... ", "").replace(" ", "_"): number for number, word in zip(numbers, words, strict=True)}
    assert told == {kind.name.lower(): kind.value for kind in Kind if kind is not Kind.ANSWER}


def test_the_example_of_an_entry_is_right() -> None:
    (example,) = re.findall(r"^```\n((?:[0-9a-f]{2} ?)+)\n```$", LOG, re.MULTILINE)
    action = parse_action("play Jd")
    assert action is not None
    assert decode(bytes.fromhex(example)) == Acted(2, action, Mark.OWN, 1500, 3)


def test_every_section_that_is_referred_to_exists() -> None:
    pages = [*ROOT.glob("docs/*.md"), *ROOT.glob("service/**/*.py")]
    found = {reference for page in pages for reference in REFERENCE.findall(page.read_text())}
    assert ("api", "Reasons") in found
    for page, title in sorted(found):
        assert section((ROOT / f"docs/{page}.md").read_text(), title)
