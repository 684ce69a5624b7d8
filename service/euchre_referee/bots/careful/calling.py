"""Making trump: what each call is expected to bring, against passing (RULES 4 to 8, scores RULES 9)."""

from typing import Final

from euchre_referee.bots.calls import Call, calls
from euchre_referee.bots.careful.estimate import LONE, MAKING, MAKING_WITH_PARTNER, Weights, at_least, tricks
from euchre_referee.bots.careful.giving import trump_of
from euchre_referee.bots.careful.stakes import gain
from euchre_referee.bots.sides import allies
from euchre_referee.rules.actions import CLAIM, DEFEND, PASS, Kind
from euchre_referee.rules.cards import JOKER
from euchre_referee.rules.options import Bidding, BidRequired
from euchre_referee.rules.views import View

_PARTNER_TAKES: Final = 0.57
"""Tricks that the turn-up adds when a partner takes it as a trump."""
_RIVAL_TAKES: Final = -0.42
_MAJORITY: Final = 3
_RIVALS: Final = 2
"""How many are expected to stay against a maker who plays for itself."""
_CALLED_PARTNER: Final = 0.4
"""Tricks that the holder of a called card adds."""
_PASSING: Final = 0.2
"""Points that passing is worth to a player for itself: others may call, and be set."""
_PASSING_WITH_PARTNER: Final = 0.0
"""The same where a partner may call as well as the rivals."""
_BIDDING_DOWN: Final = -0.6
"""Points above which a bid is worth making where scores count down: whoever else bids comes down instead."""
_CLAIMING: Final = 1.2
"""Tricks in its best suit below which a hand is better dealt again."""
_DEFENDING: Final = 3.4
"""Tricks from which a hand defends alone."""
_BID_LOST: Final = 1.5
"""What each point of a lost bid costs where it goes to several rivals."""


def call(view: View) -> int:
    """The call worth most, or a pass where that is worth more."""
    worth, best = max((_worth(view, option), option.code) for option in _considered(view))
    passing = _PASSING_WITH_PARTNER if view.rules.partners else _PASSING
    return PASS if PASS in view.legal and worth <= passing else best


def _considered(view: View) -> tuple[Call, ...]:
    """All calls, but none alone where a march with the partner would win the game as well."""
    found = calls(view)
    rules = view.rules
    if rules.counts_down or view.scores[view.to_act] + rules.march_points < rules.target_score:
        return found
    return tuple(option for option in found if not option.alone) or found


def _worth(view: View, option: Call) -> float:
    if view.best_bid is not None:
        return _own_tricks(view, option, MAKING, _RIVALS)
    if view.rules.counts_down:
        return _worth_for_oneself(view, option)
    return _worth_for_side(view, option)


def _own_tricks(view: View, option: Call, weights: Weights, rivals: int) -> float:
    """What the caller's cards are good for, with the turn-up for the worst of them if it comes to the caller."""
    rules, turn_up, trump = view.rules, view.turn_up, option.trump
    live = rules.deck_mask
    if turn_up is None or not view.hand:
        return tricks(view.hand, trump, live, weights, rivals)
    if option.taker == view.viewer:
        kept = [tuple(card for card in view.hand if card != away) for away in view.hand]
        return max(tricks((*hand, turn_up), trump, live, weights, rivals) for hand in kept)
    if option.taker is None:
        live &= ~(1 << turn_up)
    return tricks(view.hand, trump, live, weights, rivals)


def _worth_for_side(view: View, option: Call) -> float:
    """Expected points of a call where a side plays for the majority of tricks."""
    rules, me = view.rules, view.to_act
    mates = () if option.alone else allies(view)
    rivals = rules.players - 1 - rules.partners
    weights = MAKING_WITH_PARTNER if mates else LONE if rivals > 1 else MAKING
    expected = _own_tricks(view, option, weights, rivals)
    if option.taker not in (None, view.viewer):
        expected += _PARTNER_TAKES if option.taker in mates else _RIVAL_TAKES
    makes = at_least(rules.hand_size // 2 + 1, expected)
    marches = min(makes, at_least(rules.hand_size, expected))
    march = rules.alone_march_points if option.alone else rules.march_points
    loss = rules.alone_euchre_points if option.alone else rules.euchre_points
    return (
        marches * gain(view, me, march)
        + (makes - marches) * gain(view, me, rules.make_points)
        - (1.0 - makes) * gain(view, (me + 1) % rules.players, loss)
    )


def _worth_for_oneself(view: View, option: Call) -> float:
    """Expected points of a call where each plays for itself and points are tricks (RULES 9, Buck)."""
    expected = _own_tricks(view, option, MAKING, _RIVALS)
    if option.taker not in (None, view.viewer):
        expected += _RIVAL_TAKES
    return _tricks_or_penalty(view, _MAJORITY, expected)


def _tricks_or_penalty(view: View, need: int, expected: float) -> float:
    """Expected points of a maker who scores each trick with ``need`` of them, and the penalty with fewer."""
    me = view.to_act
    makes = at_least(need, expected)
    taken = max(float(need), expected)
    return makes * gain(view, me, taken) + (1.0 - makes) * gain(view, me, -view.rules.penalty)


def claim(view: View) -> int:
    """Claims with a poor hand."""
    return CLAIM if CLAIM in view.legal and _best_suit(view) < _CLAIMING else PASS


def bid(view: View) -> int:
    """The greatest bid that is worth making; the lowest such one as the last to bid."""
    expected = _best_suit(view) + (_CALLED_PARTNER if view.rules.bidding is Bidding.AUCTION else 0.0)
    bids = [code for code in view.legal if code >> 6 == Kind.BID]
    passing = _BIDDING_DOWN if view.rules.counts_down else _PASSING
    worth_making = [code for code in bids if _bid_worth(view, code & 63, expected) > passing]
    if not worth_making:
        return PASS
    return min(worth_making) if view.to_act == view.dealer else max(worth_making)


def _bid_worth(view: View, tricks_bid: int, expected: float) -> float:
    """Expected points of a bid: where scores count down tricks against the penalty, else the bid either way."""
    rules = view.rules
    if not rules.counts_down:
        makes = at_least(tricks_bid, expected)
        return tricks_bid * (makes - (1.0 - makes) * _BID_LOST)
    need = max(tricks_bid, _MAJORITY) if rules.bid_required is BidRequired.AT_LEAST_THREE else tricks_bid
    return _tricks_or_penalty(view, need, expected)


def partner(view: View) -> int:
    """The highest card that may be called, of the suit the maker is shortest in; nobody if none may be."""
    named = [code for code in view.legal if code >> 6 == Kind.PARTNER]
    held = [card >> 3 for card in view.hand if card != JOKER]
    return max(named, key=lambda code: (code & 7, -held.count((code & 63) >> 3)), default=view.legal[0])


def defend(view: View) -> int:
    """Defends alone with a hand that expects the majority by itself."""
    live = view.rules.deck_mask
    return DEFEND if tricks(view.hand, trump_of(view), live, MAKING) >= _DEFENDING else PASS


def _best_suit(view: View) -> float:
    rivals = _RIVALS if view.rules.counts_down else view.rules.players - 1
    return max(tricks(view.hand, trump, view.rules.deck_mask, MAKING, rivals) for trump in range(4))
