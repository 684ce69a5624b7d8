"""An auction of tricks, the trump its winner names, and the partner called in auction euchre (RULES 6 and 7)."""

from euchre_referee.rules.actions import ALONE, BID, PARTNER, PASS
from euchre_referee.rules.cards import ACE, BIT, EFFECTIVE_SUIT, JOKER
from euchre_referee.rules.options import AuctionTrump, Bidding, CalledCard
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.phases.asking import NAME_A_SUIT, ask, nobody_made_trump
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import NEXT, Flow, State, clockwise, held

HIGHEST_BID = 5


class Bids:
    """Each seat once, from first to dealer: pass, or bid higher than the best so far."""

    phase = Phase.BID

    def begin(self, state: State) -> Flow:
        """Ask from first to dealer, unless the trump is fixed already."""
        if state.trump is not None:
            return NEXT
        return self._ask(state, clockwise(state.rules, state.dealer + 1))

    def _ask(self, state: State, seats: tuple[int, ...]) -> Flow:
        lowest = state.rules.min_bid if state.best_bid is None else state.best_bid[1] + 1
        bids = (BID | bid for bid in range(lowest, HIGHEST_BID + 1))
        return ask(state, seats, (PASS, *bids))

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Note a bid; after the last seat the highest bidder is maker."""
        if code != PASS:
            state.best_bid = (seat, code & 63)
            state.maker = seat
        waiting = state.queue[1:]
        if waiting:
            return self._ask(state, waiting)
        return nobody_made_trump(state) if state.best_bid is None else NEXT


class BidderNames:
    """The highest bidder names one of the four suits, or the turned suit is trump."""

    phase = Phase.TRUMP

    def __init__(self, rules: RuleSet) -> None:
        self._turned = rules.auction_trump is AuctionTrump.TURNED
        self._swaps = rules.bidding is Bidding.DIRTY

    def begin(self, state: State) -> Flow:
        """Ask the highest bidder, if there is one and the trump is to be named."""
        if state.maker is None:
            return NEXT
        if self._swaps:
            state.swapper = state.maker
        if self._turned:
            state.trump = state.proposed
            return NEXT
        return ask(state, (state.maker,), NAME_A_SUIT)

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Fix the trump."""
        state.trump = code & 63
        return NEXT


class CallPartner:
    """The maker calls a card, whose holder is the secret partner, or plays alone."""

    phase = Phase.PARTNER

    def begin(self, state: State) -> Flow:
        """Ask the maker for a card that may be called."""
        maker, trump = state.maker, state.trump
        assert maker is not None
        assert trump is not None
        own = held(state, maker)
        calls = tuple(
            PARTNER | card
            for card in state.rules.deck
            if EFFECTIVE_SUIT[trump][card] != trump and not own & BIT[card] and self._may_be_called(state, card)
        )
        return ask(state, (maker,), (*calls, ALONE))

    def _may_be_called(self, state: State, card: int) -> bool:
        if state.rules.called_card is CalledCard.ANY_NONTRUMP:
            return True
        return card != JOKER and card & 7 == ACE

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Note the call; whoever holds the card stays unknown until it is played."""
        if code == ALONE:
            state.alone = True
        else:
            state.called = code & 63
        return NEXT
