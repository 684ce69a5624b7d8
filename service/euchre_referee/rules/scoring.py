"""What a played deal is worth, by family of games (RULES 6 to 9)."""

from collections.abc import Callable, Iterable

from euchre_referee.rules.options import Bidding, BidRequired, BidScores, EuchreLoss, Uncontested
from euchre_referee.rules.result import Outcome
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import Score, State

_TOGETHER, _ALONE, _ALONE_AGAINST_ONE = range(3)
"""How the maker's side plays."""


def score_function(rules: RuleSet) -> Callable[[State], Score]:
    """How this rule set scores a deal that was played, or that the maker won uncontested."""
    if rules.counts_down:
        return score_buck
    if rules.bidding is Bidding.AUCTION:
        return score_auction
    return EuchreScores(rules)


def _points(rules: RuleSet, seats: Iterable[int], points: int) -> tuple[int, ...]:
    by_seat = [0] * rules.players
    for seat in seats:
        by_seat[seat] = points
    return tuple(by_seat)


def _side(rules: RuleSet, seat: int) -> tuple[int, ...]:
    return (seat % 2, seat % 2 + 2) if rules.partners else (seat,)


def _opponents(rules: RuleSet, side: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in range(rules.players) if seat not in side)


class EuchreScores:
    """Euchre and american belote: points for a made game, a march or a euchre (RULES 8 and 9), in a table."""

    def __init__(self, rules: RuleSet) -> None:
        sides = [_side(rules, seat) for seat in range(rules.players)]
        self._partner = tuple(side[0] + side[-1] - seat for seat, side in enumerate(sides)) if rules.partners else None
        self._worth = tuple(
            tuple(tuple(_worth(rules, side, how, taken) for taken in range(rules.hand_size + 1)) for how in range(3))
            for side in sides
        )

    def __call__(self, state: State) -> Score:
        """The score of a deal played out."""
        maker, tricks = state.maker, state.tricks
        if maker is None:
            return _without_maker(state)
        taken = tricks[maker]
        if self._partner is not None:
            taken += tricks[self._partner[maker]]
        how = _TOGETHER if not state.alone else _ALONE if state.lone_defender is None else _ALONE_AGAINST_ONE
        return self._worth[maker][how][taken]


def _worth(rules: RuleSet, side: tuple[int, ...], how: int, taken: int) -> Score:
    """The score of a maker's side that took so many tricks."""
    if taken == rules.hand_size:
        march = rules.march_points if how == _TOGETHER else rules.alone_march_points
        return Score(Outcome.MARCH, _points(rules, side, march), None)
    if taken * 2 > rules.hand_size:
        return Score(Outcome.MADE, _points(rules, side, rules.make_points), None)
    lost = _euchre_points(rules, how, taken)
    if rules.euchre_loss is EuchreLoss.MAKER_LOSES:
        return Score(Outcome.EUCHRED, _points(rules, side, -lost), None)
    return Score(Outcome.EUCHRED, _points(rules, _opponents(rules, side), lost), None)


def _euchre_points(rules: RuleSet, how: int, taken: int) -> int:
    if how == _ALONE_AGAINST_ONE:
        return rules.defend_alone_points
    if how == _ALONE:
        return rules.alone_euchre_points
    no_trick = rules.bidding is Bidding.BELOTE and taken == 0
    return rules.euchre_points + no_trick


def _without_maker(state: State) -> Score:
    rules = state.rules
    for seat in range(rules.players):
        side = _side(rules, seat)
        taken = sum(state.tricks[mate] for mate in side)
        if taken * 2 > rules.hand_size:
            points = rules.march_points if taken == rules.hand_size else rules.make_points
            return Score(Outcome.NO_MAKER, _points(rules, side, points), None)
    return Score(Outcome.NO_MAKER, (0,) * rules.players, None)


def score_buck(state: State) -> Score:
    """The buck family: a point down for each trick, or a penalty up (RULES 6 and 9)."""
    rules, maker, tricks = state.rules, state.maker, state.tricks
    needed = [0 if seat in state.withdrew else 1 for seat in range(rules.players)]
    outcome = Outcome.NO_MAKER
    if maker is not None:
        needed[maker] = _tricks_needed(state)
        outcome = Outcome.MADE if tricks[maker] >= needed[maker] else Outcome.EUCHRED
    points = tuple(-taken if taken >= need else rules.penalty for taken, need in zip(tricks, needed, strict=True))
    sweeper = tricks.index(rules.hand_size) if rules.sweep_wins and rules.hand_size in tricks else None
    if len(state.withdrew) == rules.players - 1:
        outcome = Outcome.UNCONTESTED
        if rules.uncontested is not Uncontested.INSTANT_WIN:
            sweeper = None
    return Score(outcome, points, sweeper)


def _tricks_needed(state: State) -> int:
    if state.best_bid is None:
        return 3
    bid = state.best_bid[1]
    return max(bid, 3) if state.rules.bid_required is BidRequired.AT_LEAST_THREE else bid


def score_auction(state: State) -> Score:
    """Auction euchre: the bid to the maker's side, or to each of its opponents (RULES 7)."""
    rules, maker = state.rules, state.maker
    if maker is None or state.best_bid is None:
        raise AssertionError("an auction without a bid is thrown in, never scored")
    bid = state.best_bid[1]
    side = (maker,) if state.partner is None else (maker, state.partner)
    taken = sum(state.tricks[seat] for seat in side)
    if taken < bid:
        return Score(Outcome.EUCHRED, _points(rules, _opponents(rules, side), bid), None)
    made = taken if rules.bid_scores is BidScores.TRICKS else bid
    return Score(Outcome.MADE, _points(rules, side, made), None)
