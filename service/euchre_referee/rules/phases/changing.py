"""Cards that change places before the play: the pick-up, exchanges, and a partner's best (RULES 4 to 6, 8)."""

from typing import Final

from euchre_referee.rules.actions import DISCARD, GIVE, HIDDEN, KEEP, SWAP, move
from euchre_referee.rules.cards import BIT, CardTuples
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.phases.asking import ask
from euchre_referee.rules.state import NEXT, Flow, State, held, keep_secret, put_away, receive

_DISCARDS: Final = CardTuples(DISCARD)
_GIFTS: Final = CardTuples(GIVE)
_SWAPS: Final = CardTuples(SWAP)


class PickUp:
    """The dealer takes the turn-up that was ordered and discards a card."""

    phase = Phase.PICK_UP

    def begin(self, state: State) -> Flow:
        """Hand the dealer the turn-up and ask for the discard, if it was ordered."""
        if not state.picks_up:
            return NEXT
        dealer, turn_up = state.dealer, state.turn_up
        assert turn_up is not None
        receive(state, dealer, turn_up)
        barred = 0 if state.rules.may_discard_turn_up else BIT[turn_up]
        return ask(state, (dealer,), _DISCARDS.of(held(state, dealer) & ~barred))

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Lay the discard away, unseen."""
        put_away(state, seat, code & 63)
        keep_secret(state, 1 << seat, move(seat, code | HIDDEN))
        return NEXT


class Exchange:
    """One seat may, or must, change a card for the turn-up."""

    phase = Phase.EXCHANGE

    def begin(self, state: State) -> Flow:
        """Ask the seat that has the exchange, if any has."""
        seat = state.swapper
        if seat is None:
            return NEXT
        swaps = _SWAPS.of(held(state, seat))
        return ask(state, (seat,), swaps if state.must_swap else (*swaps, KEEP))

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Change the card, unseen, or keep the hand."""
        if code != KEEP:
            assert state.turn_up is not None
            put_away(state, seat, code & 63)
            receive(state, seat, state.turn_up)
            keep_secret(state, 1 << seat, move(seat, code | HIDDEN))
        return NEXT


class CallForBest:
    """A lone maker may discard a card to receive one from the partner."""

    phase = Phase.BEST

    def begin(self, state: State) -> Flow:
        """Ask the lone maker."""
        if not state.alone or state.maker is None:
            return NEXT
        return ask(state, (state.maker,), (*_DISCARDS.of(held(state, state.maker)), KEEP))

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Lay the discard away, unseen; the partner gives next."""
        if code != KEEP:
            put_away(state, seat, code & 63)
            keep_secret(state, 1 << seat, move(seat, code | HIDDEN))
            state.best_wanted = True
        return NEXT


class GiveBest:
    """The loner's partner gives a card of the partner's own choice."""

    phase = Phase.GIVE

    def begin(self, state: State) -> Flow:
        """Ask the partner, if the lone maker called."""
        if not state.best_wanted:
            return NEXT
        (partner,) = state.sits_out
        return ask(state, (partner,), _GIFTS.of(held(state, partner)))

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Move the card; only these two know it."""
        assert state.maker is not None
        put_away(state, seat, code & 63)
        receive(state, state.maker, code & 63)
        keep_secret(state, 1 << seat | 1 << state.maker, move(seat, code | HIDDEN))
        return NEXT
