"""`euchre random`: complete games of bots as records, the same again for the same seed."""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from euchre_referee.bots import BOTS, make_bot
from euchre_referee.cli.chosen_rules import add_settings, chosen_rules, sentences
from euchre_referee.cli.exit_codes import BAD_ARGUMENTS, DONE
from euchre_referee.cli.printing import READER_GONE, complain, print_lines
from euchre_referee.cli.seeded import Shuffler, add_seed, seed_bytes
from euchre_referee.fairness.seeds import board_seed
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.records import DealText, deal_text
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblems
from euchre_referee.rules.state import State
from euchre_referee.rules.views import view

MOST_DEALS: Final = 1000
"""Deals after which a game is given up: some rules and some players never come to an end."""
GIVEN_UP: Final = 1


@dataclass(frozen=True, slots=True)
class _Played:
    """One game in a record's words."""

    deals: tuple[DealText, ...]
    finished: bool


@dataclass(slots=True)
class _Tally:
    """What came of the games so far."""

    given_up: int = 0


def main(argv: Sequence[str]) -> int:
    """Prints the games: 0, 1 if one was given up, 2 for a command line that cannot be understood."""
    named = _parser().parse_args(argv)
    rules = chosen_rules(named.preset, named.settings)
    if isinstance(rules, RuleSetProblems):
        complain("random", sentences(rules))
        return BAD_ARGUMENTS
    tally = _Tally()
    if not print_lines(_records(rules, named.bot, named.seed, named.number, tally)):
        return READER_GONE
    if not tally.given_up:
        return DONE
    gave_up = f"{tally.given_up} of {named.number} games were given up after {MOST_DEALS} deals"
    complain("random", [f"{gave_up}; --set max_deals=N ends a game after N scored ones, another --bot may end it too"])
    return GIVEN_UP


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="euchre random",
        description="Play complete games of bots and write them as records (JSON Lines).",
        epilog=f"Exit status: 0 all games finished, 1 one had no end within {MOST_DEALS} deals, 2 bad arguments.",
    )
    parser.add_argument("preset", metavar="PRESET", help="such as buck; `euchre rules` lists them")
    parser.add_argument("-n", dest="number", type=_at_least_one, default=1, metavar="N", help="how many games (1)")
    add_seed(parser, "the same seed gives the same games")
    add_settings(parser)
    parser.add_argument("--bot", choices=tuple(BOTS), default="random", help="who sits at every seat (random)")
    return parser


def _at_least_one(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"a number of games is a whole number from 1, not {text[:40]!r}")
    return number


def _records(rules: RuleSet, bot: str, seed: int, number: int, tally: _Tally) -> Iterator[str]:
    """The games' records, counted from 1."""
    ruleset = json.loads(rules.canonical)
    for game in range(1, number + 1):
        played = _played(rules, bot, seed_bytes(seed), str(game).encode())
        record = {
            "id": f"{rules.preset}/{seed}/{game}",
            "ruleset": ruleset,
            "players": [bot] * rules.players,
            "deals": played.deals,
        }
        if not played.finished:
            tally.given_up += 1
            record["end"] = {"termination": "abandoned", "cause": f"no end within {MOST_DEALS} deals"}
        yield json.dumps(record, separators=(",", ":"))


def _played(rules: RuleSet, bot: str, run_seed: bytes, label: bytes) -> _Played:
    """A game with the cards of the board with this label in a run of this seed (docs/fairness.md, "Seeds")."""
    seed = board_seed(run_seed, label)
    shuffler = Shuffler(rules, seed, (), label)
    bots = [make_bot(bot, int.from_bytes(seed[:8], "big") + seat) for seat in range(rules.players)]
    state = new_game(rules)
    deals: list[DealText] = []
    while not state.finished and len(deals) < MOST_DEALS:
        dealer = shuffler.first_dealer() if state.dealer < 0 else state.dealer
        dealt = shuffler.deal(state.deal_number, dealer)
        state = _legal(deal(state, dealt))
        while state.to_act >= 0:
            seat = state.to_act
            state = _legal(apply(state, seat, bots[seat](view(state, seat))))
        deals.append(deal_text(dealt, state.moves))
    return _Played(tuple(deals), state.finished)


def _legal(after: State | Refusal) -> State:
    assert not isinstance(after, Refusal), after
    return after
