"""The play of the cards (RULES 9): the step that runs most often, so it touches as little as it can."""

from typing import Final

from euchre_referee.rules.actions import PLAY
from euchre_referee.rules.cards import BIT, BitTuples, CardTuples
from euchre_referee.rules.closing import close_played
from euchre_referee.rules.options import AloneLead, Bidding
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import ASK, Flow, State
from euchre_referee.rules.tricks import Ring, ring_of

_SUIT_PLAYS: Final = BitTuples(PLAY)
"""The plays of cards that are all of one effective suit: few patterns, so whole masks can be looked up."""

_PLAYS: Final = CardTuples(PLAY)
_LOW_PLAYS: Final = _PLAYS.low
_HIGH_PLAYS: Final = _PLAYS.high


class Play:
    """Follow the effective suit led if you can; the best card takes the trick and leads."""

    phase = Phase.PLAY

    def __init__(self, rules: RuleSet) -> None:
        against_every_maker = rules.bidding is Bidding.ORDER_UP and not rules.partners
        self._left_of_alone = rules.alone_lead is AloneLead.LEFT_OF_ALONE
        self._left_of_maker = self._left_of_alone and against_every_maker

    def begin(self, state: State) -> Flow:
        """Seat those who play, and ask the first leader."""
        assert state.trump is not None
        ring = ring_of(state.rules.players, state.sits_out + state.withdrew)
        leader = self._first_leader(state, ring)
        hand = state.hands[leader]
        state.to_act = leader
        state.on_table = ring.leads[state.trump][leader]
        state.queue = ()
        state.legal = _LOW_PLAYS[hand & 0xFFFF] + _HIGH_PLAYS[hand >> 16]
        return ASK

    def _first_leader(self, state: State, ring: Ring) -> int:
        before = state.dealer
        if state.maker is not None and (self._left_of_maker or (self._left_of_alone and state.alone)):
            before = state.maker
        leader = ring.next[before]
        return ring.next[leader] if state.lead_avoids_maker and leader == state.maker else leader

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Add the card to the trick; a full trick goes to its winner, the last one ends the deal."""
        card = code & 63
        unplayed = state.unplayed = state.unplayed ^ BIT[card]
        before = state.on_table
        on_table = state.on_table = before.after[card] or before.play(card)  # type: ignore[union-attr]
        to_act = state.to_act = on_table.to_act
        hand = state.hands[to_act] & unplayed
        choice = hand & on_table.follows
        if choice:
            state.legal = _SUIT_PLAYS[choice]
            return ASK
        if not on_table.played:
            tricks = list(state.tricks)
            tricks[to_act] += 1
            state.tricks = tuple(tricks)
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
