"""The heads of a log, counted by its entries."""

from collections.abc import Sequence

from euchre_referee.fairness.chain import GENESIS, next_head, salt
from euchre_referee.referee.entries import Created, decode


def heads_of(log: Sequence[bytes]) -> list[bytes]:
    """The head at every version."""
    created = decode(log[0])
    assert isinstance(created, Created)
    heads = [GENESIS]
    for raw in log:
        heads.append(next_head(heads[-1], salt(created.seed, len(heads)), raw))
    return heads
