"""How old games may grow in `euchre serve`: while they wait, while they are played, and once they are over."""

import argparse
from dataclasses import replace
from typing import Final

from euchre_referee.referee.settings import Settings

_HOUR_MS: Final = 60 * 60 * 1000
_MOST_HOURS: Final = 100 * 365 * 24


def add_age_options(parser: argparse.ArgumentParser) -> None:
    """Adds them to a command."""
    ages = Settings()
    for name, milliseconds, what in (
        ("waiting", ages.waiting_age_ms, "a game whose seats are not all taken by then is aborted"),
        ("running", ages.running_age_ms, "a game that is played for longer is aborted"),
        ("retention", ages.retention_ms, "a game's log is kept so long after its end"),
    ):
        parser.add_argument(
            f"--{name}-hours", type=float, default=milliseconds / _HOUR_MS, metavar="N", help=f"{what} (%(default)g)"
        )


def age_problems(options: argparse.Namespace) -> list[str]:
    """What is wrong with the ages that were asked for, in a sentence."""
    wrong = [f"--{name}-hours" for name, number in _hours(options).items() if not 0 < number <= _MOST_HOURS]
    return [f"{', '.join(wrong)}: hours above 0, at most {_MOST_HOURS}, are needed"] if wrong else []


def with_ages(settings: Settings, options: argparse.Namespace) -> Settings:
    """The settings with the ages that were asked for, of which none is wrong."""
    ages = {name: max(1, round(number * _HOUR_MS)) for name, number in _hours(options).items()}
    return replace(
        settings, waiting_age_ms=ages["waiting"], running_age_ms=ages["running"], retention_ms=ages["retention"]
    )


def _hours(options: argparse.Namespace) -> dict[str, float]:
    return {name: getattr(options, f"{name}_hours") for name in ("waiting", "running", "retention")}
