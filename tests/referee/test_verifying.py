"""Verification finds whatever was changed in a record, and says where."""

import json
import random
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_referee.referee.entries import Joined, Termination, decode
from euchre_referee.referee.verifying import verify
from euchre_referee.rules.adjudicate import adjudicate
from tests.referee.finished import Record, entries_of, finished_game, forged, record_of, with_entries
from tests.referee.tables import Plan, new_table, plans, versions_of
from tests.referee.tampering.changes import Tampering, found
from tests.referee.tampering.kinds import BY_CHAIN, CONDUCT, PLAIN
from tests.rules.games import rules_of

PLACE: Final = re.compile(r"proof\.entries\[(\d+)\]")


@settings(max_examples=40)
@given(plans)
def test_a_finished_record_is_in_order_and_judged_as_it_was_played(plan: Plan) -> None:
    *_, table = versions_of(plan, most=200)
    record = record_of(table.log)
    assert verify(record) == ()
    judged = adjudicate(record)
    assert judged["error"] is None
    assert judged["scores"] == list(table.state.scores)
    assert judged["finished"] == table.state.finished


@pytest.mark.parametrize("seat", range(4))
def test_a_game_that_a_seat_gives_up_is_in_order(seat: int) -> None:
    table = new_table(rules_of("euchre"))
    table.resign(seat)
    record = record_of(table.log)
    assert verify(record) == ()
    assert record["end"] == {"termination": "forfeit", "cause": "resign", "seat": seat}


# --- what is changed, and where it must be found


def test_there_are_many_kinds_of_tampering_and_no_two_alike() -> None:
    changed = set()
    for tamper in (*PLAIN, *CONDUCT, *BY_CHAIN):
        log = list(finished_game())
        tamper(log)
        changed.add(tuple(log))
    assert len(changed) == len(PLAIN) + len(CONDUCT) + len(BY_CHAIN) >= 60
    assert finished_game() not in changed


@pytest.mark.parametrize("tamper", [*PLAIN, *CONDUCT, *BY_CHAIN])
def test_a_changed_log_is_found_and_placed(tamper: Tampering) -> None:
    record = record_of(finished_game())
    log = entries_of(record)
    at, fault = tamper(log)
    faults = verify(with_entries(record, log))
    assert any(fault in each for each in faults), faults
    blamed = [int(place[1]) for place in map(PLACE.match, faults) if place]
    assert all(place >= at for place in blamed), faults


@pytest.mark.parametrize("tamper", [*PLAIN, *CONDUCT])
def test_a_forger_who_writes_chain_and_proof_anew_is_found(tamper: Tampering) -> None:
    log = list(finished_game())
    tamper(log)
    assert verify(forged(log))


@pytest.mark.parametrize("key", ["head", "seed", "commitment", "nonces", "board", "seed_mode", "format", "entries"])
@pytest.mark.parametrize("value", ["00", None, 7, [], {}, ["zz"]])
def test_a_changed_proof_is_found_and_named(key: str, value: object) -> None:
    record = record_of(finished_game())
    record["proof"][key] = value
    assert any(fault.startswith(f"proof.{key}") for fault in verify(record))


def test_what_the_record_says_is_held_against_the_log() -> None:
    places: dict[str, Callable[[Record], object]] = {
        "deals[0].hands[0]: ": lambda r: r["deals"][0]["hands"].reverse(),
        "deals[0].talon: ": lambda r: r["deals"][0].update(talon=""),
        'deals[1].actions[2]: "0 pass", the log\'s entries give ': lambda r: r["deals"][1]["actions"].__setitem__(
            2, "0 pass"
        ),
        "deals[": lambda r: r["deals"].pop(),
        "players[0]: ": lambda r: r["players"].reverse(),
        'id: "other", the log\'s entries give ': lambda r: r.update(id="other"),
        'ruleset.preset: "euchre", the log\'s entries give "buck"': lambda r: r["ruleset"].update(preset="euchre"),
        "marks: nothing, the log's entries give ": lambda r: r.pop("marks"),
        'marks[0].reason: "X", the log\'s entries give ': lambda r: r["marks"][0].update(reason="X"),
        'end: {"termination": "void"}, the log\'s entries give nothing': lambda r: r.update(
            end={"termination": "void"}
        ),
    }
    for place, change in places.items():
        record = record_of(finished_game())
        change(record)
        faults = verify(record)
        assert len(faults) == 1, faults
        assert faults[0].startswith(place), faults


def test_a_board_and_its_nonces_are_part_of_the_proof() -> None:
    record = record_of(finished_game(board="board 1"))
    assert verify(record) == ()
    assert record["proof"]["board"] == "board 1"
    assert record["proof"]["nonces"] == ["61", "", "63", "64"]


def test_a_deal_of_another_board_is_no_deal_of_this_one() -> None:
    """Same seed, same nonces, another label."""
    record = record_of(finished_game(board="1"))
    record["proof"]["entries"] = record_of(finished_game(board="2"))["proof"]["entries"]
    assert any(fault.startswith("proof.board: ") for fault in verify(record))


def test_an_early_end_is_nobodys_victory() -> None:
    table = new_table(rules_of("euchre"))
    table.end(Termination.ABORTED, "operator")
    log = list(table.log)
    at, ended = found(log, type(decode(log[-1])))
    for change, fault in (
        ({"winners": (0,)}, "the end tells the winners [0], the play gives []"),
        ({"seat": 2}, "an end that is nobody's fault names seat 2"),
        ({"termination": Termination.NORMAL}, "the end is told as normal, but the play is not over"),
        ({"termination": Termination.FORFEIT, "seat": 9}, "a game is forfeited by a seat, 9 is none"),
        ({"termination": Termination.FORFEIT, "seat": 0, "cause": "boredom"}, "'boredom' is no cause of a forfeit"),
    ):
        log[at] = type(ended)(**{**_fields(ended), **change}).encode()
        faults = verify(with_entries(record_of(table.log), log))
        assert any(each.startswith(f"proof.entries[{at}]: {fault}") for each in faults), faults


def _fields(entry: Any) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in entry.__slots__}


@pytest.mark.parametrize("value", [None, 3, "text", [], {}, {"proof": None}, {"proof": {}}, {"proof": {"format": 1}}])
def test_what_is_no_record_with_a_proof_is_said_to_be_none(value: object) -> None:
    (fault,) = verify(value)
    assert "record" in fault or "proof" in fault


@given(st.randoms(use_true_random=False))
def test_no_tampering_passes_and_none_raises(rng: random.Random) -> None:
    record = record_of(finished_game())
    log = entries_of(record)
    at = rng.randrange(len(log))
    raw = bytearray(log[at])
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    log[at] = bytes(raw)
    assert verify(with_entries(record, log))
    assert json.dumps(record) == json.dumps(record_of(finished_game()))


def test_nonces_are_those_of_the_joins_by_seat() -> None:
    joins = [entry for entry in map(decode, finished_game()) if isinstance(entry, Joined)]
    by_seat = {entry.seat: entry.nonce.hex() for entry in joins}
    assert record_of(finished_game())["proof"]["nonces"] == [by_seat[seat] for seat in range(4)]
