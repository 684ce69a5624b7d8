"""Turns of a session that were not sent yet, in the order in which they are sent."""

from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from euchre_referee.referee.game import Game
from euchre_referee.referee.timing import due_ms

_NO_DEADLINE: Final = 1 << 62
_FEW: Final = 64


class WaitingTurn(NamedTuple):
    """A turn, and for how many seconds the session's own unacknowledged frames had held turns back before it came."""

    game: Game
    held: float


class WaitingTurns:
    """The earliest deadline first. A turn costs the same, but for a logarithm, however many others wait."""

    def __init__(self) -> None:
        self._turns: Final[dict[str, tuple[int, WaitingTurn]]] = {}
        self._order: list[tuple[int, int, str]] = []
        self._number = 0

    def __len__(self) -> int:
        return len(self._turns)

    def put(self, turn: WaitingTurn) -> None:
        """One more; it takes the place of an earlier one of its game."""
        self._number += 1
        name = turn.game.id
        self._turns[name] = self._number, turn
        heappush(self._order, (_deadline(turn.game), self._number, name))
        if len(self._order) > 2 * len(self._turns) + _FEW:
            # Turns that were dropped stay in the order until they come to its front: not more of them than others.
            self._order = [place for place in self._order if self._stands(place)]
            heapify(self._order)

    def drop(self, game: str) -> None:
        """The game's turn need not be sent any more."""
        self._turns.pop(game, None)

    def take(self) -> WaitingTurn | None:
        """The next one, which waits no longer; None if there is none."""
        while self._order:
            place = heappop(self._order)
            if self._stands(place):
                return self._turns.pop(place[2])[1]
        return None

    def _stands(self, place: tuple[int, int, str]) -> bool:
        _, number, name = place
        held = self._turns.get(name)
        return held is not None and held[0] == number


def _deadline(game: Game) -> int:
    due = due_ms(game.created.clocks, game.accounts, game.state.to_act)
    return game.turn_started_ms + due if due else _NO_DEADLINE
