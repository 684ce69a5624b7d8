"""Verification finds whatever was changed in a record, and says where."""

import json
import random
from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_referee.fairness.chain import head_of
from euchre_referee.referee.entries import (
    Created,
    Joined,
    Mark,
    decode,
)
from euchre_referee.referee.recording import full_record
from euchre_referee.referee.verifying import verify
from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.defaults import default_action
from tests.referee.tables import Plan, new_table, plans
from tests.referee.tampering import (
    another_seat,
    clock_instead_of_own,
    doubled_action,
    dropped_action,
    dropped_deal,
    dropped_end,
    dropped_strike,
    first,
    illegal_action,
    no_entry_at_all,
    one_strike_too_many,
    other_card,
    other_commitment,
    other_deal_number,
    other_dealer,
    other_final_scores,
    other_head_in_deal,
    other_name,
    other_nonce,
    other_scores_between,
    other_seed,
    other_seed_at_the_end,
    other_spent,
    other_strikes,
    other_winners,
    own_after_the_last_strike,
    own_instead_of_clock,
    something_after_the_end,
    strike_for_what_is_legal,
    strikes_where_they_cost_nothing,
    strikes_without_strikes,
    swapped_actions,
    swapped_joins,
    the_same_struck_twice,
    timeout_instead_of_strikes,
    timeout_without_a_clock,
)
from tests.rules.games import rules_of

Record = dict[str, Any]


@lru_cache
def played(board: str = "") -> tuple[bytes, ...]:
    """The log of a whole game that has everything in it: joins or a board's nonces, strikes and timeouts."""
    nonces = (b"a", b"", b"c", b"d") if board else ()
    table = new_table(rules_of("buck"), 11, reserved=bool(board), board=board, nonces=nonces)
    rng = random.Random(5)
    table.strike("bid 9")
    assert [table.strike(words) for words in ("hop", "skip")] == [False, True]
    table.act(default_action(table.state), Mark.TIMEOUT, 30_000, 0)
    table.play(rng)
    assert table.over
    return tuple(table.log)


def record_of(log: tuple[bytes, ...] | list[bytes]) -> Record:
    """As it is read from a file."""
    record: Record = json.loads(json.dumps(full_record(log)))
    return record


@settings(max_examples=30)
@given(plans)
def test_a_finished_record_is_in_order_and_judged_as_it_was_played(plan: Plan) -> None:
    table = new_table(plan.rules, plan.seed, reserved=plan.reserved)
    table.play(random.Random(plan.seed), most=300)
    if not table.over:
        table.end()
    record = record_of(table.log)
    assert verify(record) == ()
    judged = adjudicate(record)
    assert judged["error"] is None
    assert judged["scores"] == list(table.state.scores)
    assert judged["finished"] == table.state.finished


def test_marks_name_what_the_clock_and_the_referee_did() -> None:
    table = new_table(rules_of("euchre"))
    assert [table.strike(f"bid {bid}") for bid in (7, 8, 9)] == [False, False, True]
    table.act(default_action(table.state), Mark.TIMEOUT, 30_000, 0)
    table.end()
    record = record_of(table.log)
    assert verify(record) == ()
    marks = [(mark["deal"], mark["action"], mark["mark"]) for mark in record["marks"]]
    assert marks == [(0, 0, "strike")] * 3 + [(0, 0, "strikes"), (0, 1, "timeout")]
    assert record["end"] == {"termination": "aborted", "cause": "operator"}


# --- what is changed, and where it must be found


MISCONDUCT: Final = (
    clock_instead_of_own, strikes_without_strikes, timeout_instead_of_strikes, own_after_the_last_strike,
    strike_for_what_is_legal, the_same_struck_twice, one_strike_too_many, strikes_where_they_cost_nothing,
    timeout_without_a_clock,
)  # fmt: skip

TAMPERED: Final = (
    *MISCONDUCT,
    other_card, other_dealer, other_scores_between, other_strikes, other_deal_number, other_head_in_deal,
    illegal_action, another_seat, other_spent, own_instead_of_clock, other_final_scores, other_winners,
    other_seed_at_the_end, other_seed, other_commitment, other_nonce, other_name, dropped_action, dropped_deal,
    dropped_strike, dropped_end, swapped_actions, swapped_joins, doubled_action, something_after_the_end,
    no_entry_at_all,
)  # fmt: skip


@pytest.mark.parametrize("tamper", TAMPERED)
def test_a_changed_entry_is_found_and_placed(tamper: Callable[[list[bytes]], str]) -> None:
    record = record_of(played())
    log = [b64decode(text) for text in record["proof"]["entries"]]
    expected = tamper(log)
    record["proof"]["entries"] = [b64encode(raw).decode() for raw in log]
    faults = verify(record)
    assert any(expected in fault for fault in faults), faults


# What a forger who writes the whole record anew cannot hide: the rest is held only by a head that somebody kept.
FORGED: Final = (
    *MISCONDUCT,
    other_card, other_dealer, other_scores_between, other_strikes, other_head_in_deal, illegal_action, other_seed,
    other_commitment, other_final_scores, other_winners, other_seed_at_the_end, other_nonce, dropped_deal,
)  # fmt: skip


@pytest.mark.parametrize("tamper", FORGED)
def test_a_forger_who_writes_chain_and_proof_anew_is_found(tamper: Callable[[list[bytes]], str]) -> None:
    log = list(played())
    tamper(log)
    _, created = first(log, Created)
    record = record_of(played())
    record["proof"] |= {
        "entries": [b64encode(raw).decode() for raw in log],
        "head": head_of(created.seed, log).hex(),
        "seed": created.seed.hex(),
        "commitment": created.commitment.hex(),
        "nonces": [entry.nonce.hex() for entry in map(decode, log) if isinstance(entry, Joined)],
    }
    assert verify(record)


@pytest.mark.parametrize("key", ["head", "seed", "commitment", "nonces", "board", "seed_mode", "format", "entries"])
@pytest.mark.parametrize("value", ["00", None, 7, [], {}, ["zz"]])
def test_a_changed_proof_is_found_and_named(key: str, value: object) -> None:
    record = record_of(played())
    record["proof"][key] = value
    assert any(fault.startswith(f"proof.{key}") for fault in verify(record))


def test_what_the_record_says_is_held_against_the_log() -> None:
    places: dict[str, Callable[[Record], object]] = {
        "deals: not what the log's entries say, first at [0].hands": lambda r: r["deals"][0]["hands"].reverse(),
        "deals: not what the log's entries say, first at [1].actions, first at [2]": lambda r: r["deals"][1][
            "actions"
        ].__setitem__(2, "0 pass"),
        "deals: not what the log's entries say: ": lambda r: r["deals"].pop(),
        "players: ": lambda r: r["players"].reverse(),
        "id: ": lambda r: r.update(id="other"),
        "ruleset: ": lambda r: r["ruleset"].update(preset="euchre"),
        "marks: ": lambda r: r.pop("marks"),
        "end: ": lambda r: r.update(end={"termination": "void"}),
    }
    for place, change in places.items():
        record = record_of(played())
        change(record)
        faults = verify(record)
        assert len(faults) == 1, faults
        assert faults[0].startswith(place), faults


def test_a_board_and_its_nonces_are_part_of_the_proof() -> None:
    record = record_of(played(board="board 1"))
    assert verify(record) == ()
    assert record["proof"]["board"] == "board 1"
    assert record["proof"]["nonces"] == ["61", "", "63", "64"]


@pytest.mark.parametrize("value", [None, 3, "text", [], {}, {"proof": None}, {"proof": {}}, {"proof": {"format": 1}}])
def test_what_is_no_record_with_a_proof_is_said_to_be_none(value: object) -> None:
    (fault,) = verify(value)
    assert "record" in fault or "proof" in fault


@given(st.randoms(use_true_random=False))
def test_no_tampering_passes_and_none_raises(rng: random.Random) -> None:
    record = record_of(played())
    entries = record["proof"]["entries"]
    at = rng.randrange(len(entries))
    raw = bytearray(b64decode(entries[at]))
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    entries[at] = b64encode(bytes(raw)).decode()
    assert verify(record)
