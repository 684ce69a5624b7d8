"""The committed vectors hold for the code under test and for the reference, so neither can drift alone."""

import io
import json
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest

from euchre_referee.fairness.chain import GENESIS, head_of, next_head, salt
from euchre_referee.fairness.seeds import board_seed, combined_commitment, commitment, seed_from_text
from euchre_referee.fairness.shuffle import first_dealer, permutation
from euchre_referee.referee.delay import NO_DELAY
from euchre_referee.referee.entries import Created, decode
from euchre_referee.referee.game import shuffled
from euchre_referee.rules.dealing import deck, hands_from
from euchre_referee.rules.records import deal_text
from tests.fairness import vectors
from tests.rules.games import rules_of

VECTORS_TEXT = Path(__file__).with_name("vectors.json").read_text(encoding="utf-8")
VECTORS: dict[str, list[dict[str, Any]]] = json.loads(VECTORS_TEXT)


def each(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", VECTORS[name], ids=range(len(VECTORS[name])))


def nonces(vector: dict[str, Any]) -> list[bytes]:
    return [bytes.fromhex(nonce) for nonce in vector["nonces"]]


def test_the_reference_writes_the_committed_vectors() -> None:
    written = io.StringIO()
    vectors.write(written)
    assert written.getvalue() == VECTORS_TEXT


@each("commitment")
def test_commitment(vector: dict[str, Any]) -> None:
    assert commitment(bytes.fromhex(vector["seed"])).hex() == vector["commitment"]


@each("combined_commitment")
def test_combined_commitment(vector: dict[str, Any]) -> None:
    assert combined_commitment([bytes.fromhex(c) for c in vector["commitments"]]).hex() == vector["combined"]


@each("board_seed")
def test_board_seed(vector: dict[str, Any]) -> None:
    derived = board_seed(bytes.fromhex(vector["run_seed"]), bytes.fromhex(vector["board"]))
    assert derived.hex() == vector["seed"]


@each("seed_from_text")
def test_seed_from_text(vector: dict[str, Any]) -> None:
    assert seed_from_text(vector["text"]).hex() == vector["seed"]


@each("permutation")
def test_permutation(vector: dict[str, Any]) -> None:
    seed, board = bytes.fromhex(vector["seed"]), bytes.fromhex(vector["board"])
    assert list(permutation(seed, nonces(vector), board, vector["deal"], vector["size"])) == vector["order"]


@each("first_dealer")
def test_first_dealer(vector: dict[str, Any]) -> None:
    seed, board = bytes.fromhex(vector["seed"]), bytes.fromhex(vector["board"])
    assert first_dealer(seed, nonces(vector), board, vector["players"]) == vector["dealer"]


@each("deal")
def test_deal(vector: dict[str, Any]) -> None:
    rules = rules_of(vector["preset"], **vector["options"])
    seed, board = bytes.fromhex(vector["seed"]), bytes.fromhex(vector["board"])
    order = permutation(seed, nonces(vector), board, vector["deal"], len(deck(rules)))
    dealer = first_dealer(seed, nonces(vector), board, rules.players)
    told = deal_text(hands_from(rules, dealer, shuffled(rules, order)), ())
    assert {key: told[key] for key in ("dealer", "hands", "talon")} == {
        key: vector[key] for key in ("dealer", "hands", "talon")
    }


def flat(value: object) -> list[object]:
    """The fields of an entry one after another, as JSON has them: the clocks' and conduct's among them."""
    if isinstance(value, bytes):
        return [value.hex()]
    return [found for part in value for found in flat(part)] if isinstance(value, tuple | list) else [value]


@each("entry")
def test_entry(vector: dict[str, Any]) -> None:
    content = bytes.fromhex(vector["bytes"])
    entry = decode(content)
    written = flat(list(vector["fields"].values()))
    if isinstance(entry, Created) and not entry.delay:
        written += flat(astuple(NO_DELAY))  # which has no bytes of its own
    assert content[0] == vector["kind"]
    assert flat(astuple(entry)) == written
    assert entry.encode() == content


@each("salt")
def test_salt(vector: dict[str, Any]) -> None:
    assert salt(bytes.fromhex(vector["seed"]), vector["version"]).hex() == vector["salt"]


@each("chain")
def test_chain(vector: dict[str, Any]) -> None:
    seed, entries = bytes.fromhex(vector["seed"]), [bytes.fromhex(entry) for entry in vector["entries"]]
    heads, head = [], GENESIS
    for version, entry in enumerate(entries, start=1):
        head = next_head(head, salt(seed, version), entry)
        heads.append(head.hex())
    assert heads == vector["heads"]
    assert head_of(seed, entries) == head
    assert head_of(seed, []) == GENESIS
