"""`make bench-rules`: the rules engine beside OpenSpiel's C++ Euchre driven from Python; games adjudicated; JSON.

A hand is a whole random deal of `euchre`: first dealer, shuffle and deal, bidding, discard, play, score, with the legal
actions told at every decision. Every driver takes its choices in the same way, `legal[int(random() * len(legal))]` (the
last two draw what chance does otherwise), and does nothing beside. All run in one process, one after the other in every
round, so that the machine's moods fall on all alike; a ratio is the median of the rounds' ratios. The drivers:

- *apply*: `engine.apply`, by which the service plays: each action gives a new state, and the one before stays good.
- *apply in place*: `engine.apply_in_place`, the same steps on a state that nobody else holds: simulations, and folds of
  a log. OpenSpiel's `apply_action` changes its state in place, so this is its like.
- *pyspiel, leanest*: `legal_actions` alone tells when the deal is over (there are none) and what chance may do: there
  the dealer and each card are chosen singly, uniformly, which is right in Euchre. Nothing can be left out of it.
- *pyspiel, lean*: the same, asking `is_terminal` before every action, as any loop does that takes no chance.
- *pyspiel, chance outcomes*: asks which nodes are chance nodes and takes their `chance_outcomes`; the same choices.
- *pyspiel, chances by weight*: does as OpenSpiel means it, taking each outcome with its probability, by the standard
  library's `random.choices`: what somebody writes who does not know that Euchre's chances are all alike.
- *pyspiel, as its examples*: the loop of `open_spiel/python/examples/example.py`, with numpy's weighted choice.

Where the two games differ (tests/rules/test_open_spiel.py), a random hand has about the same length: half of the
hands are alone, 17.5 cards are played, and 2.5 actions come before them here, 3.5 there, which asks for "alone" apart.
The engine's table of plays by hand fills during the first hands, which go before the measuring. Rates are per second of
processor time, so that what else the machine does counts little.

*Adjudication* is what `euchre adjudicate` does for every line, reading and writing of JSON included, on one core.
"""

import argparse
import io
import json
import platform
import random
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any, Final

import numpy as np
import pyspiel

from euchre_referee.cli.record_files import record_values
from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.dealing import hands_from
from euchre_referee.rules.engine import apply, apply_in_place, deal, new_game
from euchre_referee.rules.records import deal_text
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.rules.state import State

ROUNDS: Final = 11
SECONDS: Final = 0.5
"""Of each driver in each round."""
BATCH: Final = 100
"""Hands between two looks at the clock."""
WARM_UP: Final = 10_000
GAMES: Final = 200
AIMS: Final = {"least": 1.5, "aim": 2.2}
"""Of the rate of the lean driver."""
AIM_ADJUDICATED: Final = 500

Driver = Callable[[int], None]
"""Plays so many hands, or judges so many games."""


def _rules() -> RuleSet:
    rules = parse_ruleset("euchre")
    assert isinstance(rules, RuleSet)
    return rules


# --- the engine


def _dealt(start: State) -> State:
    """A first deal by a random dealer: sorting by random keys shuffles, as no two of them are equal."""
    rules = start.rules
    order = sorted(rules.deck, key=lambda _: random.random())
    dealt = deal(start, hands_from(rules, int(random.random() * rules.players), order))
    assert isinstance(dealt, State)
    return dealt


def by_apply(hands: int) -> None:
    """Every action gives a new state."""
    choose = random.random
    start = new_game(_rules())
    for _ in range(hands):
        state: Any = _dealt(start)
        while legal := state.legal:
            state = apply(state, state.to_act, legal[int(choose() * len(legal))])


def by_apply_in_place(hands: int) -> None:
    """Every action changes the state."""
    choose = random.random
    start = new_game(_rules())
    for _ in range(hands):
        state = _dealt(start)
        while legal := state.legal:
            apply_in_place(state, state.to_act, legal[int(choose() * len(legal))])


# --- OpenSpiel

GAME: Final = pyspiel.load_game("euchre")


def by_pyspiel_leanest(hands: int) -> None:
    """Nothing is asked but the legal actions."""
    choose = random.random
    for _ in range(hands):
        state = GAME.new_initial_state()
        while legal := state.legal_actions():
            state.apply_action(legal[int(choose() * len(legal))])


def by_pyspiel_lean(hands: int) -> None:
    """Asks every time whether the deal is over."""
    choose = random.random
    for _ in range(hands):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(choose() * len(legal))])


def by_pyspiel_with_chance_outcomes(hands: int) -> None:
    """Knows chance nodes from decisions; Euchre's chances are all alike."""
    choose = random.random
    for _ in range(hands):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(choose() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(choose() * len(legal))])


def by_pyspiel_with_chances_by_weight(hands: int) -> None:
    """Takes each outcome of chance with its probability."""
    choose = random.random
    for _ in range(hands):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(choose() * len(legal))])


def by_pyspiel_as_its_examples(hands: int) -> None:
    """The loop of OpenSpiel's own example."""
    for _ in range(hands):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                action_list, prob_list = zip(*outcomes, strict=True)
                state.apply_action(np.random.choice(action_list, p=prob_list))
            else:
                state.apply_action(random.choice(state.legal_actions(state.current_player())))


OURS: Final[dict[str, Driver]] = {"apply": by_apply, "apply in place": by_apply_in_place}
THEIRS: Final[dict[str, Driver]] = {
    "pyspiel, leanest": by_pyspiel_leanest,
    "pyspiel, lean": by_pyspiel_lean,
    "pyspiel, chance outcomes": by_pyspiel_with_chance_outcomes,
    "pyspiel, chances by weight": by_pyspiel_with_chances_by_weight,
    "pyspiel, as its examples": by_pyspiel_as_its_examples,
}


# --- adjudication


def _record(number: int) -> bytes:
    """A line with a random game that has been played to its end."""
    state = new_game(_rules())
    deals = []
    while not state.finished:
        order = random.sample(state.rules.deck, len(state.rules.deck))
        dealer = state.dealer if state.dealer >= 0 else random.randrange(state.rules.players)
        state = _accepted(deal(state, hands_from(state.rules, dealer, order)))
        while state.legal:
            state = _accepted(apply(state, state.to_act, random.choice(state.legal)))
        assert state.dealt is not None
        deals.append(deal_text(state.dealt, state.moves))
    record = {"id": f"game {number}", "ruleset": {"preset": "euchre"}, "deals": deals}
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def _accepted(after: object) -> State:
    assert isinstance(after, State), after
    return after


def _judge(lines: bytes) -> None:
    for value in record_values(io.BytesIO(lines)):
        answer = adjudicate(value)
        assert answer["finished"]
        json.dumps(answer, separators=(",", ":"))


# --- the run


def _rate(driver: Driver, batch: int) -> float:
    """How many a second."""
    done = 0
    start = end = process_time()
    while end - start < SECONDS:
        driver(batch)
        done += batch
        end = process_time()
    return done / (end - start)


def _measure(rounds: int) -> dict[str, list[float]]:
    lines = b"".join(map(_record, range(GAMES)))
    by_apply_in_place(WARM_UP)
    drivers = {**OURS, **THEIRS}
    measured: dict[str, list[float]] = {name: [] for name in (*drivers, "adjudicated")}
    for number in range(rounds):
        for name, driver in drivers.items():
            measured[name].append(_rate(driver, BATCH))
        measured["adjudicated"].append(_rate(lambda _: _judge(lines), GAMES))
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    return measured


def _spread(values: list[float], digits: int) -> dict[str, float]:
    return {
        "median": round(statistics.median(values), digits),
        "min": round(min(values), digits),
        "max": round(max(values), digits),
    }


def _report(measured: dict[str, list[float]]) -> dict[str, Any]:
    ratios = {
        f"{mine} / {other}": _spread(
            [one / two for one, two in zip(measured[mine], measured[other], strict=True)], digits=3
        )
        for mine in OURS
        for other in THEIRS
    }
    return {
        "hands_per_second": {name: _spread(measured[name], 0) for name in (*OURS, *THEIRS)},
        "ratios": ratios,
        "wanted_of_apply_over_lean": AIMS,
        "games_adjudicated_per_second": {**_spread(measured["adjudicated"], 0), "aim": AIM_ADJUDICATED},
        "python": platform.python_version(),
        "compiler_and_build": platform.python_compiler(),
        "machine": platform.machine(),
    }


def main() -> None:
    """Measures, prints a table, and writes the JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("out/bench-rules.json"))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    report = _report(_measure(options.rounds))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(report, indent=1) + "\n")
    for name, rate in report["hands_per_second"].items():
        print(f"{name:<28}{rate['median']:>8.0f} hands/s   ({rate['min']:.0f} to {rate['max']:.0f})")
    for name, ratio in report["ratios"].items():
        print(f"{name:<44}{ratio['median']:>7}   ({ratio['min']} to {ratio['max']})")
    judged = report["games_adjudicated_per_second"]
    print(f"{'adjudicated':<28}{judged['median']:>8.0f} games/s   ({judged['min']:.0f} to {judged['max']:.0f})")


if __name__ == "__main__":
    main()
