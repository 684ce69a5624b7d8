"""Two programs that play alike but for one thing: one of them keeps in its process whatever it has seen, and uses it.

To be named as entrants; they need nothing but the contract.
"""

from collections.abc import Mapping
from typing import Final

from euchre.v1.game_pb2 import PHASE_NAME, PHASE_ORDER, PHASE_PLAY, Turn

Board = tuple[int, int, int]

SEEN: Final[dict[Board, dict[int, tuple[int, ...]]]] = {}
"""By board and seat, the hands that any bot of this process was dealt."""
ENOUGH: Final = 5
"""Trumps in two hands that together take most tricks."""
_JACK: Final = 5


class Honest:
    """Passes what is turned up, since it does not know what its partner holds, and names the first suit it may."""

    def __call__(self, turn: Turn) -> str:
        """The action."""
        return choice(turn, {turn.seat: tuple(turn.view.hand)})


class Cheat:
    """The same, but it knows every hand that was ever seen in its process: its partner's, and those at other tables."""

    def __call__(self, turn: Turn) -> str:
        """The action."""
        view = turn.view
        hands = SEEN.setdefault((view.dealer, int(view.turn_up), view.deal_number), {})
        hands.setdefault(turn.seat, tuple(view.hand))
        return choice(turn, hands)


def choice(turn: Turn, hands: Mapping[int, tuple[int, ...]]) -> str:
    """What these hands suggest."""
    words = [legal.text for legal in turn.legal]
    partner = (turn.seat + 2) % 4
    if turn.view.phase == PHASE_ORDER and partner in hands:
        picks_up = turn.view.dealer in (turn.seat, partner)
        ours = [trumps(turn, hands[seat]) for seat in (turn.seat, partner)]
        theirs = [trumps(turn, hands[seat]) for seat in hands if seat not in (turn.seat, partner)]
        if sum(ours) + picks_up - sum(theirs) >= ENOUGH:
            return "order"
    if turn.view.phase == PHASE_NAME:
        return next(word for word in words if word.startswith("name"))
    return words[0] if turn.view.phase != PHASE_PLAY else words[-1]


def trumps(turn: Turn, hand: tuple[int, ...]) -> int:
    """How many cards of a hand would be trumps; cards are numbered from 1, eight a suit, clubs to spades."""
    suit = (turn.view.turn_up - 1) // 8
    left = (3 - suit) * 8 + _JACK
    return sum((card - 1) // 8 == suit or card == left for card in hand)
