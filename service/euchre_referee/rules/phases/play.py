"""The play of the cards (RULES 9): the step that runs most often, so it touches as little as it can."""

from functools import cache
from typing import Final

from euchre_referee.rules.actions import PLAY
from euchre_referee.rules.cards import BIT, CARD_COUNT, EFFECTIVE_SUIT, STRENGTH, SUIT_MASK, BitTuples
from euchre_referee.rules.closing import close_played
from euchre_referee.rules.options import AloneLead, Bidding
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import ASK, Flow, State

_SUIT_PLAYS: Final = BitTuples(PLAY)
"""The plays of cards that are all of one effective suit: few patterns, so whole masks can be looked up."""

_LOW_PLAYS: Final = BitTuples(PLAY)
_HIGH_PLAYS: Final = BitTuples((PLAY) + 16)

_PLAYED: Final = tuple(tuple(((seat, card),) for card in range(CARD_COUNT)) for seat in range(5))
"""``_PLAYED[seat][card]``: a trick of that card alone."""


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
        trick = state.trick
        if not trick:
            trump = state.trump
            suit = EFFECTIVE_SUIT[trump][card]  # type: ignore[index]
            strengths = state.strengths = STRENGTH[trump][suit]  # type: ignore[index]
            state.follows = SUIT_MASK[trump][suit]  # type: ignore[index]
            state.best = strengths[card]
            state.winning = seat
        else:
            strength = state.strengths[card]
            if strength > state.best:
                state.best = strength
                state.winning = seat
        following = state.ring[seat]
        if following == state.leader:
            return self._take_trick(state, unplayed)
        state.trick = trick + _PLAYED[seat][card]
        state.to_act = following
        hand = state.hands[following] & unplayed
        choice = hand & state.follows
        state.legal = _SUIT_PLAYS[choice] if choice else _LOW_PLAYS[hand & 0xFFFF] + _HIGH_PLAYS[hand >> 16]
        return ASK

    def _take_trick(self, state: State, unplayed: int) -> Flow:
        winner = state.winning
        tricks = list(state.tricks)
        tricks[winner] += 1
        state.tricks = tuple(tricks)
        state.trick = ()
        state.leader = winner
        hand = state.hands[winner] & unplayed
        if not hand:
            return close_played(state)
        state.to_act = winner
        state.legal = _LOW_PLAYS[hand & 0xFFFF] + _HIGH_PLAYS[hand >> 16]
        return ASK


class PlayWithCalledPartner(Play):
    """The same, and the called card tells who the maker's partner is."""

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Reveal the partner when the called card falls."""
        if code & 63 == state.called:
            state.partner = seat
        return super().follow(state, seat, code)
