"""The shuffle is uniform and hangs on every input. Seeds are fixed, so the figures are too."""

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from euchre_referee.fairness.seeds import board_seed, seed_from_text
from euchre_referee.fairness.shuffle import first_dealer, permutation

SEED = seed_from_text("shuffle")
NONCES = [b""] * 4
ROUNDS = 8000


Shuffle = Callable[[int, int], Sequence[int]]
"""Deal number and size to an order."""


def ours(deal: int, size: int) -> Sequence[int]:
    return permutation(SEED, NONCES, b"", deal, size)


def deviation(counts: Counter[tuple[int, ...]], cells: int, freedom: int, scale: float = 1) -> float:
    """How many standard deviations the chi-square statistic of even counts lies above its mean, below if negative.

    `cells` may occur, `freedom` of them freely; `scale` corrects for margins that are fixed.
    """
    expected = counts.total() / cells
    empty = cells - len(counts)
    statistic = sum((count - expected) ** 2 for count in counts.values()) / expected + empty * expected
    return (scale * statistic - freedom) / math.sqrt(2 * freedom)


def card_by_place(shuffle: Shuffle, size: int, rounds: int) -> float:
    """Every card as often at every place."""
    counts: Counter[tuple[int, ...]] = Counter()
    for deal in range(rounds):
        counts.update(enumerate(shuffle(deal, size)))
    # Rows and columns of the counts are fixed, which scales the statistic of (size - 1)**2 free cells.
    return deviation(counts, size**2, (size - 1) ** 2, (size - 1) / size)


def neighbours(shuffle: Shuffle, size: int, rounds: int) -> float:
    """Every card as often right behind every other: what was together in the deck does not stay together."""
    counts: Counter[tuple[int, ...]] = Counter()
    for deal in range(rounds):
        counts.update(pairwise(shuffle(deal, size)))
    # Of the size * (size - 1) pairs the rows and columns are nearly fixed: a card lacks a neighbour only at an end.
    return deviation(counts, size * (size - 1), size * (size - 1) - 2 * size + 1)


def gaps(shuffle: Shuffle, size: int, rounds: int) -> float:
    """The cards that were neighbours in the deck lie at every distance, round the corner, as often."""
    counts: Counter[tuple[int, ...]] = Counter()
    for deal in range(rounds):
        order = shuffle(deal, size)
        places = sorted(range(size), key=order.__getitem__)
        pair = deal % (size - 1)
        counts[((places[pair + 1] - places[pair]) % size,)] += 1
    return deviation(counts, size - 1, size - 2)


TESTS = (card_by_place, neighbours, gaps)
WITHIN = 4.0
"""Standard deviations; the seeds are fixed, so a pass stays a pass."""


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("size", [20, 24, 25, 32, 33])
def test_the_shuffle_is_even(test: Callable[[Shuffle, int, int], float], size: int) -> None:
    assert abs(test(ours, size, ROUNDS)) < WITHIN


def exchanged_with_any(deal: int, size: int) -> Sequence[int]:
    """A classic mistake: every place is exchanged with any place of the whole deck."""
    rng = random.Random(deal)
    order = list(range(size))
    for place in range(size):
        other = rng.randrange(size)
        order[place], order[other] = order[other], order[place]
    return order


def by_hand(deal: int, size: int) -> Sequence[int]:
    """A deck riffled three times, as people do: neighbours stay near each other."""
    rng = random.Random(deal)
    order = list(range(size))
    for _ in range(3):
        halves = [order[: size // 2], order[size // 2 :]]
        order = [rng.choices(halves, [len(half) for half in halves])[0].pop(0) for _ in range(size)]
    return order


@pytest.mark.parametrize("bad", [exchanged_with_any, by_hand])
def test_so_many_deals_are_enough_to_find_a_bad_shuffle(bad: Shuffle) -> None:
    assert any(test(bad, 24, ROUNDS) > 2 * WITHIN for test in TESTS)


def without_rejection(deal: int, size: int) -> Sequence[int]:
    """Another mistake: the remainder of every byte, although 256 is no multiple of most bounds."""
    rng = random.Random(deal)
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = rng.randrange(256) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def last_card(shuffle: Shuffle, size: int, rounds: int) -> float:
    """Every card as often at the last place, which the first number drawn decides."""
    return deviation(Counter((shuffle(deal, size)[-1],) for deal in range(rounds)), size, size - 1)


def test_small_numbers_are_no_likelier() -> None:
    rounds = 5 * ROUNDS
    assert abs(last_card(ours, 24, rounds)) < WITHIN
    assert last_card(without_rejection, 24, rounds) > 2 * WITHIN


@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_order_is_as_likely(size: int) -> None:
    orders = math.factorial(size)
    counts = Counter(tuple(ours(deal, size)) for deal in range(100 * orders))
    assert abs(deviation(counts, orders, orders - 1)) < WITHIN


@pytest.mark.parametrize("lag", [1, 2])
def test_deals_are_independent_of_those_before(lag: int) -> None:
    """The first card of a deal against the first card of a later one."""
    size, rounds = 24, 2 * ROUNDS
    firsts = [ours(deal, size)[0] for deal in range(rounds + lag)]
    counts: Counter[tuple[int, ...]] = Counter(zip(firsts, firsts[lag:], strict=False))
    assert abs(deviation(counts, size**2, size**2 - 1)) < WITHIN


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_seat_deals_first_as_often_whoever_did_on_the_board_before(players: int) -> None:
    boards = [board_seed(SEED, str(board).encode()) for board in range(ROUNDS)]
    dealers = [first_dealer(seed, NONCES, b"", players) for seed in boards]
    assert abs(deviation(Counter((dealer,) for dealer in dealers), players, players - 1)) < WITHIN
    assert abs(deviation(Counter(pairwise(dealers)), players**2, players**2 - 1)) < WITHIN


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
