"""The Lua scripts of the store: their text and the digest by which the server knows them."""

from dataclasses import dataclass
from hashlib import sha1
from importlib.resources import files
from typing import Final


@dataclass(frozen=True, slots=True)
class Script:
    """A script as it is sent (`text`) and as it is named once the server has it (`sha`)."""

    text: str
    sha: str


def _load(*parts: str, shebang: str = "") -> Script:
    folder = files("euchre_referee.store") / "scripts"
    text = shebang + "\n".join((folder / part).read_text(encoding="utf-8") for part in parts)
    return Script(text, sha1(text.encode(), usedforsecurity=False).hexdigest())


# With a shebang the server refuses the whole call, before its first write, where it cannot write: out of
# memory, on a replica, with a failing disk.
_WRITES: Final = "#!lua\n"

# What advances the clocks and removes games must run above all where memory is short; it adds next to nothing.
_FREES: Final = "#!lua flags=allow-oom\n"

APPEND: Final = _load("clock.lua", "append.lua", shebang=_WRITES)
FOLD: Final = _load("fold.lua")
TURNS: Final = _load("turns.lua")
COUNTS: Final = _load("counts.lua")
SWEEP: Final = _load("clock.lua", "sweep.lua", shebang=_FREES)
PURGE: Final = _load("clock.lua", "purge.lua", shebang=_FREES)
RELEASE: Final = _load("clock.lua", "release.lua", shebang=_FREES)
CLAIM: Final = _load("claim.lua")
KEEP: Final = _load("keep.lua")
LEAVE: Final = _load("leave.lua")
LEASE: Final = _load("lease.lua")
FORGET: Final = _load("forget.lua", shebang=_FREES)
ROOM: Final = _load("room.lua")
