"""Symmetric positive definite systems of equations, by Cholesky's factors. A matrix is a list of its rows."""

import math
from collections.abc import Sequence

Matrix = Sequence[Sequence[float]]


def factor(matrix: Matrix) -> list[list[float]]:
    """The lower triangle L, row by row up to the diagonal, with L times its transpose the matrix."""
    lower: list[list[float]] = []
    for number, row in enumerate(matrix):
        new: list[float] = []
        for column, known in enumerate(lower):
            new.append((row[column] - _product(new, known)) / known[column])
        new.append(math.sqrt(row[number] - _product(new, new)))
        lower.append(new)
    return lower


def solved(lower: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The x with matrix times x = right, from the matrix's factor."""
    forward: list[float] = []
    for known, wanted in zip(lower, right, strict=True):
        forward.append((wanted - _product(forward, known)) / known[len(forward)])
    size = len(forward)
    found = forward
    for number in range(size - 1, -1, -1):
        found[number] /= lower[number][number]
        for before, weight in enumerate(lower[number][:number]):
            found[before] -= weight * found[number]
    return found


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(mine * theirs for mine, theirs in zip(one, other, strict=False))
