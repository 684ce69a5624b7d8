"""Presets and rule sets as `euchre rules --json` writes them (docs/commands.md, "Machine form")."""

from typing import Any, TypeAlias

from euchre_referee.api.rule_words import option_meaning, preset_summary
from euchre_referee.referee.games import ruleset_parts
from euchre_referee.rules.cards import card_text
from euchre_referee.rules.options import Between, OneOf, Option, SetOf
from euchre_referee.rules.presets import PRESETS, Preset
from euchre_referee.rules.ruleset import RuleSet

Json: TypeAlias = "dict[str, Any]"


def presets_json(locale: str | None) -> Json:
    """The table of all presets; with a language, in words too."""
    return {name: _preset(preset, locale) for name, preset in PRESETS.items()}


def ruleset_json(rules: RuleSet, locale: str | None) -> Json:
    """A rule set: its preset as in the table, every option with the value it has, and what follows from them."""
    told: Json = {"preset": rules.preset, **_preset(PRESETS[rules.preset], locale)}
    _, changed = ruleset_parts(rules.canonical)
    for name, option in told["options"].items():
        option["value"] = changed.get(name, option["default"])
    told["ruleset"] = {
        "canonical": rules.canonical,
        "hash": rules.hash,
        "bidding": rules.bidding,
        "turn_up": rules.turn_up,
        "deck": " ".join(map(card_text, rules.deck)),
    }
    return told


def _preset(preset: Preset, locale: str | None) -> Json:
    fixed = {
        "players": preset.players,
        "partners": preset.partners,
        "hand_size": preset.hand_size,
        "dead_hand": preset.dead_hand,
        "turn_up": preset.turn_up,
        "bidding": preset.bidding,
    }
    options = {name: _option(name, option, locale) for name, option in sorted(preset.options.items())}
    words = {} if locale is None else {"summary": preset_summary(preset.name, locale)}
    return {**words, "fixed": fixed, "options": options}


def _option(name: str, option: Option, locale: str | None) -> Json:
    words = {} if locale is None else {"meaning": option_meaning(name, locale)}
    return {**words, "default": option.default, "values": _values(option)}


def _values(option: Option) -> object:
    match option.allowed:
        case OneOf(values):
            return values
        case Between(low, high):
            return {"from": low, "to": high}
        case SetOf(words):
            return {"set of": words}
