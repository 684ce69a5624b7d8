"""A record as it came from the referee: what is noted of it, whether it is wanted, whether its proof is in order."""

from base64 import b64decode
from json import loads
from typing import Final, NamedTuple

from euchre_referee.cli.exporting.archive import Exported
from euchre_referee.cli.exporting.ledger import Archived
from euchre_referee.referee.entries import Created, decode
from euchre_referee.referee.recording import Json
from euchre_referee.referee.verifying import verify

_BY_RULES: Final = "normal"
_VOID: Final = "void"


class Wanted(NamedTuple):
    """Which records are exported."""

    preset: str = ""
    """Only of this one; empty: of any."""
    created_since_ms: int = 0
    """Only games made then or later, milliseconds since 1970."""
    verified: bool = True
    """Whether proofs are checked."""


class Read(NamedTuple):
    """A record, and what is wrong with it."""

    exported: Exported | None
    """None: it is not wanted, or the game is still played."""
    running: bool = False
    faults: tuple[str, ...] = ()


def read(line: str, wanted: Wanted) -> Read:
    """Reads a record. Raises ValueError for what is none."""
    record: Json = loads(line)
    if record.get("running"):
        return Read(None, running=True)
    preset = _preset(record)
    if wanted.preset not in ("", preset) or (wanted.created_since_ms and _created_ms(record) < wanted.created_since_ms):
        return Read(None)
    end = record.get("end")
    ended = str(end.get("termination")) if isinstance(end, dict) else _BY_RULES
    # What the referee itself could not read has no proof that is whole: its end says so.
    faults = verify(record) if wanted.verified and ended != _VOID else ()
    return Read(Exported(line, Archived(str(record["id"]), preset, ended, bool(faults))), faults=faults)


def _preset(record: Json) -> str:
    ruleset = record.get("ruleset")
    return str(ruleset.get("preset", "")) if isinstance(ruleset, dict) else ""


def _created_ms(record: Json) -> int:
    """When the game was made; the log's first entry says so."""
    proof = record["proof"]
    assert isinstance(proof, dict)
    created = decode(b64decode(proof["entries"][0]))
    return created.created_ms if isinstance(created, Created) else 0
