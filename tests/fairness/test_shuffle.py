"""The shuffle is uniform and hangs on every input. Seeds are fixed, so the figures are too."""

import math
from collections import Counter
from itertools import pairwise, permutations

import pytest

from euchre_referee.fairness.seeds import board_seed, seed_from_text
from euchre_referee.fairness.shuffle import first_dealer, permutation

SEED = seed_from_text("shuffle")
NONCES = [b""] * 4


def within(statistic: float, freedom: float) -> bool:
    """Whether a chi-square statistic lies within four standard deviations of its mean, above and below."""
    return abs(statistic - freedom) < 4 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("size", [20, 24, 25, 33])
def test_every_card_is_as_likely_at_every_place(size: int) -> None:
    rounds = 3000
    counts: Counter[tuple[int, int]] = Counter()
    for deal in range(rounds):
        counts.update(enumerate(permutation(SEED, NONCES, b"", deal, size)))
    expected = rounds / size
    cells = [(place, card) for place in range(size) for card in range(size)]
    statistic = sum((counts[cell] - expected) ** 2 / expected for cell in cells)
    # Rows and columns of the counts are fixed, which scales the statistic of (size - 1)**2 free cells.
    assert within(statistic * (size - 1) / size, (size - 1) ** 2)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_order_is_as_likely(size: int) -> None:
    orders = list(permutations(range(size)))
    rounds = 100 * len(orders)
    counts = Counter(permutation(SEED, NONCES, b"", deal, size) for deal in range(rounds))
    statistic = sum((counts[order] - 100) ** 2 / 100 for order in orders)
    assert within(statistic, len(orders) - 1)


def test_two_deals_running_are_independent() -> None:
    """The first card of a deal against the first card of the next."""
    size, rounds = 8, 6400
    firsts = [permutation(SEED, NONCES, b"", deal, size)[0] for deal in range(rounds + 1)]
    counts = Counter(pairwise(firsts))
    expected = rounds / size**2
    statistic = sum(
        (counts[first, second] - expected) ** 2 / expected for first in range(size) for second in range(size)
    )
    assert within(statistic, size**2 - 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_seat_deals_first_as_often(players: int) -> None:
    rounds = 4000
    counts = Counter(
        first_dealer(board_seed(SEED, str(board).encode()), NONCES, b"", players) for board in range(rounds)
    )
    expected = rounds / players
    statistic = sum((counts[seat] - expected) ** 2 / expected for seat in range(players))
    assert within(statistic, players - 1)


def test_every_input_matters() -> None:
    shuffles = [
        permutation(SEED, NONCES, b"", 0, 24),
        permutation(seed_from_text("another"), NONCES, b"", 0, 24),
        permutation(SEED, [b"x", b"", b"", b""], b"", 0, 24),
        permutation(SEED, [b"", b"x", b"", b""], b"", 0, 24),
        permutation(SEED, [b""] * 3, b"", 0, 24),
        permutation(SEED, NONCES, b"1", 0, 24),
        permutation(SEED, NONCES, b"", 1, 24),
        permutation(SEED, NONCES, b"", 0, 25)[:24],
    ]
    assert len(set(shuffles)) == len(shuffles)


@pytest.mark.parametrize("size", [0, -1, 257])
def test_a_size_out_of_range_is_named(size: int) -> None:
    with pytest.raises(ValueError, match=f"a deck has 1 to 256 places, not {size}"):
        permutation(SEED, NONCES, b"", 0, size)


def test_a_table_without_seats_is_named() -> None:
    with pytest.raises(ValueError, match="a table has 1 to 256 places, not 0"):
        first_dealer(SEED, NONCES, b"", 0)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_of_another_length_is_named(seed: bytes) -> None:
    with pytest.raises(ValueError, match=f"a seed must be 32 bytes long, not {len(seed)}"):
        permutation(seed, NONCES, b"", 0, 24)


def test_a_deal_out_of_range_is_refused() -> None:
    for deal in (-1, 2**32):
        with pytest.raises(OverflowError):
            permutation(SEED, NONCES, b"", deal, 24)
