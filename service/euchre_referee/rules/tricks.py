"""How tricks go (RULES 9): from where a trick stands, by the next card, to where it stands then.

All games share these places, which are made when a game first comes by. A place is what matters for the rest of the
trick: not which cards have been played but which suit was led, how strong the best card is, and whose it is. So there
are few: with four players about 1,100 for a trump and those who play, and some 7,000 in all for euchre (5 MB).
"""

from functools import cache
from typing import Final

from euchre_referee.rules.cards import CARD_COUNT, EFFECTIVE_SUIT, STRENGTH, SUIT_MASK, TRUMPS


class Trick:
    """Where a trick stands; the same place is always the same object."""

    __slots__ = ("_best", "_ring", "_suit", "_trump", "_winner", "after", "follows", "leader", "played", "to_act")

    def __init__(
        self, trump: int, ring: "Ring", leader: int, played: int, to_act: int, suit: int, best: int, winner: int
    ) -> None:
        self.leader: Final = leader
        self.played: Final = played
        """How many cards lie on the table."""
        self.to_act: Final = to_act
        self.follows: Final = SUIT_MASK[trump][suit] if played else 0
        """A mask of the cards that follow the card led; 0 before the lead."""
        self.after: Final[list[Trick | None]] = [None] * CARD_COUNT
        """By card played next: where the trick stands then, as far as that has come up."""
        self._trump = trump
        self._ring = ring
        self._suit = suit
        self._best = best
        self._winner = winner

    def play(self, card: int) -> "Trick":
        """Where the trick stands after this card; a full trick is followed by its winner's lead."""
        trump, ring, seat = self._trump, self._ring, self.to_act
        suit = self._suit if self.played else EFFECTIVE_SUIT[trump][card]
        best, winner = max((self._best, self._winner), (STRENGTH[trump][suit][card], seat))
        following = ring.next[seat]
        if following == self.leader:
            after = ring.leads[trump][winner]
        else:
            after = _under_way(trump, ring, self.leader, self.played + 1, following, suit, best, winner)
        self.after[card] = after
        return after


@cache
def _under_way(
    trump: int, ring: "Ring", leader: int, played: int, to_act: int, suit: int, best: int, winner: int
) -> Trick:
    return Trick(trump, ring, leader, played, to_act, suit, best, winner)


class Ring:
    """The seats that play, in a ring."""

    def __init__(self, players: int, out: tuple[int, ...]) -> None:
        seats = range(players)
        self.next: Final = tuple(
            next(other for offset in range(1, players + 1) if (other := (seat + offset) % players) not in out)
            for seat in seats
        )
        """By seat, those that are out included: the next one clockwise that plays."""
        self.leads: Final = tuple(
            tuple(Trick(trump, self, seat, 0, seat, suit=0, best=-1, winner=seat) for seat in seats)
            for trump in range(len(TRUMPS))
        )
        """By trump and seat: a trick that this seat is to lead to."""


ring_of: Final = cache(Ring)
"""The ring of so many players without those that are out."""
