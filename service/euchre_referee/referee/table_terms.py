"""Clocks and conduct as the maker of a game asks for them: presets by name, defaults, and what cannot be
(docs/conduct.md, "Presets of clocks")."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from euchre_referee.referee.entries import Clocks, Conduct, Sanction

LONGEST_MS: Final = 7 * 24 * 60 * 60 * 1000
"""Of an action limit and of a bank; a game that runs longer is aborted anyway."""
MOST_LAG_MS: Final = 60_000
"""Of a lag quota: it also is what a deadline is put off by at most."""

CLOCK_PRESETS: Final[Mapping[str, Clocks]] = MappingProxyType(
    {
        "untimed": Clocks(),
        "bullet": Clocks(1_000, 10_000, 500, 50),
        "blitz": Clocks(5_000, 30_000, 500, 50),
        "standard": Clocks(15_000, 120_000, 1_000, 100),
        "slow": Clocks(60_000, 600_000, 1_000, 100),
        "sudden-death": Clocks(0, 300_000, 1_000, 100),
    }
)
"""Clocks by name."""


class Problem(NamedTuple):
    """One thing wrong with what was asked for."""

    field: str
    allowed: str

    def sentence(self) -> str:
        """All of it in one line for people."""
        return f"{self.field}: {self.allowed}"


class AskedClocks(NamedTuple):
    """Clocks as they were asked for; None is left to the referee."""

    action_limit_ms: int = 0
    bank_ms: int = 0
    lag_quota_ms: int | None = None
    lag_regain_ms: int | None = None

    def over(self, defaults: Clocks) -> Clocks:
        """With the referee's own values where none were asked for."""
        quota = defaults.lag_quota_ms if self.lag_quota_ms is None else self.lag_quota_ms
        regain = min(defaults.lag_regain_ms, quota) if self.lag_regain_ms is None else self.lag_regain_ms
        return Clocks(self.action_limit_ms, self.bank_ms, quota, regain)


def asked_of(clocks: Clocks) -> AskedClocks:
    """Clocks of which nothing is left to the referee."""
    return AskedClocks(clocks.action_limit_ms, clocks.bank_ms, clocks.lag_quota_ms, clocks.lag_regain_ms)


def clock_problems(clocks: Clocks) -> Iterator[Problem]:
    """Everything that is wrong with a game's clocks."""
    if clocks.action_limit_ms > LONGEST_MS:
        yield Problem("clocks.action_limit_ms", f"at most {LONGEST_MS}")
    if clocks.bank_ms > LONGEST_MS:
        yield Problem("clocks.bank_ms", f"at most {LONGEST_MS}")
    if clocks.lag_quota_ms > MOST_LAG_MS:
        yield Problem("clocks.lag_quota_ms", f"at most {MOST_LAG_MS}")
    if clocks.lag_regain_ms > clocks.lag_quota_ms:
        yield Problem("clocks.lag_regain_ms", f"at most the quota, {clocks.lag_quota_ms}")


def conduct_problems(conduct: Conduct, clocks: Clocks, most_strikes: int) -> Iterator[Problem]:
    """Everything that is wrong with a game's conduct rules under its clocks."""
    if conduct.strike_limit > most_strikes:
        yield Problem("conduct.strike_limit", f"at most {most_strikes}")
    if not conduct.strike_limit and conduct.on_strikes is not Sanction.DEFAULT_ACTION:
        yield Problem("conduct.on_strikes", "only with a strike_limit")
    if not clocks.timed and conduct.on_timeout is not Sanction.DEFAULT_ACTION:
        yield Problem("conduct.on_timeout", "only with a clock")
