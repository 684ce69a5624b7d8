"""Rule sets as the command line names them: a preset, and `--set option=value` as often as wanted."""

import argparse
import json
from collections.abc import Sequence
from typing import Final

from euchre_referee.rules.options import SetOf
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblem, RuleSetProblems, parse_ruleset

_SHOWN: Final = 60
"""Characters of a faulty name or value that are shown."""


def add_settings(parser: argparse.ArgumentParser, *other_names: str) -> None:
    """`--set option=value`, also under other names of the flag; the texts come as `settings`."""
    parser.add_argument(
        "--set",
        *other_names,
        dest="settings",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="an option of the preset, such as withdraw=secret or misdeal_claims=no_face,ace_no_face; may be repeated",
    )


def chosen_rules(preset: str, settings: Sequence[str]) -> RuleSet | RuleSetProblems:
    """The rule set, or everything that is wrong with it.

    A value is written as JSON writes it; one that is no JSON is a text, so that words need no quotes, and a list of
    words may be written with commas.
    """
    options: dict[str, object] = {}
    problems = []
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            problems.append(RuleSetProblem(setting[:_SHOWN], "an option needs a value", "OPTION=VALUE"))
        elif name in options:
            problems.append(RuleSetProblem(name[:_SHOWN], "the option is set twice", "one value"))
        else:
            options[name] = _value(preset, name, text)
    rules = parse_ruleset(preset, options)
    if isinstance(rules, RuleSetProblems):
        problems += rules.problems
    return RuleSetProblems(tuple(problems)) if problems or isinstance(rules, RuleSetProblems) else rules


def sentences(wrong: RuleSetProblems) -> list[str]:
    """What is wrong and what would be accepted, a sentence each."""
    return [f"{each.option}: {each.problem}; allowed: {each.allowed}" for each in wrong.problems]


def _value(preset: str, name: str, text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        value = text
    known = PRESETS[preset].options.get(name) if preset in PRESETS else None
    if known is not None and isinstance(known.allowed, SetOf) and isinstance(value, str):
        return value.split(",") if value else []
    return value
