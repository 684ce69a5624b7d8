"""Figures as people read them, the same at the terminal and in the report."""

from euchre_referee.tournament.standings import Meetings
from euchre_referee.tournament.statistics import Estimate, Skill

NOTHING = "-"
_NEARLY_SURE = 0.999


def mean_text(found: Estimate | None) -> str:
    """The mean with its sign, as `+0.417`."""
    return f"{found.mean:+.3f}" if found else NOTHING


def interval_text(found: Estimate | None) -> str:
    """The 95 % interval, as `+0.31 to +0.53`."""
    if found is None or found.low is None or found.high is None:
        return NOTHING
    return f"{found.low:+.2f} to {found.high:+.2f}"


def elo_text(found: Estimate | None) -> str:
    """A rating with its error bar, as `+55 (+33 to +77)`."""
    if found is None:
        return NOTHING
    if found.low is None or found.high is None:
        return f"{found.mean:+.0f}"
    return f"{found.mean:+.0f} ({found.low:+.0f} to {found.high:+.0f})"


def skill_text(skill: Skill | None) -> str:
    """What is believed of a skill, as `27.1 \u00b1 0.9`."""
    return f"{skill.mu:.1f} \u00b1 {skill.sigma:.1f}" if skill else NOTHING


def likelihood_text(likelihood: float | None) -> str:
    """In hundredths, never quite none or all of them: `97.5 %`, `more than 99.9 %`."""
    if likelihood is None:
        return NOTHING
    if likelihood > _NEARLY_SURE:
        return "more than 99.9 %"
    if likelihood < 1 - _NEARLY_SURE:
        return "less than 0.1 %"
    return f"{100 * likelihood:.1f} %"


def meetings_text(meetings: Meetings) -> str:
    """Points and how they were come by, as `2.5 of 3, 1 bye`."""
    byes = f", {meetings.byes} bye" + ("s" if meetings.byes > 1 else "") if meetings.byes else ""
    return f"{meetings.points:g} of {meetings.played + meetings.byes}{byes}"


def share_text(part: int, whole: int) -> str:
    """A share in hundredths, as `12.5 %`."""
    return f"{100 * part / whole:.1f} %" if whole else NOTHING
