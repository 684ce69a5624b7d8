"""What may come before the bidding: a turned joker, claims of a misdeal, forced clubs (RULES 4 and 6)."""

from typing import Final

from euchre_referee.rules.actions import CLAIM, PASS
from euchre_referee.rules.cards import ACE, BIT, CLUBS, JACK, JOKER, KING, QUEEN, mask_of
from euchre_referee.rules.closing import close_void
from euchre_referee.rules.options import JokerTurned, MisdealClaim
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.phases.asking import NAME_A_SUIT, ask, make_trump
from euchre_referee.rules.result import Outcome
from euchre_referee.rules.state import NEXT, Flow, State, clockwise, held


def _all_of(*ranks: int) -> int:
    return mask_of(suit * 8 + rank for suit in range(4) for rank in ranks)


_FACES: Final = _all_of(KING, QUEEN, JACK) | BIT[JOKER]
_ACES: Final = _all_of(ACE)


def may_claim(claims: frozenset[MisdealClaim], hand: int) -> bool:
    """Whether a hand (a mask) fulfils one of the claims."""
    face, ace = bool(hand & _FACES), bool(hand & _ACES)
    return (
        (MisdealClaim.FARMERS_HAND in claims and not face and not ace)
        or (MisdealClaim.ACE_NO_FACE in claims and not face and ace)
        or (MisdealClaim.NO_FACE in claims and not face)
    )


class TurnedJoker:
    """The dealer names a suit: as maker and unseen hand, or as the proposed suit."""

    phase = Phase.JOKER

    def begin(self, state: State) -> Flow:
        """Ask the dealer, if the joker is the turn-up."""
        if state.turn_up != JOKER:
            return NEXT
        state.withheld = state.rules.joker_turned is JokerTurned.DEALER_MAKES
        return ask(state, (state.dealer,), NAME_A_SUIT)

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Make or propose the named suit."""
        state.withheld = False
        if state.rules.joker_turned is JokerTurned.DEALER_MAKES:
            make_trump(state, seat, code & 63, picks_up=True)
        else:
            state.proposed = code & 63
        return NEXT


class Claims:
    """Everybody is asked for a claim; the first claim makes the deal void."""

    phase = Phase.CLAIM

    def begin(self, state: State) -> Flow:
        """Ask from first to dealer."""
        return self._ask(state, clockwise(state.rules, state.dealer + 1))

    def _ask(self, state: State, seats: tuple[int, ...]) -> Flow:
        fulfilled = may_claim(state.rules.misdeal_claims, held(state, seats[0]))
        return ask(state, seats, (PASS, CLAIM) if fulfilled else (PASS,))

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """End the deal at a claim, else ask the next seat."""
        if code == CLAIM:
            return close_void(state, Outcome.MISDEAL)
        waiting = state.queue[1:]
        return self._ask(state, waiting) if waiting else NEXT


class ForcedClubs:
    """A turned club is trump at once, without a maker."""

    phase = Phase.ORDER

    def begin(self, state: State) -> Flow:
        """Fix clubs if a club is turned; asks nobody."""
        if state.proposed == CLUBS:
            state.trump = CLUBS
        return NEXT

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Never reached: nobody is asked."""
        raise AssertionError("forced clubs ask nobody")
