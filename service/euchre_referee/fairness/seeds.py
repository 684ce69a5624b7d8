"""Server seeds and the commitments published before anybody can steer them (docs/fairness.md, "Seeds")."""

import hmac
from collections.abc import Sequence
from hashlib import sha256

from euchre_referee.fairness.layout import domain, exactly, sized, u32

SEED_BYTES = 32
COMMITMENT_BYTES = 32

_BOARD_SEED = domain("board seed")
_TEXT_SEED = domain("text seed")
_COMMITMENTS = domain("commitments")


def commitment(seed: bytes) -> bytes:
    """SHA-256 of the 32-byte seed: published first, checked against the seed once that is revealed."""
    return sha256(exactly("a seed", seed, SEED_BYTES)).digest()


def combined_commitment(commitments: Sequence[bytes]) -> bytes:
    """One 32-byte commitment to many, in their order: what a tournament publishes for all its boards."""
    parts = [exactly("a commitment", each, COMMITMENT_BYTES) for each in commitments]
    return sha256(_COMMITMENTS + u32(len(parts)) + b"".join(parts)).digest()


def board_seed(run_seed: bytes, board: bytes) -> bytes:
    """The seed of one board, from the 32-byte secret of the whole run.

    Revealing it tells nothing of the run's seed or of any other board's.
    """
    return hmac.digest(exactly("a run's seed", run_seed, SEED_BYTES), _BOARD_SEED + sized(board), "sha256")


def seed_from_text(text: str) -> bytes:
    """The seed that a chosen text (`--seed 2026`) stands for: reproducible, hence no proof of fairness."""
    return sha256(_TEXT_SEED + sized(text.encode("utf-8"))).digest()
