"""How long decisions took, as the proofs of the records tell it (docs/log.md, "Proof").

The time is the seat's own: from the beginning of its turn to the arrival of its decision, less the referee's delay.
What the referee decided for a seat is no decision of its own.
"""

from base64 import b64decode
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from euchre_referee.referee.entries import Acted, Dealt, EntryKind, Mark, decode
from euchre_referee.tournament.fields import Json
from euchre_referee.tournament.schedule import GamePlan

_OF_INTEREST: Final = (EntryKind.ACTED, EntryKind.DEALT)


Times = Sequence[Sequence[int | None]]
"""By deal and action: milliseconds, None for what the referee decided."""


def decision_times(record: Json) -> Times | None:
    """How long the decisions of a game took; None if the record has no log in it."""
    proof = record.get("proof")
    entries = proof.get("entries") if isinstance(proof, dict) else None
    if not isinstance(entries, list):
        return None
    deals: list[list[int | None]] = []
    for text in entries:
        raw = b64decode(text)
        if raw[0] not in _OF_INTEREST:
            continue
        entry = decode(raw)
        if isinstance(entry, Dealt):
            deals.append([])
        elif isinstance(entry, Acted) and deals:
            own = max(0, entry.spent_ms - entry.lag_ms)
            deals[-1].append(own if entry.mark is Mark.OWN else None)
    return tuple(map(tuple, deals))


@dataclass(slots=True)
class TimeUse:
    """How long an entrant's own decisions took; `times` counts them by milliseconds, so that it stays small."""

    times: Counter[int] = field(default_factory=Counter)
    longest: tuple[int, GamePlan] | None = None
    """Milliseconds of the longest, and its game."""

    def add(self, milliseconds: Iterable[int], plan: GamePlan) -> None:
        """The decisions of a game."""
        for each in milliseconds:
            self.times[each] += 1
            if self.longest is None or each > self.longest[0]:
                self.longest = each, plan

    @property
    def decisions(self) -> int:
        """How many there were."""
        return self.times.total()

    @property
    def total_ms(self) -> int:
        """All of them together."""
        return sum(milliseconds * count for milliseconds, count in self.times.items())

    def quantile_ms(self, share: float) -> int:
        """So many milliseconds or fewer were enough for this share of the decisions, of which there is at least one."""
        due = share * self.decisions
        seen = 0
        for milliseconds in sorted(self.times):
            seen += self.times[milliseconds]
            if seen >= due:
                return milliseconds
        raise ValueError("no decision was made")


def add_times(uses: dict[str, TimeUse], plan: GamePlan, record: Json, times: Times) -> None:
    """Adds the decisions of a game to those of its entrants."""
    by_player: dict[str, list[int]] = {}
    for actions, spent in zip(_actions(record), times, strict=False):
        for action, milliseconds in zip(actions, spent, strict=False):
            if milliseconds is not None:
                by_player.setdefault(plan.players[int(action.split(" ")[0])], []).append(milliseconds)
    for player, found in by_player.items():
        uses.setdefault(player, TimeUse()).add(found, plan)


def _actions(record: Json) -> Iterable[Sequence[str]]:
    deals = record.get("deals")
    return [deal["actions"] for deal in deals] if isinstance(deals, list) else []
