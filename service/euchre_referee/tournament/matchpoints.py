"""Matchpoints: a result counts by how many others with the same cards it beats, not by how much."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence

from euchre_referee.tournament.results import TableResult


def matchpoints(tables: Iterable[TableResult]) -> dict[str, float]:
    """Each entrant's share, less one half, of what it could have won on a board, whose tables these are.

    Every seat is held against the same seat at the other tables, by its points above the mean of its table, where
    another entrant sat there: a better result is worth one, an equal one half. Nobody to be held against is a half.
    """
    by_seat: defaultdict[int, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for table in tables:
        points = table.points or ()
        total = sum(points)
        for seat, (player, gained) in enumerate(zip(table.plan.players, points, strict=True)):
            # Whole numbers: the lead over the mean, times the seats.
            by_seat[seat][player].append(len(points) * gained - total)
    halves: defaultdict[str, int] = defaultdict(int)
    against: defaultdict[str, int] = defaultdict(int)
    for leads in by_seat.values():
        everybody = sorted(lead for own in leads.values() for lead in own)
        for player, own in leads.items():
            own.sort()
            halves[player] += sum(_halves(lead, everybody) - _halves(lead, own) for lead in own)
            against[player] += len(own) * (len(everybody) - len(own))
    return {player: halves[player] / (2 * count) - 0.5 if count else 0.0 for player, count in against.items()}


def _halves(lead: int, others: Sequence[int]) -> int:
    """Two for each of the sorted `others` that is worse, one for each that is equal."""
    return bisect_left(others, lead) + bisect_right(others, lead)
