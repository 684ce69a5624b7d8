"""Board results drawn by lot whose true mean is known, as Euchre and Buck Euchre have them."""

import random
from collections.abc import Callable

Draw = Callable[[random.Random], float]


def normal(lots: random.Random) -> float:
    return lots.gauss(0.3, 1)


def euchre_boards(lots: random.Random) -> float:
    """Mostly nothing between good players, sometimes a euchre, rarely a lone march: mean 0.02."""
    return lots.choices([0, 0.5, -0.5, 1.5, -1.5, 4], [60, 10, 12, 8, 8, 0.5])[0]


def buck_boards(lots: random.Random) -> float:
    return lots.choices([-3.75, -1, 0, 1, 2.5], [6, 20, 30, 30, 14])[0]


MEANS: dict[Draw, float] = {
    normal: 0.3,
    euchre_boards: (0.5 * 10 - 0.5 * 12 + 4 * 0.5) / 98.5,
    buck_boards: 0.225,
}
