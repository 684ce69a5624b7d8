"""A head binds seed, order and every byte of the history, and says so by its type of errors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.fairness.chain import GENESIS, head_of, next_head, salt
from euchre_referee.fairness.seeds import combined_commitment, commitment

SEEDS = st.binary(min_size=32, max_size=32)
LOGS = st.lists(st.binary(max_size=20), max_size=6)


@given(SEEDS, LOGS, LOGS)
def test_two_histories_share_a_head_only_if_they_are_one(seed: bytes, one: list[bytes], other: list[bytes]) -> None:
    assert (head_of(seed, one) == head_of(seed, other)) == (one == other)


@given(SEEDS, SEEDS, st.lists(st.binary(max_size=20), min_size=1, max_size=3))
def test_a_head_hangs_on_the_seed(one: bytes, other: bytes, log: list[bytes]) -> None:
    assert (head_of(one, log) == head_of(other, log)) == (one == other)


def test_lengths_are_checked() -> None:
    seed = bytes(32)
    with pytest.raises(ValueError, match="a head must be 16 bytes long, not 15"):
        next_head(bytes(15), salt(seed, 1), b"")
    with pytest.raises(ValueError, match="a salt must be 32 bytes long, not 16"):
        next_head(GENESIS, bytes(16), b"")
    with pytest.raises(ValueError, match="a seed must be 32 bytes long, not 4"):
        salt(b"2026", 1)
    with pytest.raises(ValueError, match="a seed must be 32 bytes long, not 4"):
        commitment(b"2026")
    with pytest.raises(ValueError, match="a commitment must be 32 bytes long, not 3"):
        combined_commitment([bytes(32), b"abc"])
