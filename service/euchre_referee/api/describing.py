"""Presets and rule sets explained in the contract's words."""

from functools import cache
from typing import Any

from google.protobuf import json_format, struct_pb2

from euchre.v1 import ruleset_pb2 as pb
from euchre_referee.api.rule_words import option_meaning, preset_summary
from euchre_referee.referee.games import ruleset_parts
from euchre_referee.rules.options import Between, OneOf, Option, SetOf
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblem


@cache
def describe_presets(locale: str) -> tuple[pb.PresetDescription, ...]:
    """All presets by name, made once for each language; not to be changed."""
    return tuple(describe_preset(name, locale) for name in sorted(PRESETS))


def describe_preset(name: str, locale: str) -> pb.PresetDescription:
    """A preset with its options' defaults."""
    preset = PRESETS[name]
    return pb.PresetDescription(
        preset=name,
        players=preset.players,
        partners=preset.partners,
        hand_size=preset.hand_size,
        bidding=preset.bidding,
        options=[_option(key, option, option.default, locale) for key, option in sorted(preset.options.items())],
        summary=preset_summary(name, locale),
    )


def describe_ruleset(rules: RuleSet, locale: str) -> pb.PresetDescription:
    """A rule set: its preset with every option at the rule set's value."""
    described = describe_preset(rules.preset, locale)
    _, changed = ruleset_parts(rules.canonical)
    for option in described.options:
        if option.name in changed:
            option.default_value.CopyFrom(_value(changed[option.name]))
    return described


def problem_message(problem: RuleSetProblem) -> pb.RulesetProblem:
    """Something wrong with a rule set."""
    return pb.RulesetProblem(option=problem.option, detail=f"{problem.problem}; allowed: {problem.allowed}")


def _option(name: str, option: Option, value: object, locale: str) -> pb.OptionDescription:
    message = pb.OptionDescription(name=name, default_value=_value(value), meaning=option_meaning(name, locale))
    match option.allowed:
        case OneOf(values):
            message.values.extend(map(_value, values))
        case SetOf(words):
            message.values.extend(map(_value, words))
            message.set_of_values = True
        case Between(low, high):
            setattr(message, "from", low)
            message.to = high
    return message


def _value(value: Any) -> struct_pb2.Value:
    listed: Any = list(value) if isinstance(value, tuple) else value
    return json_format.ParseDict(listed, struct_pb2.Value())
