"""What time costs a seat: the limit of an action, the bank, and the referee's own delay (docs/conduct.md, "Clocks").

Everything is milliseconds of served time and follows from a log's entries alone: whoever folds a log comes to the
same banks and quotas.
"""

from typing import NamedTuple

from euchre_referee.referee.entries import Clocks


class Accounts(NamedTuple):
    """What the seats have left, by seat."""

    banks: tuple[int, ...]
    lag_quotas: tuple[int, ...]


def opened(clocks: Clocks, players: int) -> Accounts:
    """The accounts of a game's beginning."""
    return Accounts((clocks.bank_ms,) * players, (clocks.lag_quota_ms,) * players)


def charged(clocks: Clocks, accounts: Accounts, seat: int, spent_ms: int, lag_ms: int) -> Accounts:
    """The accounts after an action of a seat that took `spent_ms`, of which `lag_ms` were the referee's own.

    Only what exceeds the action limit costs anything: first the referee's delay is credited from the quota, then the
    bank pays. What exceeds even the bank was granted by the deadline, which leaves room for the whole quota; the quota
    pays for it. Each action regains some quota.
    """
    over = spent_ms - clocks.action_limit_ms
    quota = accounts.lag_quotas[seat]
    if (over <= 0 and quota == clocks.lag_quota_ms) or not clocks.timed:
        return accounts
    bank = accounts.banks[seat]
    if over > 0:
        credited = min(over, lag_ms, quota)
        over -= credited
        from_bank = min(over, bank)
        bank -= from_bank
        quota -= min(credited + over - from_bank, quota)
    quota = min(quota + clocks.lag_regain_ms, clocks.lag_quota_ms)
    return Accounts(_with(accounts.banks, seat, bank), _with(accounts.lag_quotas, seat, quota))


def credited_ms(clocks: Clocks, accounts: Accounts, seat: int, spent_ms: int, lag_ms: int) -> int:
    """The referee's own delay that an action is not charged for."""
    over = spent_ms - clocks.action_limit_ms
    return max(0, min(over, lag_ms, accounts.lag_quotas[seat])) if clocks.timed else 0


def allowed_ms(clocks: Clocks, accounts: Accounts, seat: int) -> int | None:
    """The time that a seat has for an action: limit and bank; None without a clock."""
    return clocks.action_limit_ms + accounts.banks[seat] if clocks.timed else None


def due_ms(clocks: Clocks, accounts: Accounts, seat: int) -> int:
    """The time after which the clock decides for a seat, 0 for never.

    The delay of a turn is known only when it is handed over, so the deadline leaves room for all that could be
    credited.
    """
    if not clocks.timed:
        return 0
    return clocks.action_limit_ms + accounts.banks[seat] + accounts.lag_quotas[seat]


def _with(numbers: tuple[int, ...], seat: int, number: int) -> tuple[int, ...]:
    return numbers if numbers[seat] == number else (*numbers[:seat], number, *numbers[seat + 1 :])
