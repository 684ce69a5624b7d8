"""The bot ``greedy``: calls on the worth of its cards, plays high when it can win and low when it cannot.

It looks at its hand, the turn-up, the seats and the trick on the table, and remembers nothing played before.
"""

from collections.abc import Callable, Mapping
from typing import Final

from euchre_referee.bots.calls import Call, calls
from euchre_referee.bots.card_points import POINTS, hand_points
from euchre_referee.bots.ranks import BEATERS, winning
from euchre_referee.bots.sides import allies, others
from euchre_referee.rules.actions import CLAIM, DEFEND, KEEP, PASS, STAY, WITHDRAW, Kind
from euchre_referee.rules.cards import BIT, EFFECTIVE_SUIT, NO_TRUMP
from euchre_referee.rules.options import Bidding
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.views import View

_PARTNER_TRICKS: Final = 1.0
_LONE_HAND: Final = 0.84
"""Share of all tricks that a hand must be worth to be played alone."""
_DEFENDING_ALONE: Final = 0.6
_STAYING: Final = 0.9
_CLAIMING: Final = 1.5
_WORTH_KEEPING: Final = 0.5


def greedy_bot(view: View) -> int:
    """A sensible legal action, always the same for the same view; the seed plays no part."""
    if len(view.legal) == 1:
        return view.legal[0]
    return _BY_PHASE[view.phase](view)


def _claim(view: View) -> int:
    poor = max(hand_points(trump, view.hand) for trump in range(4)) < _CLAIMING
    return CLAIM if poor and CLAIM in view.legal else PASS


def _call(view: View) -> int:
    """The best call, if it is worth the tricks the maker needs; the best of all if passing is barred."""
    worth, best = max((_call_points(view, call), call.code) for call in _sensible(view, calls(view)))
    return PASS if PASS in view.legal and worth < view.rules.hand_size // 2 + 1 else best


def _sensible(view: View, options: tuple[Call, ...]) -> tuple[Call, ...]:
    """Alone with a lone hand or where nothing else may be said; with the partner otherwise."""
    lone_hand = _LONE_HAND * view.rules.hand_size
    fitting = tuple(
        call for call in options if call.alone == (view.rules.alone and _own_points(view, call) >= lone_hand)
    )
    return fitting or options


def _own_points(view: View, call: Call) -> float:
    hand = view.hand
    if view.turn_up is not None and call.taker == view.viewer and hand:
        hand = tuple(sorted((*hand, view.turn_up), key=POINTS[call.trump].__getitem__)[1:])
    return hand_points(call.trump, hand)


def _call_points(view: View, call: Call) -> float:
    """Tricks of the caller's side, the partner's and the turn-up's included."""
    total = _own_points(view, call)
    mates = () if call.alone else allies(view)
    if mates:
        total += _PARTNER_TRICKS
    if view.turn_up is not None and call.taker not in (None, view.viewer):
        help_or_harm = 0.5 if call.taker in mates else -0.5
        total += help_or_harm * POINTS[call.trump][view.turn_up]
    return total


def _bid(view: View) -> int:
    """The lowest bid that tops the best one, if the hand in its best suit is worth it."""
    help_expected = 0.5 if view.rules.bidding is Bidding.AUCTION else 0.0
    worth = max(hand_points(trump, view.hand) for trump in range(4)) + help_expected
    lowest = min(code for code in view.legal if code >> 6 == Kind.BID)
    return lowest if worth >= lowest & 63 else PASS


def _partner(view: View) -> int:
    """The highest card that may be called, of the suit the maker is shortest in."""
    trump = _trump(view)
    held = [EFFECTIVE_SUIT[trump][card] for card in view.hand]
    called = [code for code in view.legal if code >> 6 == Kind.PARTNER]
    return min(called, key=lambda code: (-(code % 8), held.count(EFFECTIVE_SUIT[trump][code & 63])))


def _discard(view: View) -> int:
    """The card worth least."""
    return min(view.legal, key=lambda code: POINTS[_trump(view)][code & 63])


def _exchange(view: View) -> int:
    """Takes the turn-up for the card worth least if it is worth more."""
    swaps = [code for code in view.legal if code >> 6 == Kind.SWAP]
    points = POINTS[_trump(view)]
    worst = min(swaps, key=lambda code: points[code & 63])
    gains = view.turn_up is not None and points[view.turn_up] > points[worst & 63]
    return worst if gains or KEEP not in view.legal else KEEP


def _best(view: View) -> int:
    """Asks for a card, the partner's best or the turn-up, in place of a weak one."""
    if any(code >> 6 == Kind.SWAP for code in view.legal):
        return _exchange(view)
    points = POINTS[_trump(view)]
    worst = min((code for code in view.legal if code != KEEP), key=lambda code: points[code & 63])
    return worst if points[worst & 63] < _WORTH_KEEPING else KEEP


def _give(view: View) -> int:
    return max(view.legal, key=lambda code: POINTS[_trump(view)][code & 63])


def _defend(view: View) -> int:
    strong = hand_points(_trump(view), view.hand) >= _DEFENDING_ALONE * view.rules.hand_size
    return DEFEND if strong else PASS


def _stay(view: View) -> int:
    return STAY if hand_points(_trump(view), view.hand) >= _STAYING else WITHDRAW


def _play(view: View) -> int:
    return _follow(view) if view.trick else _lead(view)


def _lead(view: View) -> int:
    """The maker's best card; a defender's best card outside trumps, if there is one."""
    trump = _trump(view)
    points = POINTS[trump]
    plain = [code for code in view.legal if EFFECTIVE_SUIT[trump][code & 63] != trump]
    pool = view.legal if view.maker == view.viewer or not plain else plain
    return max(pool, key=lambda code: points[code & 63])


def _follow(view: View) -> int:
    """The highest winning card, the lowest as last; low if the partner has the trick or nothing wins."""
    trump = _trump(view)
    points = POINTS[trump]
    seat, best = winning(trump, view.trick)
    beaters = BEATERS[trump][EFFECTIVE_SUIT[trump][view.trick[0][1]]][best]
    winners = [code for code in view.legal if BIT[code & 63] & beaters]
    last = len(view.trick) == len(others(view))
    safe = seat in allies(view) and (last or points[best] >= _WORTH_KEEPING)
    if not winners or safe:
        return min(view.legal, key=lambda code: points[code & 63])
    return (min if last else max)(winners, key=lambda code: points[code & 63])


def _trump(view: View) -> int:
    return NO_TRUMP if view.trump is None else view.trump


_BY_PHASE: Final[Mapping[Phase, Callable[[View], int]]] = {
    Phase.JOKER: _call,
    Phase.CLAIM: _claim,
    Phase.ORDER: _call,
    Phase.NAME: _call,
    Phase.BID: _bid,
    Phase.TRUMP: _call,
    Phase.PARTNER: _partner,
    Phase.PICK_UP: _discard,
    Phase.EXCHANGE: _exchange,
    Phase.BEST: _best,
    Phase.GIVE: _give,
    Phase.DEFEND: _defend,
    Phase.STAY: _stay,
    Phase.PLAY: _play,
}
