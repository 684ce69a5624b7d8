"""The play of the cards (RULES 9): the step that runs most often, so it touches as little as it can."""

from functools import cache
from typing import Final

from euchre_referee.rules.actions import PLAY
from euchre_referee.rules.cards import BIT, CARD_COUNT, EFFECTIVE_SUIT, STRENGTH, SUIT_MASK, TRUMPS, CardTuples
from euchre_referee.rules.closing import close_played
from euchre_referee.rules.options import AloneLead, Bidding
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import ASK, Flow, State

_PLAYS: Final = CardTuples(PLAY)
_LOW_PLAYS: Final = _PLAYS.low
_HIGH_PLAYS: Final = _PLAYS.high
_SUIT_PLAYS: Final = _PLAYS.suit


def _led(trump: int, card: int) -> tuple[tuple[int, ...], int, int]:
    suit = EFFECTIVE_SUIT[trump][card]
    strengths = STRENGTH[trump][suit]
    return strengths, SUIT_MASK[trump][suit], strengths[card]


_LED: Final = tuple(tuple(_led(trump, card) for card in range(CARD_COUNT)) for trump in range(len(TRUMPS)))
"""``_LED[trump][card led]``: strengths in the trick, the cards that follow, and the strength of the card led."""


@cache
def _ring(players: int, out: tuple[int, ...]) -> tuple[int, ...]:
    """By seat, those that are out included: the next seat clockwise that plays."""
    return tuple(
        next(other for offset in range(1, players + 1) if (other := (seat + offset) % players) not in out)
        for seat in range(players)
    )


class Play:
    """Follow the effective suit led if you can; the best card takes the trick and leads."""

    phase = Phase.PLAY

    def __init__(self, rules: RuleSet) -> None:
        against_every_maker = rules.bidding is Bidding.ORDER_UP and not rules.partners
        self._left_of_alone = rules.alone_lead is AloneLead.LEFT_OF_ALONE
        self._left_of_maker = self._left_of_alone and against_every_maker

    def begin(self, state: State) -> Flow:
        """Seat those who play, and ask the first leader."""
        ring = state.ring = _ring(state.rules.players, state.sits_out + state.withdrew)
        leader = self._first_leader(state, ring)
        hand = state.hands[leader]
        state.leader = state.to_act = leader
        state.queue = ()
        state.legal = _LOW_PLAYS[hand & 0xFFFF] + _HIGH_PLAYS[hand >> 16]
        return ASK

    def _first_leader(self, state: State, ring: tuple[int, ...]) -> int:
        before = state.dealer
        if state.maker is not None and (self._left_of_maker or (self._left_of_alone and state.alone)):
            before = state.maker
        leader = ring[before]
        return ring[leader] if state.lead_avoids_maker and leader == state.maker else leader

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Add the card to the trick; a full trick goes to its winner, the last one ends the deal."""
        card = code & 63
        unplayed = state.unplayed = state.unplayed ^ BIT[card]
        leader = state.leader
        if seat == leader:
            strengths, follows, best = _LED[state.trump][card]  # type: ignore[index]
            winner = seat
            state.led = strengths, follows, best, seat
        else:
            strengths, follows, best, winner = state.led
            if strengths[card] > best:
                winner = seat
                state.led = strengths, follows, strengths[card], seat
        following = state.ring[seat]
        if following != leader:
            state.to_act = following
            hand = state.hands[following] & unplayed
            choice = hand & follows
            state.legal = _SUIT_PLAYS[choice] if choice else _LOW_PLAYS[hand & 0xFFFF] + _HIGH_PLAYS[hand >> 16]
            return ASK
        tricks = list(state.tricks)
        tricks[winner] += 1
        state.tricks = tuple(tricks)
        state.leader = state.to_act = winner
        hand = state.hands[winner] & unplayed
        if not hand:
            return close_played(state)
        state.legal = _LOW_PLAYS[hand & 0xFFFF] + _HIGH_PLAYS[hand >> 16]
        return ASK


class PlayWithCalledPartner(Play):
    """The same, and the called card tells who the maker's partner is."""

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Reveal the partner when the called card falls."""
        if code & 63 == state.called:
            state.part()
            state.partner = seat
        return super().follow(state, seat, code)
