"""`euchre deal`: the first deal of a game with a chosen seed, for people or as a record."""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence

from euchre_referee.cli.chosen_rules import add_settings, chosen_rules, sentences
from euchre_referee.cli.exit_codes import BAD_ARGUMENTS, DONE
from euchre_referee.cli.printing import READER_GONE, complain, print_lines
from euchre_referee.cli.seeded import Shuffler, add_seed, seed_bytes
from euchre_referee.cli.words import Words, shows_symbols
from euchre_referee.rules.cards import JOKER
from euchre_referee.rules.records import deal_text
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblems
from euchre_referee.rules.state import Deal


def main(argv: Sequence[str]) -> int:
    """Prints the deal: 0, or 2 for a command line that names no rules or no seat."""
    named = _parser().parse_args(argv)
    rules = chosen_rules(named.preset, named.settings)
    if isinstance(rules, RuleSetProblems):
        complain("deal", sentences(rules))
        return BAD_ARGUMENTS
    if named.dealer is not None and not 0 <= named.dealer < rules.players:
        complain("deal", [f"--dealer: {rules.preset} has no seat {named.dealer}; allowed: 0 to {rules.players - 1}"])
        return BAD_ARGUMENTS
    # Players who give no nonce count with an empty one, and a single game has no board.
    shuffler = Shuffler(rules, seed_bytes(named.seed), [b""] * rules.players, b"")
    dealt = shuffler.deal(0, shuffler.first_dealer() if named.dealer is None else named.dealer)
    lines = [_record(rules, named.seed, dealt)] if named.json else _told(rules, named.seed, dealt)
    return DONE if print_lines(lines) else READER_GONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="euchre deal",
        description="Deal cards by the fairness shuffle: the first deal of a game with this seed and without nonces.",
        epilog="Exit status: 0 dealt, 2 bad arguments.",
    )
    parser.add_argument("preset", metavar="PRESET", help="such as buck; `euchre rules` lists them")
    add_seed(parser, "the same seed gives the same cards")
    add_settings(parser)
    parser.add_argument("--dealer", type=int, metavar="S", help="the seat that deals (default: drawn from the seed)")
    parser.add_argument("--json", action="store_true", help="a record with this deal, on one line")
    return parser


def _record(rules: RuleSet, seed: int, dealt: Deal) -> str:
    record = {
        "id": f"{rules.preset}/{seed}",
        "ruleset": json.loads(rules.canonical),
        "deals": [deal_text(dealt, ())],
    }
    return json.dumps(record, separators=(",", ":"))


def _told(rules: RuleSet, seed: int, dealt: Deal) -> list[str]:
    words = Words([], None, shows_symbols(sys.stdout.encoding))
    rows = []
    for seat, hand in enumerate(dealt.hands):
        who = f"seat {seat}" if seat < rules.players else "dead hand"
        rows.append((who, _cards(words, _sorted(hand)), ", deals" if seat == dealt.dealer else ""))
    talon = dealt.talon
    if rules.turn_up:
        rows.append(("turned up", _cards(words, talon[:1]), ""))
        talon = talon[1:]
    if talon:
        rows.append(("left over", _cards(words, _sorted(talon)), ""))
    return [f"{rules.preset}, seed {seed}", *(f"  {who:<9}  {cards}{remark}" for who, cards, remark in rows)]


def _sorted(cards: Iterable[int]) -> list[int]:
    """By suit, the highest first; the joker before all."""
    return sorted(cards, key=lambda card: (card != JOKER, card >> 3, -card))


def _cards(words: Words, cards: Iterable[int]) -> str:
    # The contract counts cards from 1.
    return words.cards(card + 1 for card in cards)
