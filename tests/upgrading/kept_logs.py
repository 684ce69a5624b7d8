"""Logs as earlier versions wrote them, and the records that those versions made of them.

Beside each other in `kept`, by the version's commit: a game a line, a tournament a file. What was once written stays as
it is; a version whose entries are other than the last kept one's adds files of its own.
"""

import json
from base64 import b64decode
from pathlib import Path
from typing import Any, Final, NamedTuple

KEPT: Final = Path(__file__).with_name("kept")


class KeptGame(NamedTuple):
    """A game that an earlier version wrote."""

    name: str
    """The version, and what there is in it."""
    log: tuple[bytes, ...]
    head: bytes
    record: dict[str, Any] | None
    """As that version told it, without the entries, which are the log; None of a game that was played."""


def kept_games() -> list[KeptGame]:
    """All of them."""
    return [
        KeptGame(
            f"{path.name.partition('.')[0]} {kept['name']}", _log(kept), bytes.fromhex(kept["head"]), kept["record"]
        )
        for path in sorted(KEPT.glob("*.games.jsonl"))
        for kept in map(json.loads, path.read_text().splitlines())
    ]


class KeptTournament(NamedTuple):
    """A tournament that an earlier version wrote."""

    name: str
    log: tuple[bytes, ...]
    head: bytes
    standings: dict[str, Any]
    """The document that it made of it."""


def kept_tournaments() -> list[KeptTournament]:
    """All of them."""
    return [
        KeptTournament(path.name, _log(kept), bytes.fromhex(kept["head"]), kept["standings"])
        for path in sorted(KEPT.glob("*.tournament.json"))
        for kept in [json.loads(path.read_text())]
    ]


def _log(kept: dict[str, Any]) -> tuple[bytes, ...]:
    return tuple(b64decode(text) for text in kept["entries"])
