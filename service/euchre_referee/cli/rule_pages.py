"""What `euchre rules` tells of rule sets, ready to be laid out: facts of a preset, and every option of a rule set."""

from typing import NamedTuple

from euchre_referee.api.rule_words import option_meaning, preset_summary
from euchre_referee.cli.rule_headings import bidding_words, heading
from euchre_referee.referee.games import ruleset_parts
from euchre_referee.rules.options import Allowed, Between, OneOf, SetOf
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSet


class ListRow(NamedTuple):
    """A preset in a line."""

    preset: str
    players: str
    deck: str
    bidding: str
    """Its name, as programs write it."""
    scores: str


class Facts(NamedTuple):
    """A rule set in short, in the reader's language."""

    players: str
    deck: str
    hands: str
    bidding: str
    scores: str


class OptionRow(NamedTuple):
    """An option as a rule set has it; `default` is empty where the rule set leaves the preset's value."""

    name: str
    value: str
    default: str
    values: str
    meaning: str


class Page(NamedTuple):
    """A rule set explained."""

    preset: str
    summary: str
    """Of the preset: its figures are those of the defaults."""
    facts: Facts
    options: tuple[OptionRow, ...]
    canonical: str
    hash: str


def list_row(rules: RuleSet, locale: str) -> ListRow:
    """The rule set in a line."""
    joker = f", {heading('joker', locale)}" if rules.joker else ""
    deck = f"{len(rules.deck)} ({rules.min_rank}-A{joker})"
    scores = heading("range", locale).format(low=rules.start_score, high=rules.target_score)
    return ListRow(rules.preset, _players(rules, locale), deck, rules.bidding, scores)


def facts(rules: RuleSet, locale: str) -> Facts:
    """The rule set in short."""
    deck = heading("cards_and_joker" if rules.joker else "cards", locale)
    hands = [heading("hand", locale).format(size=rules.hand_size)]
    if rules.dead_hand:
        hands.append(heading("dead_hand", locale))
    hands.append(heading("turn_up" if rules.turn_up else "no_turn_up", locale))
    scores = heading("down" if rules.counts_down else "up", locale)
    return Facts(
        _players(rules, locale),
        deck.format(cards=len(rules.deck), lowest=rules.min_rank),
        ", ".join(hands),
        bidding_words(rules.bidding, locale),
        scores.format(start=rules.start_score, target=rules.target_score),
    )


def _players(rules: RuleSet, locale: str) -> str:
    return heading("in_pairs" if rules.partners else "each_alone", locale).format(players=rules.players)


def page(rules: RuleSet, locale: str) -> Page:
    """The rule set explained, its options by name."""
    _, changed = ruleset_parts(rules.canonical)
    rows = []
    for name, option in sorted(PRESETS[rules.preset].options.items()):
        default = value_text(option.default, locale)
        value = value_text(changed[name], locale) if name in changed else default
        overridden = default if name in changed else ""
        rows.append(OptionRow(name, value, overridden, _allowed(option.allowed, locale), option_meaning(name, locale)))
    summary = preset_summary(rules.preset, locale)
    return Page(rules.preset, summary, facts(rules, locale), tuple(rows), rules.canonical, rules.hash)


def value_text(value: object, locale: str) -> str:
    """A value as `--set` takes it; the empty list is told in words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(value) or heading("none", locale)
    return str(value)


def _allowed(allowed: Allowed, locale: str) -> str:
    match allowed:
        case OneOf(values):
            return ", ".join(value_text(value, locale) for value in values)
        case Between(low, high):
            return heading("range", locale).format(low=low, high=high)
        case SetOf(words):
            return heading("set", locale).format(words=", ".join(words))
