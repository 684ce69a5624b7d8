"""What was looked at, and what was found."""

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """On one point."""

    OK = "ok"
    FAILS = "fails"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class Finding:
    """A point, the verdict, and its reason in a sentence without an end."""

    point: str
    verdict: Verdict
    reason: str


class Failure(Exception):
    """A program does not do what it should; the text says what it does instead."""
