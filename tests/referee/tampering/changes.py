"""How a log is changed, and what must be found: which entry, which fault."""

from collections.abc import Callable
from typing import Any, NamedTuple

from euchre_referee.referee.entries import Acted, Entry, Mark, decode

Log = list[bytes]


class Expected(NamedTuple):
    """What verification must find."""

    at: int
    """The first entry that is not as it was: no fault may blame one before it."""
    fault: str
    """The beginning of a fault, or a part of one."""


Tampering = Callable[[Log], Expected]


def changed(log: Log, at: int, entry: Entry) -> None:
    """Puts an entry in the place of another."""
    log[at] = entry.encode()


def found(log: Log, kind: type[Entry], number: int = 0) -> tuple[int, Any]:
    """The place of an entry of a kind, and the entry; -1 is the last one."""
    return [(at, decode(raw)) for at, raw in enumerate(log) if isinstance(decode(raw), kind)][number]


def marked(log: Log, mark: Mark) -> tuple[int, Acted]:
    """The first action with a mark."""
    actions = ((at, decode(raw)) for at, raw in enumerate(log))
    return next((at, acted) for at, acted in actions if isinstance(acted, Acted) and acted.mark is mark)


def by_chain(log: Log, at: int) -> Expected:
    """Only the chain tells: at the next deal's head, or at the head after the last entry."""
    for later, raw in enumerate(log[at + 1 :], at + 1):
        if raw[:1] == b"\3":
            return Expected(at, f"proof.entries[{later}] (deal {decode(raw).deal_number}): its head is ")  # type: ignore[union-attr]
    return Expected(at, "proof.head: it is ")


def in_deal(at: int, number: int, text: str) -> Expected:
    """A fault of a deal's entry."""
    return Expected(at, f"proof.entries[{at}] (deal {number}): {text}")


def in_entry(at: int, text: str) -> Expected:
    """A fault of any other entry."""
    return Expected(at, f"proof.entries[{at}]: {text}")
