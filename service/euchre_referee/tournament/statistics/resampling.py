"""Means of boards drawn anew: as many as there are, with replacement (Efron 1979).

Board results take few different values, so it is enough to draw how often each of them comes; then the time
for one mean depends on the values and hardly on the boards, and memory on the values alone.
"""

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence

_BOARDS_WORTH_A_VALUE = 50
"""From so many boards for each different value on, counting is quicker than drawing."""
_BITS = 53


def resampled_means(values: Sequence[float], lots: random.Random) -> Iterator[float]:
    """Means of samples as large as `values`, without end; the same for the same values in any order."""
    counts = sorted(Counter(values).items())
    if len(values) > _BOARDS_WORTH_A_VALUE * len(counts):
        return _by_counts(counts, len(values), lots)
    return _by_drawing(sorted(values), lots)


def _by_drawing(values: Sequence[float], lots: random.Random) -> Iterator[float]:
    size = len(values)
    while True:
        yield math.fsum(lots.choices(values, k=size)) / size


def _by_counts(counts: Sequence[tuple[float, int]], size: int, lots: random.Random) -> Iterator[float]:
    """Multinomial counts, one value after the other, each among those that no value before took."""
    chances = []
    left = size
    for value, count in counts:
        chances.append((value, count / left))
        left -= count
    while True:
        to_draw, terms = size, []
        for value, chance in chances:
            drawn = binomial(to_draw, chance, lots)
            terms.append(value * drawn)
            to_draw -= drawn
        yield math.fsum(terms) / size


def binomial(trials: int, chance: float, lots: random.Random) -> int:
    """How many of so many trials succeed, each with `chance` from 0 to 1; exact to 53 bits of it.

    A trial succeeds if a random binary fraction lies below `chance`. All trials are compared with it bit by
    bit at once: at each bit about half of those left are decided.
    """
    digits = int(chance * (1 << _BITS))
    if digits >> _BITS:
        return trials
    successes = 0
    for place in range(_BITS - 1, -1, -1):
        if not trials:
            break
        ones = lots.getrandbits(trials).bit_count()
        if digits >> place & 1:
            successes += trials - ones
            trials = ones
        else:
            trials -= ones
    return successes
