"""Clocks, conduct rules and delays of `euchre serve`, for games that bring none of their own; how old
games grow, and how many are kept in memory (docs/capacity.md)."""

import argparse
from typing import Final

from euchre_referee.cli.age_options import add_age_options, age_problems, with_ages
from euchre_referee.referee.delay import MOST_DELAY_DECISIONS, MOST_DELAY_MS, Delay
from euchre_referee.referee.entries import Clocks, Conduct, Sanction
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.table_terms import clock_problems, conduct_problems

_MOST_STRIKES: Final = (1 << 16) - 1
_SANCTIONS: Final = {sanction.name.lower().replace("_", "-"): sanction for sanction in Sanction}


def add_table_options(parser: argparse.ArgumentParser) -> None:
    """Adds them to a command."""
    clocks, conduct = Settings().clocks, Settings().conduct
    for name, milliseconds, what in (
        ("action-limit", clocks.action_limit_ms, "for one action, in games without clocks of their own"),
        ("bank", clocks.bank_ms, "of each seat for a whole game without clocks of its own"),
        ("lag-quota", clocks.lag_quota_ms, "the referee's own delay that is credited, where a game does not say"),
        ("lag-regain", clocks.lag_regain_ms, "lag quota regained with each action"),
    ):
        parser.add_argument(
            f"--{name}-ms", type=int, default=milliseconds, metavar="MS", help=f"{what} (default: %(default)s)"
        )
    parser.add_argument(
        "--strike-limit",
        type=int,
        default=conduct.strike_limit,
        metavar="N",
        help="refused actions that bring the sanction, in games without conduct rules of their own (default: "
        "%(default)s; 0: never)",
    )
    for fault, what in (("strikes", "too many refused actions bring"), ("timeout", "lost time brings")):
        parser.add_argument(
            f"--on-{fault}", choices=_SANCTIONS, default="default-action", help=f"what {what} (default: %(default)s)"
        )
    for name, what in (
        ("spectator-delay-ms", "time by which spectators lag, in games without a delay of their own"),
        ("spectator-delay-decisions", "decisions by which they lag"),
        ("full-view-delay-ms", "time by which operators lag at least who see all cards of a running game"),
    ):
        parser.add_argument(f"--{name}", type=int, default=0, metavar="N", help=f"{what} (default: none)")
    parser.add_argument(
        "--cached-games",
        type=int,
        default=Settings().cached_games,
        metavar="N",
        help="games kept in memory, those used last; any other is read from the store (default: %(default)s)",
    )
    add_age_options(parser)


def settings_of(options: argparse.Namespace) -> Settings:
    """The settings that they ask for. Raises ValueError, naming everything that is wrong with them."""
    numbers = (options.action_limit_ms, options.bank_ms, options.lag_quota_ms, options.lag_regain_ms)
    counts = (*numbers, options.strike_limit, options.cached_games)
    flags = ("--action-limit-ms", "--bank-ms", "--lag-quota-ms", "--lag-regain-ms", "--strike-limit", "--cached-games")
    below = [flag for flag, number in zip(flags, counts, strict=True) if number < 0]
    wrong = [f"{', '.join(below)}: whole numbers from 0 are needed"] if below else []
    delay = Delay(options.spectator_delay_ms, options.spectator_delay_decisions)
    if not (0 <= delay.ms <= MOST_DELAY_MS and 0 <= options.full_view_delay_ms <= MOST_DELAY_MS):
        wrong.append(f"delays are times from 0 to {MOST_DELAY_MS} milliseconds")
    if not 0 <= delay.decisions <= MOST_DELAY_DECISIONS:
        wrong.append(f"--spectator-delay-decisions: from 0 to {MOST_DELAY_DECISIONS}")
    clocks = Clocks(*numbers)
    conduct = Conduct(options.strike_limit, _SANCTIONS[options.on_strikes], _SANCTIONS[options.on_timeout])
    for problem in (*clock_problems(clocks), *conduct_problems(conduct, clocks, _MOST_STRIKES)):
        # Its field is that of a call; the option has its last word.
        wrong.append(f"--{problem.field.rpartition('.')[2].replace('_', '-')}: {problem.allowed}")
    wrong += age_problems(options)
    if wrong:
        raise ValueError("; ".join(wrong))
    settings = Settings(
        clocks=clocks,
        conduct=conduct,
        delay=delay,
        full_view_delay_ms=options.full_view_delay_ms,
        cached_games=options.cached_games,
    )
    return with_ages(settings, options)
