"""Figures as people read them, the same at the terminal and in the report."""

from euchre_referee.tournament.standings import Meetings
from euchre_referee.tournament.statistics import Estimate

NOTHING = "-"


def mean_text(found: Estimate | None) -> str:
    """The mean with its sign, as `+0.417`."""
    return f"{found.mean:+.3f}" if found else NOTHING


def interval_text(found: Estimate | None) -> str:
    """The 95 % interval, as `+0.31 to +0.53`."""
    if found is None or found.low is None or found.high is None:
        return NOTHING
    return f"{found.low:+.2f} to {found.high:+.2f}"


def meetings_text(meetings: Meetings) -> str:
    """Points and how they were come by, as `2.5 of 3, 1 bye`."""
    byes = f", {meetings.byes} bye" + ("s" if meetings.byes > 1 else "") if meetings.byes else ""
    return f"{meetings.points:g} of {meetings.played + meetings.byes}{byes}"


def share_text(part: int, whole: int) -> str:
    """A share in hundredths, as `12.5 %`."""
    return f"{100 * part / whole:.1f} %" if whole else NOTHING
