"""Which steps a rule set's deals go through, in order, and how they are scored (RULES 3)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final
from weakref import WeakKeyDictionary

from euchre_referee.rules.options import Bidding, CallForBest, JokerTurned, Withdraw
from euchre_referee.rules.phases.answering import DefendAlone, StayOrWithdraw
from euchre_referee.rules.phases.auction import BidderNames, Bids, CallPartner
from euchre_referee.rules.phases.belote import BeloteFirstPass, BeloteSecondPass, TakeUp
from euchre_referee.rules.phases.changing import CallForBest as CallForBestStep
from euchre_referee.rules.phases.changing import Exchange, GiveBest, PickUp
from euchre_referee.rules.phases.opening import Claims, ForcedClubs, TurnedJoker
from euchre_referee.rules.phases.ordering import NameTrump, OrderUp
from euchre_referee.rules.phases.play import Play, PlayWithCalledPartner
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.scoring import score_function
from euchre_referee.rules.state import Plan, Step, cleared_table

Steps = tuple[Step, ...]

_BIDDING: Final[Mapping[Bidding, Callable[[RuleSet], Steps]]] = MappingProxyType(
    {
        Bidding.ORDER_UP: lambda rules: (OrderUp(rules), NameTrump(rules), PickUp()),
        Bidding.NAME_ONLY: lambda rules: (NameTrump(rules),),
        Bidding.DIRTY: lambda rules: (Bids(), BidderNames(rules), Exchange()),
        Bidding.AUCTION: lambda rules: (Bids(), BidderNames(rules), CallPartner()),
        Bidding.BELOTE: lambda rules: (BeloteFirstPass(), BeloteSecondPass(), *_joker_pick_up(rules), Exchange()),
        Bidding.BELOTE4: lambda rules: (TakeUp(rules), NameTrump(rules), *_joker_pick_up(rules), Exchange()),
    }
)

_PLANS: Final[WeakKeyDictionary[RuleSet, Plan]] = WeakKeyDictionary()


def plan_of(rules: RuleSet) -> Plan:
    """The plan of a rule set, made once."""
    plan = _PLANS.get(rules)
    if plan is None:
        steps = (*_opening(rules), *_BIDDING[rules.bidding](rules), *_before_play(rules), _play(rules))
        hands = (rules.hand_size,) * (rules.players + rules.dead_hand)
        sizes = (*hands, len(rules.deck) - sum(hands))
        plan = _PLANS[rules] = Plan(steps, score_function(rules), sizes, cleared_table(rules.players))
    return plan


def _opening(rules: RuleSet) -> Steps:
    steps: list[Step] = []
    if rules.joker and rules.turn_up:
        steps.append(TurnedJoker())
    if rules.misdeal_claims:
        steps.append(Claims())
    if rules.clubs_auto:
        steps.append(ForcedClubs())
    return tuple(steps)


def _joker_pick_up(rules: RuleSet) -> Steps:
    return (PickUp(),) if rules.joker and rules.joker_turned is JokerTurned.DEALER_MAKES else ()


def _before_play(rules: RuleSet) -> Steps:
    steps: list[Step] = []
    if rules.call_for_best is CallForBest.TURN_UP:
        steps.append(Exchange())
    if rules.call_for_best is CallForBest.PARTNER:
        steps += (CallForBestStep(), GiveBest())
    if rules.defend_alone:
        steps.append(DefendAlone())
    if rules.withdraw is not Withdraw.OFF:
        steps.append(StayOrWithdraw(rules))
    return tuple(steps)


def _play(rules: RuleSet) -> Step:
    return PlayWithCalledPartner(rules) if rules.bidding is Bidding.AUCTION else Play(rules)
