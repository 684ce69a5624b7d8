"""The sequential test of a match, as an operator's configuration says it: a table, or one text of KEY=VALUE,..."""

from collections.abc import Mapping
from typing import Final

from euchre_referee.tournament.formats.form import Format
from euchre_referee.tournament.problems import ConfigProblem
from euchre_referee.tournament.statistics.sequential import Measure, SequentialTest

_NUMBERS: Final = ("h0", "h1", "alpha", "beta")
_KEYS: Final = (*_NUMBERS, "measure")
_ALLOWED: Final = f"a table of {', '.join(_KEYS)}, or a text such as h0=0,h1=0.1"


def read_test(value: object, kind: Format, problems: list[ConfigProblem]) -> SequentialTest | None:
    """The test that `value` asks for, None if it asks for none; what is wrong is added to `problems`."""
    if value is None:
        return None
    if kind is not Format.MATCH:
        problems.append(ConfigProblem("test", f"a {kind} is not tested", "left out, or a match"))
    values = _split(value) if isinstance(value, str) else value
    if not isinstance(values, Mapping):
        problems.append(ConfigProblem("test", f"{value!r} is no test", _ALLOWED))
        return None
    before = len(problems)
    problems += [
        ConfigProblem(f"test.{key}", "there is no such key", ", ".join(_KEYS)) for key in values if key not in _KEYS
    ]
    numbers = {key: _number(values[key], key, problems) for key in _NUMBERS if key in values}
    measure = values.get("measure", Measure.DEVIATIONS)
    if measure not in tuple(Measure):
        problems.append(ConfigProblem("test.measure", f"{measure!r} is no choice", f"one of {', '.join(Measure)}"))
    if len(problems) > before:
        return None
    try:
        return SequentialTest(**numbers, measure=Measure(str(measure)))
    except ValueError as problem:
        problems.append(ConfigProblem("test", str(problem), "h0 below h1, both within reach; rates below a half"))
        return None


def _split(text: str) -> Mapping[str, object] | None:
    """None if it is no list of KEY=VALUE."""
    parts = [part.partition("=") for part in text.split(",")]
    if not all(mark for _, mark, _ in parts):
        return None
    return {key.strip(): value.strip() for key, _, value in parts}


def _number(value: object, key: str, problems: list[ConfigProblem]) -> float:
    if isinstance(value, int | float | str) and not isinstance(value, bool):
        try:
            return float(value)
        except ValueError:
            pass
    problems.append(ConfigProblem(f"test.{key}", f"{value!r} is no number", "a number"))
    return 0.0
