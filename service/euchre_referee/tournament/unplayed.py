"""What of a schedule was not played, in few words."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.schedule import GamePlan, Schedule


class Unplayed(NamedTuple):
    """Games of a pairing that count for nobody, for one reason; `boards` from the first to the last of theirs."""

    pairing: int
    entrants: tuple[str, ...]
    games: int
    boards: tuple[int, int]
    why: str

    def sentence(self) -> str:
        """All of it in one line for people."""
        first, last = self.boards
        boards = f"board {first}" if first == last else f"boards {first} to {last}"
        games = "1 game" if self.games == 1 else f"{self.games} games"
        return f"pairing {self.pairing} ({', '.join(self.entrants)}), {boards}: {games} not played: {self.why}"


def unplayed(
    schedule: Schedule,
    games: Iterable[GamePlan],
    results: Iterable[TableResult],
    reasons: Mapping[GamePlan, str],
    otherwise: Mapping[int, str],
) -> tuple[Unplayed, ...]:
    """Those of the `games` without a result that counts, grouped by pairing and reason.

    `reasons` by game; for games without one, `otherwise` by pairing.
    """
    counting = {result.plan for result in results if result.points is not None}
    missing: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for plan in games:
        if plan not in counting:
            why = reasons.get(plan) or otherwise.get(plan.pairing, "not begun")
            missing[plan.pairing, why].append(plan.board)
    return tuple(
        Unplayed(pairing, schedule.pairings[pairing - 1].entrants, len(boards), (min(boards), max(boards)), why)
        for (pairing, why), boards in missing.items()
    )
