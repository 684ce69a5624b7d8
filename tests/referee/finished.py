"""Finished games and their records, with everything in them that verification looks at."""

import json
import random
from base64 import b64decode, b64encode
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from euchre_referee.fairness.chain import head_of
from euchre_referee.referee.entries import Clocks, Created, decode
from euchre_referee.referee.recording import full_record
from tests.referee.tables import new_table
from tests.rules.games import rules_of

Record = dict[str, Any]


@lru_cache
def finished_game(board: str = "", seed: int = 11) -> tuple[bytes, ...]:
    """The log of a whole game: joins or a board's nonces, strikes, lost time, banks and lag quotas used."""
    nonces = (b"a", b"", b"c", b"d") if board else ()
    clocks = Clocks(action_limit_ms=1000, bank_ms=60_000, lag_quota_ms=500, lag_regain_ms=10)
    rules = rules_of("buck")
    table = new_table(rules, seed, reserved=bool(board), board=board, nonces=nonces, clocks=clocks)
    rng = random.Random(5)
    table.strike("bid 9")
    assert [table.strike(words) for words in ("hop", "skip")] == [False, True]
    table.time_over()
    while not table.over:
        spent_ms = rng.randrange(200, 1800)
        table.act(rng.choice(table.state.legal), spent_ms=spent_ms, lag_ms=rng.randrange(1, 100))
    return tuple(table.log)


def other_game() -> tuple[bytes, ...]:
    """Another game of the same rules."""
    return finished_game(seed=12)


def record_of(log: Sequence[bytes]) -> Record:
    """As it is read from a file."""
    record: Record = json.loads(json.dumps(full_record(log)))
    return record


def entries_of(record: Record) -> list[bytes]:
    """The log that a record's proof carries."""
    return [b64decode(text) for text in record["proof"]["entries"]]


def with_entries(record: Record, log: Sequence[bytes]) -> Record:
    """The record with another log in its proof, and nothing else changed."""
    entries = [b64encode(raw).decode() for raw in log]
    return {**record, "proof": {**record["proof"], "entries": entries}}


def forged(log: Sequence[bytes]) -> Record:
    """The record of the finished game with a changed log, chain and proof written anew over it."""
    record = record_of(finished_game())
    created = decode(finished_game()[0])
    # Where nothing of the first entry can be read, the proof stays as it was.
    with suppress(ValueError):
        created = decode(log[0])
    assert isinstance(created, Created)
    proof = {
        "entries": [b64encode(raw).decode() for raw in log],
        "head": head_of(created.seed, log).hex(),
        "seed": created.seed.hex(),
        "commitment": created.commitment.hex(),
    }
    return {**record, "proof": {**record["proof"], **proof}}
