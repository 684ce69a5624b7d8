"""Seed, commitment and hash chain of a log (docs/fairness.md, "Seeds" and "Chain")."""

from collections.abc import Iterator, Sequence

from euchre_referee.fairness.chain import GENESIS, next_head, salt
from euchre_referee.fairness.seeds import commitment
from euchre_referee.referee.entries import Created, Dealt, Ended, Entry, decode
from euchre_referee.referee.verifying.passage import place_of


def committed_seed(created: Created, log: Sequence[bytes]) -> bytes:
    """The seed committed to, wherever the log reveals it, so that one changed seed is one fault."""
    last = _read(log[-1])
    seeds = [created.seed, last.seed] if isinstance(last, Ended) else [created.seed]
    return next((seed for seed in seeds if commitment(seed) == created.commitment), created.seed)


def seed_faults(created: Created, log: Sequence[bytes]) -> Iterator[str]:
    """The log commits to its seed and reveals it."""
    due = commitment(created.seed)
    if created.commitment != due:
        yield f"{place_of(0)}: the commitment is not the SHA-256 of the seed, {due.hex()}"
    for at, raw in enumerate(log):
        entry = _read(raw)
        if isinstance(entry, Ended) and entry.seed != created.seed:
            yield (
                f"{place_of(at)}: the seed revealed at the end is {entry.seed.hex()}, "
                f"the one in the first entry {created.seed.hex()}"
            )


def chain_faults(seed: bytes, log: Sequence[bytes], told: object) -> Iterator[str]:
    """Every deal's entry repeats the head before it, and `told` is the head after the last entry, in hexadecimal.

    The chain is followed from deal to deal, each stretch by itself: what was changed lies in one that does not fit.
    """
    head, since = GENESIS, 0
    for at, raw in enumerate(log):
        entry = _read(raw)
        if isinstance(entry, Dealt):
            if entry.head != head:
                yield (
                    f"{place_of(at)} (deal {entry.deal_number}): its head is {entry.head.hex()}, "
                    f"but {_stretch(since, at)} {head.hex()}"
                )
                head = entry.head
            since = at
        head = next_head(head, salt(seed, at + 1), raw)
    if told != head.hex():
        yield f"proof.head: it is {told}, but {_stretch(since, len(log))} {head.hex()}"


def _stretch(since: int, until: int) -> str:
    return f"entry {since} gives" if until == since + 1 else f"entries {since} to {until - 1} give"


def _read(raw: bytes) -> Entry | None:
    """The entry, or None: that it cannot be read is told where the log is followed."""
    try:
        return decode(raw)
    except ValueError:
        return None
