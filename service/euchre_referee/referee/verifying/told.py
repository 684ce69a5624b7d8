"""What a record tells beside its log, held against the log (docs/log.md, "Proof")."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from euchre_referee.referee.game import Game
from euchre_referee.referee.recording import Json, full_record, proof

COMPARED: Final = ("id", "ruleset", "players", "deals", "end", "marks")
"""What a record must have exactly as its log has it."""

_OF_THE_PROOF: Final = ("commitment", "seed", "seed_mode", "board")
_MOST_SHOWN: Final = 100
"""Characters of a value that a fault shows."""


class _Difference(NamedTuple):
    path: str
    told: object
    due: object


def proof_faults(told: Json, game: Game) -> Iterator[str]:
    """What a proof repeats from the log's first entries, which are all that needs to be read."""
    due = proof(game, ())
    keys = (*_OF_THE_PROOF, "nonces") if game.started else _OF_THE_PROOF
    for key in keys:
        if told.get(key) != due[key]:
            yield f"proof.{key}: {_shown(told.get(key))}, the entries give {_shown(due[key])}"


def told_faults(record: Json, log: Sequence[bytes]) -> Iterator[str]:
    """What the record says of the game, against the record that the log gives. Raises BrokenLog."""
    rebuilt = full_record(log)
    for key in COMPARED:
        found = _difference(record.get(key), rebuilt.get(key))
        if found is not None:
            yield f"{key}{found.path}: {_shown(found.told)}, the log's entries give {_shown(found.due)}"


def _difference(told: object, due: object) -> _Difference | None:
    """The first part in which two JSON values differ."""
    if told == due:
        return None
    if isinstance(told, list) and isinstance(due, list):
        for at in range(max(len(told), len(due))):
            inner = _difference(_at(told, at), _at(due, at))
            if inner is not None:
                return inner._replace(path=f"[{at}]{inner.path}")
    if isinstance(told, dict) and isinstance(due, dict):
        for key in _keys(told, due):
            inner = _difference(told.get(key), due.get(key))
            if inner is not None:
                return inner._replace(path=f".{key}{inner.path}")
    return _Difference("", told, due)


def _at(values: Sequence[object], at: int) -> object:
    return values[at] if at < len(values) else None


def _keys(told: Mapping[str, object], due: Mapping[str, object]) -> Sequence[str]:
    return list(dict.fromkeys((*due, *told)))


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
