"""The likelihood of superiority: how probable it is that the first of two is truly better."""

import math
from collections.abc import Sequence

from euchre_referee.tournament.statistics.student import t_probability


def superiority(differences: Sequence[float]) -> float | None:
    """P(true mean > 0) after these independent differences, first less second, one for each board.

    With no opinion beforehand; None below two boards. As fishtest's LOS, with Student's t for the normal.
    """
    count = len(differences)
    if count < 2:
        return None
    mean = math.fsum(differences) / count
    variance = math.fsum((value - mean) ** 2 for value in differences) / (count - 1)
    if variance == 0:
        return 0.5 + math.copysign(0.5, mean) if mean else 0.5
    return t_probability(mean / math.sqrt(variance / count), count - 1)
