"""Verification finds whatever was changed in a record, and says where."""

import json
import random
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_referee.fairness.chain import head_of
from euchre_referee.referee.entries import (
    Acted,
    Clocks,
    Conduct,
    Created,
    Dealt,
    Ended,
    Entry,
    Joined,
    Mark,
    Struck,
    decode,
)
from euchre_referee.referee.history import History
from euchre_referee.referee.recording import full_record
from euchre_referee.referee.verifying import verify
from euchre_referee.rules.actions import action_text
from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.defaults import default_action
from tests.referee.tables import Plan, new_table, plans
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


def changed(log: list[bytes], at: int, entry: Entry) -> None:
    log[at] = entry.encode()


def first(log: list[bytes], kind: type[Entry]) -> tuple[int, Any]:
    return next((at, decode(raw)) for at, raw in enumerate(log) if isinstance(decode(raw), kind))


def last(log: list[bytes], kind: type[Entry]) -> tuple[int, Any]:
    at, entry = first(log[::-1], kind)
    return len(log) - 1 - at, entry


def other_card(log: list[bytes]) -> str:
    at, deal = first(log, Dealt)
    order = bytearray(deal.order)
    order[0], order[7] = order[7], order[0]
    changed(log, at, replace(deal, order=bytes(order)))
    return f"proof.entries[{at}] (deal 1): the cards are not those of the seed's shuffle"


def other_dealer(log: list[bytes]) -> str:
    at, deal = first(log, Dealt)
    changed(log, at, replace(deal, dealer=(deal.dealer + 1) % 4))
    return f"proof.entries[{at}] (deal 1): seat {(deal.dealer + 1) % 4} deals"


def other_scores_between(log: list[bytes]) -> str:
    at, deal = last(log, Dealt)
    changed(log, at, replace(deal, scores=tuple(score + 1 for score in deal.scores)))
    return f"proof.entries[{at}] (deal {deal.deal_number}): its numbers or scores"


def other_strikes(log: list[bytes]) -> str:
    at, deal = last(log, Dealt)
    changed(log, at, replace(deal, strikes=(0, 0, 0, 9)))
    return f"proof.entries[{at}] (deal {deal.deal_number}): its strikes are not"


def other_deal_number(log: list[bytes]) -> str:
    at, deal = last(log, Dealt)
    changed(log, at, replace(deal, deal_number=deal.deal_number + 1))
    return f"proof.entries[{at}] (deal {deal.deal_number + 1})"


def other_head_in_deal(log: list[bytes]) -> str:
    at, deal = last(log, Dealt)
    changed(log, at, replace(deal, head=bytes(16)))
    return f"proof.entries[{at}] (deal {deal.deal_number}): its head"


def illegal_action(log: list[bytes]) -> str:
    at, acted = first(log, Acted)
    changed(log, at, replace(acted, action=(7 << 6) + 1))
    return f"entry {at} is refused: ACTION_NOT_ALLOWED_NOW"


def another_seat(log: list[bytes]) -> str:
    at, acted = last(log, Acted)
    changed(log, at, replace(acted, seat=(acted.seat + 1) % 4))
    return f"entry {at} is refused: NOT_YOUR_TURN"


def other_spent(log: list[bytes]) -> str:
    at, acted = last(log, Acted)
    changed(log, at, replace(acted, spent_ms=acted.spent_ms + 1))
    return "proof.head"


def own_instead_of_clock(log: list[bytes]) -> str:
    at = next(at for at, raw in enumerate(log) if isinstance(acted := decode(raw), Acted) and acted.mark)
    acted = decode(log[at])
    assert isinstance(acted, Acted)
    changed(log, at, replace(acted, mark=Mark.OWN))
    return "marks"


def marked(log: list[bytes], mark: Mark) -> tuple[int, Acted]:
    """The first action with a mark."""
    found = ((at, decode(raw)) for at, raw in enumerate(log))
    return next((at, acted) for at, acted in found if isinstance(acted, Acted) and acted.mark is mark)


def clock_instead_of_own(log: list[bytes]) -> str:
    """A referee that plays for a seat what it likes, and says that the clock did."""
    game = History(log[0])
    for happening in game.follow(log[1:]):
        acted, at = happening.entry, happening.version - 1
        if isinstance(acted, Acted) and acted.mark is Mark.OWN and acted.action != default_action(happening.before):
            changed(log, at, replace(acted, mark=Mark.TIMEOUT))
            return f"proof.entries[{at}]: {action_text(acted.action)!r} is marked timeout, but the default action is "
    raise AssertionError("every action is the default one")


def strikes_without_strikes(log: list[bytes]) -> str:
    at, acted = marked(log, Mark.TIMEOUT)
    changed(log, at, replace(acted, mark=Mark.STRIKES))
    return f"proof.entries[{at}]: it is marked strikes, but no strike before it reaches the limit"


def timeout_instead_of_strikes(log: list[bytes]) -> str:
    at, acted = marked(log, Mark.STRIKES)
    changed(log, at, replace(acted, mark=Mark.TIMEOUT))
    return f"proof.entries[{at}]: the strike before it reaches the limit, so it must be the default action"


def own_after_the_last_strike(log: list[bytes]) -> str:
    at, acted = marked(log, Mark.STRIKES)
    changed(log, at, replace(acted, mark=Mark.OWN))
    return f"proof.entries[{at}]: the strike before it reaches the limit, so it must be the default action"


def strike_for_what_is_legal(log: list[bytes]) -> str:
    at, struck = first(log, Struck)
    changed(log, at, replace(struck, action="pass"))
    return f"proof.entries[{at}]: 'pass' was struck, but is legal"


def the_same_struck_twice(log: list[bytes]) -> str:
    at, struck = last(log, Struck)
    changed(log, at, replace(struck, action="hop"))
    return f"proof.entries[{at}]: 'hop' was struck in this turn before"


def one_strike_too_many(log: list[bytes]) -> str:
    at, struck = last(log, Struck)
    log.insert(at + 1, replace(struck, strikes=struck.strikes + 1, action="jump").encode())
    return f"proof.entries[{at + 1}]: the strike before it reaches the limit, the default action must follow"


def strikes_where_they_cost_nothing(log: list[bytes]) -> str:
    _, created = first(log, Created)
    changed(log, 0, replace(created, conduct=Conduct(strike_limit=0)))
    at, _ = first(log, Struck)
    return f"proof.entries[{at}]: a strike at a table where refused actions cost nothing"


def timeout_without_a_clock(log: list[bytes]) -> str:
    _, created = first(log, Created)
    changed(log, 0, replace(created, clocks=Clocks()))
    at, _ = marked(log, Mark.TIMEOUT)
    return f"proof.entries[{at}]: it is marked timeout, but the game has no clock"


def other_final_scores(log: list[bytes]) -> str:
    at, ended = last(log, Ended)
    changed(log, at, replace(ended, scores=(1, 2, 3, 4)))
    return "proof.entries: the end tells the scores [1, 2, 3, 4]"


def other_winners(log: list[bytes]) -> str:
    at, ended = last(log, Ended)
    changed(log, at, replace(ended, winners=tuple({0, 1, 2, 3} - set(ended.winners))))
    return "proof.entries: the end tells another result"


def other_seed_at_the_end(log: list[bytes]) -> str:
    at, ended = last(log, Ended)
    changed(log, at, replace(ended, seed=bytes(32)))
    return "proof.entries: the seed revealed at the end"


def other_seed(log: list[bytes]) -> str:
    _, created = first(log, Created)
    changed(log, 0, replace(created, seed=b"x" * 32))
    return "proof.entries[0]: the commitment is not the SHA-256 of the seed"


def other_commitment(log: list[bytes]) -> str:
    _, created = first(log, Created)
    changed(log, 0, replace(created, commitment=b"x" * 32))
    return "proof.entries[0]: the commitment is not the SHA-256 of the seed"


def other_nonce(log: list[bytes]) -> str:
    at, joined = first(log, Joined)
    changed(log, at, replace(joined, nonce=b"mine"))
    return "proof.nonces"


def other_name(log: list[bytes]) -> str:
    at, joined = first(log, Joined)
    changed(log, at, replace(joined, name="Mallory"))
    return "players: not what the log's entries say, first at [0]"


def dropped_action(log: list[bytes]) -> str:
    at, _ = last(log, Acted)
    del log[at]
    return "proof.entries: the end tells the scores"


def dropped_deal(log: list[bytes]) -> str:
    at, _ = last(log, Dealt)
    del log[at]
    return f"entry {at} "


def dropped_strike(log: list[bytes]) -> str:
    del log[6]
    return "marks"


def dropped_end(log: list[bytes]) -> str:
    del log[-1]
    return "proof.entries: the log has no end"


def swapped_actions(log: list[bytes]) -> str:
    at, _ = last(log, Acted)
    log[at - 1], log[at] = log[at], log[at - 1]
    return f"entry {at - 1} is refused: NOT_YOUR_TURN"


def swapped_joins(log: list[bytes]) -> str:
    log[1], log[2] = log[2], log[1]
    return "proof.head"


def doubled_action(log: list[bytes]) -> str:
    at, _ = last(log, Acted)
    log.insert(at, log[at])
    return f"entry {at + 1} "


def something_after_the_end(log: list[bytes]) -> str:
    log.append(log[-1])
    return f"entry {len(log) - 1} comes after the end"


def no_entry_at_all(log: list[bytes]) -> str:
    log[9] = b"\xff\x00"
    return "entry 9 cannot be read"


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
