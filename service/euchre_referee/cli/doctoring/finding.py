"""What an examination found."""

from enum import Enum
from typing import NamedTuple


class Verdict(Enum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """A referee begins, but somebody should look at it."""
    FAULT = "fault"
    """A referee does not begin, or does not keep what it promises."""


class Finding(NamedTuple):
    """One thing that was looked at. Never a secret."""

    verdict: Verdict
    subject: str
    what: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.verdict.value:<8} {self.subject}: {self.what}" + (f"; {self.remedy}" if self.remedy else "")


def ok(subject: str, what: str) -> Finding:
    """All is well."""
    return Finding(Verdict.OK, subject, what)


def warning(subject: str, what: str, remedy: str = "") -> Finding:
    """Somebody should look at it."""
    return Finding(Verdict.WARNING, subject, what, remedy)


def fault(subject: str, what: str, remedy: str = "") -> Finding:
    """It must be mended."""
    return Finding(Verdict.FAULT, subject, what, remedy)
