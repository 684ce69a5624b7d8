"""`euchre rules`: the presets, and any rule set explained, for people and for programs."""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence

from rich.console import Console, RenderableType

from euchre_referee.api.phrases import LOCALES
from euchre_referee.cli.chosen_rules import add_settings, chosen_rules, sentences
from euchre_referee.cli.exit_codes import BAD_ARGUMENTS, DONE
from euchre_referee.cli.printing import READER_GONE, complain, print_lines, show_anyway
from euchre_referee.cli.rule_json import presets_json, ruleset_json
from euchre_referee.cli.rule_pages import list_row, page
from euchre_referee.cli.rule_tables import list_lines, list_table, page_lines, page_table
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblems


def main(argv: Sequence[str]) -> int:
    """Prints what was asked for: 0, or 2 with everything that is wrong with the rules named."""
    named = _parser().parse_args(argv)
    if named.preset is None:
        if named.settings:
            complain("rules", ["--set: options belong to a preset; name one, as in `euchre rules buck`"])
            return BAD_ARGUMENTS
        return _all_presets(named)
    rules = chosen_rules(named.preset, named.settings)
    if isinstance(rules, RuleSetProblems):
        complain("rules", sentences(rules))
        return BAD_ARGUMENTS
    return _one(named, rules)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="euchre rules",
        description="List the presets, or explain one, with options set or not: canonical form and hash included.",
        epilog="Exit status: 0, or 2 for rules that cannot be played.",
    )
    parser.add_argument("preset", nargs="?", metavar="PRESET", help="such as buck (default: list all)")
    add_settings(parser)
    parser.add_argument("--lang", choices=LOCALES, help="language of the words (en)")
    parser.add_argument("--json", action="store_true", help="for programs; with --lang the words are in it too")
    return parser


def _all_presets(named: argparse.Namespace) -> int:
    if named.json:
        return _print([json.dumps(presets_json(named.lang), indent=1)])
    locale = named.lang or LOCALES[0]
    told = [list_row(_defaults(name), locale) for name in PRESETS]
    return _show(list_table(told, locale), list_lines(told, locale))


def _one(named: argparse.Namespace, rules: RuleSet) -> int:
    if named.json:
        return _print([json.dumps(ruleset_json(rules, named.lang), indent=1)])
    locale = named.lang or LOCALES[0]
    told = page(rules, locale)
    return _show(page_table(told, locale), page_lines(told, locale))


def _defaults(preset: str) -> RuleSet:
    rules = chosen_rules(preset, ())
    assert isinstance(rules, RuleSet)
    return rules


def _show(table: RenderableType, lines: Iterable[str]) -> int:
    show_anyway()
    if not sys.stdout.isatty():
        return _print(lines)
    Console().print(table, highlight=False)
    return DONE


def _print(lines: Iterable[str]) -> int:
    return DONE if print_lines(lines) else READER_GONE
