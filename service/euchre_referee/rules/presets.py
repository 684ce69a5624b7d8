"""The presets: what each fixes, and the options it accepts with their defaults and values (RULES 2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from euchre_referee.rules.options import (
    AllPass,
    AloneLead,
    AuctionTrump,
    Between,
    Bidding,
    BidRequired,
    BidScores,
    CalledCard,
    CallForBest,
    EuchreLoss,
    JokerTurned,
    MisdealClaim,
    MisdealDealer,
    NoTrumpCall,
    OneOf,
    Option,
    SetOf,
    TieBreak,
    Uncontested,
    Withdraw,
)

Options = dict[str, Option]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named game: its fixed shape and the options it accepts."""

    name: str
    players: int
    partners: bool
    hand_size: int
    dead_hand: bool
    turn_up: bool
    """At the default deck; see ``RuleSet.turn_up``."""
    bidding: Bidding
    options: Mapping[str, Option]


def _flag(default: bool) -> Option:
    return Option(default, OneOf((False, True)))


def _word(default: StrEnum, *others: StrEnum) -> Option:
    values = others or tuple(type(default))
    return Option(str(default), OneOf(tuple(sorted({str(word) for word in (default, *values)}))))


def _points(default: int) -> Option:
    return Option(default, Between(0, 100))


def _every_game(start: int, target: int, min_rank: int, tie_break: TieBreak) -> Options:
    return {
        "start_score": Option(start, Between(-1000, 1000)),
        "target_score": Option(target, Between(-1000, 1000)),
        "min_rank": Option(min_rank, OneOf((7, 8, 9, 10))),
        "max_deals": Option(0, Between(0, 1000)),
        "tie_break": _word(tie_break),
    }


def _joker(default: bool, turned: JokerTurned) -> Options:
    return {"joker": _flag(default), "joker_turned": _word(turned)}


def _ordering_up() -> Options:
    return {"no_trump_call": _word(NoTrumpCall.OFF), "may_discard_turn_up": _flag(True)}


def _misdeals() -> Options:
    return {
        "misdeal_claims": Option((), SetOf(tuple(sorted(MisdealClaim)))),
        "misdeal_dealer": _word(MisdealDealer.SAME),
    }


def _trick_points(make: int, march: int, euchre: int) -> Options:
    return {
        "make_points": _points(make),
        "march_points": _points(march),
        "euchre_points": _points(euchre),
    }


def _loss_and_surplus(surplus: bool) -> Options:
    return {
        "euchre_loss": _word(EuchreLoss.OPPONENTS_SCORE),
        "laps": _flag(surplus),
        "slam": _flag(surplus),
    }


def _alone(lead: AloneLead, march: int, euchre: int) -> Options:
    return {
        "alone": _flag(True),
        "alone_lead": _word(lead),
        "alone_march_points": _points(march),
        "alone_euchre_points": _points(euchre),
    }


def _pairs(*, joker: bool, railroad: bool) -> Options:
    return {
        **_every_game(0, 10, 9, TieBreak.BEST_JOINT),
        **_joker(joker, JokerTurned.DEALER_MAKES),
        **_ordering_up(),
        **_misdeals(),
        **_trick_points(1, 2, 2),
        **_loss_and_surplus(railroad),
        **_alone(AloneLead.LEFT_OF_ALONE, 4, 2),
        "all_pass": _word(AllPass.REDEAL, AllPass.STICK_DEALER),
        "defend_alone": _flag(railroad),
        "defend_alone_points": _points(4),
        "call_for_best": _word(CallForBest.PARTNER if railroad else CallForBest.OFF),
        "partner_order_must_be_alone": _flag(False),
    }


def _two_handed() -> Options:
    return {
        **_every_game(0, 10, 10, TieBreak.BEST_JOINT),
        **_ordering_up(),
        **_trick_points(1, 2, 2),
        **_loss_and_surplus(False),
        "all_pass": _word(AllPass.STICK_DEALER, AllPass.REDEAL),
    }


def _cutthroat() -> Options:
    return {
        **_every_game(0, 10, 9, TieBreak.BEST_JOINT),
        **_joker(False, JokerTurned.DEALER_MAKES),
        **_ordering_up(),
        **_misdeals(),
        **_trick_points(1, 3, 2),
        "euchre_loss": _word(EuchreLoss.OPPONENTS_SCORE),
        "alone_lead": _word(AloneLead.LEFT_OF_DEALER),
        "all_pass": _word(AllPass.REDEAL, AllPass.STICK_DEALER),
    }


def _auction() -> Options:
    return {
        **_every_game(0, 10, 9, TieBreak.BEST_JOINT),
        "joker": _flag(True),
        "alone_lead": _word(AloneLead.LEFT_OF_DEALER),
        "min_bid": Option(2, Between(1, 5)),
        "bid_scores": _word(BidScores.BID),
        "called_card": _word(CalledCard.ACE),
    }


def _buck_family(start: int, floor: int) -> Options:
    return {
        **_every_game(start, 0, 9, TieBreak.JOINT),
        **_misdeals(),
        "clubs_auto": _flag(True),
        "withdraw": _word(Withdraw.PUBLIC),
        "withdraw_floor": Option(floor, Between(0, 1000)),
        "uncontested": _word(Uncontested.INSTANT_WIN),
        "sweep_wins": _flag(True),
        "penalty": _points(5),
    }


def _buck(start: int, floor: int) -> Options:
    return {
        **_buck_family(start, floor),
        **_ordering_up(),
        "all_pass": _word(AllPass.NO_TRUMP, AllPass.REDEAL, AllPass.STICK_DEALER),
    }


def _dirty_clubs(start: int, floor: int) -> Options:
    return {
        **_buck_family(start, floor),
        "all_pass": _word(AllPass.NO_TRUMP, AllPass.REDEAL),
        "min_bid": Option(1, Between(1, 5)),
        "bid_required": _word(BidRequired.BID),
        "auction_trump": _word(AuctionTrump.NAMED),
    }


def _belote() -> Options:
    return {
        **_every_game(0, 5, 7, TieBreak.BEST_JOINT),
        **_joker(False, JokerTurned.DEALER_PROPOSES),
        **_trick_points(1, 2, 2),
        "all_pass": _word(AllPass.NO_MAKER, AllPass.REDEAL),
    }


def _belote_four() -> Options:
    return {
        **_every_game(0, 10, 7, TieBreak.BEST_JOINT),
        **_joker(False, JokerTurned.DEALER_PROPOSES),
        **_trick_points(1, 2, 3),
        **_loss_and_surplus(False),
        **_alone(AloneLead.LEFT_OF_DEALER, 3, 3),
        "all_pass": _word(AllPass.REDEAL, AllPass.NO_MAKER),
    }


def _preset(
    name: str,
    players: int,
    bidding: Bidding,
    options: Options,
    *,
    partners: bool = False,
    hand_size: int = 5,
    dead_hand: bool = False,
    turn_up: bool = True,
) -> Preset:
    return Preset(name, players, partners, hand_size, dead_hand, turn_up, bidding, MappingProxyType(options))


_ALL: Final = (
    _preset("euchre", 4, Bidding.ORDER_UP, _pairs(joker=False, railroad=False), partners=True),
    _preset("euchre-benny", 4, Bidding.ORDER_UP, _pairs(joker=True, railroad=False), partners=True),
    _preset("euchre-railroad", 4, Bidding.ORDER_UP, _pairs(joker=True, railroad=True), partners=True),
    _preset("euchre-two-handed", 2, Bidding.NAME_ONLY, _two_handed(), hand_size=10, turn_up=False),
    _preset("euchre-cutthroat", 3, Bidding.ORDER_UP, _cutthroat()),
    _preset("euchre-auction", 5, Bidding.AUCTION, _auction(), turn_up=False),
    _preset("buck", 4, Bidding.ORDER_UP, _buck(25, 0)),
    _preset("dirty-clubs", 4, Bidding.DIRTY, _dirty_clubs(20, 0)),
    _preset("buck-three", 3, Bidding.ORDER_UP, _buck(15, 5), dead_hand=True),
    _preset("dirty-clubs-three", 3, Bidding.DIRTY, _dirty_clubs(15, 5), dead_hand=True),
    _preset("american-belote-two", 2, Bidding.BELOTE, _belote()),
    _preset("american-belote-three", 3, Bidding.BELOTE, _belote()),
    _preset("american-belote-four", 4, Bidding.BELOTE4, _belote_four(), partners=True),
)

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({preset.name: preset for preset in _ALL})
"""Every preset by name, in the rule book's order."""
