"""Clocks and conduct rules of a tournament's games, as an operator's configuration says them (docs/conduct.md).

[clocks]
action_limit_ms = 30000           # with bank_ms, lag_quota_ms and lag_regain_ms; or preset = "standard"

[conduct]
strike_limit = 3
on_strikes = "default-action"     # or "lose-deal", "forfeit"
on_timeout = "default-action"
"""

from collections.abc import Collection, Mapping
from typing import Final

from euchre_referee.referee.entries import Conduct, Sanction
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.table_terms import (
    CLOCK_PRESETS,
    AskedClocks,
    Problem,
    asked_of,
    clock_problems,
    conduct_problems,
)
from euchre_referee.tournament.problems import ConfigProblem

ACTION_LIMIT_MS: Final = 30_000
USUAL_CLOCKS: Final = AskedClocks(action_limit_ms=ACTION_LIMIT_MS)

_TIMES: Final = ("action_limit_ms", "bank_ms", "lag_quota_ms", "lag_regain_ms")
_CLOCK_KEYS: Final = (*_TIMES, "preset")
_CONDUCT_KEYS: Final = ("strike_limit", "on_strikes", "on_timeout")
_MOST_MS: Final = (1 << 32) - 1
_MOST_STRIKES: Final = 20
_SANCTIONS: Final = {sanction.name.lower().replace("_", "-"): sanction for sanction in Sanction}


def read_clocks(value: object, problems: list[ConfigProblem]) -> AskedClocks:
    """The clocks that the table asks for, the usual ones if it is None; what is wrong is added to `problems`."""
    if value is None:
        return USUAL_CLOCKS
    table = _table(value, "clocks", _CLOCK_KEYS, problems)
    times = {key: _whole(table[key], f"clocks.{key}", _MOST_MS, problems) for key in _TIMES if key in table}
    asked = AskedClocks(**times)
    if (preset := table.get("preset")) is not None:
        if times:
            problems.append(ConfigProblem("clocks.preset", f"{', '.join(times)} beside it", "no other key beside it"))
        named = CLOCK_PRESETS.get(preset) if isinstance(preset, str) else None
        if named is None:
            told = ConfigProblem("clocks.preset", f"{preset!r} is no choice", f"one of {', '.join(CLOCK_PRESETS)}")
            problems.append(told)
            return asked
        asked = asked_of(named)
    problems += map(_config_problem, clock_problems(asked.over(Settings().clocks)))
    return asked


def read_conduct(value: object, clocks: AskedClocks, problems: list[ConfigProblem]) -> Conduct | None:
    """The conduct rules that the table asks for, None for the referee's; what is wrong is added to `problems`."""
    if value is None:
        return None
    table = _table(value, "conduct", _CONDUCT_KEYS, problems)
    conduct = Conduct(
        _whole(table.get("strike_limit", 0), "conduct.strike_limit", _MOST_STRIKES, problems),
        _sanction(table, "on_strikes", problems),
        _sanction(table, "on_timeout", problems),
    )
    found = conduct_problems(conduct, clocks.over(Settings().clocks), _MOST_STRIKES)
    problems += map(_config_problem, found)
    return conduct


def _table(value: object, name: str, keys: Collection[str], problems: list[ConfigProblem]) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        problems.append(ConfigProblem(name, "must be a table", f"a table of {', '.join(keys)}"))
        return {}
    problems += [
        ConfigProblem(f"{name}.{key}", "there is no such key", ", ".join(keys)) for key in value if key not in keys
    ]
    return value


def _whole(value: object, key: str, most: int, problems: list[ConfigProblem]) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
        return value
    problems.append(ConfigProblem(key, f"{value!r} is out of range", f"a whole number from 0 to {most}"))
    return 0


def _sanction(table: Mapping[str, object], key: str, problems: list[ConfigProblem]) -> Sanction:
    value = table.get(key, "default-action")
    sanction = _SANCTIONS.get(value) if isinstance(value, str) else None
    if sanction is None:
        problems.append(ConfigProblem(f"conduct.{key}", f"{value!r} is no choice", f"one of {', '.join(_SANCTIONS)}"))
        return Sanction.DEFAULT_ACTION
    return sanction


def _config_problem(problem: Problem) -> ConfigProblem:
    return ConfigProblem(problem.field, "cannot be", problem.allowed)
