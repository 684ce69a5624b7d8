"""The order of the cards and the first dealer, from seed, nonces, board and deal (docs/fairness.md, Shuffle).

Nothing else goes in, neither the game nor the table: so every table of a board gets the same cards.
"""

import hmac
from collections.abc import Callable, Iterator, Sequence

from euchre_referee.fairness.layout import domain, exactly, sized, u32
from euchre_referee.fairness.seeds import SEED_BYTES

MOST_CARDS = 256

_SHUFFLE = domain("shuffle")
_FIRST_DEALER = domain("first dealer")
_BYTE_VALUES = 256


def permutation(seed: bytes, nonces: Sequence[bytes], board: bytes, deal: int, size: int) -> tuple[int, ...]:
    """The shuffled deck of a deal: at place k the index, in the canonical deck, of the card that lies there.

    `nonces` by seat, or in a tournament by entrant in the order of registration; b"" where none was given.
    `board` is b"" in a single game. `deal` counts from 0, void deals included. Raises ValueError for a seed
    not of 32 bytes or a size outside 1 to 256, OverflowError for a deal outside 0 to 2**32 - 1.
    """
    _check_size("a deck", size)
    draw = _drawer(seed, _SHUFFLE + _inputs(nonces, board) + u32(deal) + u32(size))
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = draw(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def first_dealer(seed: bytes, nonces: Sequence[bytes], board: bytes, players: int) -> int:
    """The seat, 0 to players - 1, that deals first (RULES 3.1, drawn); else as `permutation`."""
    _check_size("a table", players)
    return _drawer(seed, _FIRST_DEALER + _inputs(nonces, board) + u32(players))(players)


def _check_size(what: str, size: int) -> None:
    if not 1 <= size <= MOST_CARDS:
        raise ValueError(f"{what} has 1 to {MOST_CARDS} places, not {size}")


def _inputs(nonces: Sequence[bytes], board: bytes) -> bytes:
    return u32(len(nonces)) + b"".join(map(sized, nonces)) + sized(board)


def _drawer(seed: bytes, context: bytes) -> Callable[[int], int]:
    """A source of uniform numbers below a bound, from the byte stream that belongs to `context`."""
    stream = _stream(hmac.digest(exactly("a seed", seed, SEED_BYTES), context, "sha256"))

    def draw(bound: int) -> int:
        # A byte from the incomplete last round of `bound` would favour small numbers: it is passed over.
        fair = _BYTE_VALUES - _BYTE_VALUES % bound
        return next(byte for byte in stream if byte < fair) % bound

    return draw


def _stream(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(key, u32(block), "sha256")
        block += 1
