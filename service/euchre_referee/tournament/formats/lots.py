"""A draw by lot that anybody can make again."""

from collections.abc import Sequence
from hashlib import sha256


def drawn(names: Sequence[str], lots: str) -> tuple[str, ...]:
    """The names by SHA-256 of `lots`, a space and the name, in UTF-8, smallest first."""
    return tuple(sorted(names, key=lambda name: sha256(f"{lots} {name}".encode()).digest()))
