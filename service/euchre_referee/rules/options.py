"""The words an option's value can be, and what values an option accepts (RULES 2)."""

from dataclasses import dataclass
from enum import StrEnum

OptionValue = bool | int | str | tuple[str, ...]
"""A checked value; a set of words is a sorted tuple."""


class Bidding(StrEnum):
    """How a preset makes trump."""

    ORDER_UP = "order_up"
    NAME_ONLY = "name_only"
    DIRTY = "dirty"
    AUCTION = "auction"
    BELOTE = "belote"
    BELOTE4 = "belote4"


class AllPass(StrEnum):
    """What follows when nobody makes trump."""

    REDEAL = "redeal"
    STICK_DEALER = "stick_dealer"
    NO_TRUMP = "no_trump"
    NO_MAKER = "no_maker"


class JokerTurned(StrEnum):
    """What a joker as turn-up means."""

    DEALER_MAKES = "dealer_makes"
    DEALER_PROPOSES = "dealer_proposes"


class NoTrumpCall(StrEnum):
    """When no trump may be named."""

    OFF = "off"
    ROUND_TWO = "round_two"
    ANY_ROUND = "any_round"


class AloneLead(StrEnum):
    """Who leads against a lone maker."""

    LEFT_OF_ALONE = "left_of_alone"
    LEFT_OF_DEALER = "left_of_dealer"


class CallForBest(StrEnum):
    """Where a lone maker may get another card from."""

    OFF = "off"
    PARTNER = "partner"
    TURN_UP = "turn_up"


class MisdealClaim(StrEnum):
    """A hand that may claim a misdeal."""

    FARMERS_HAND = "farmers_hand"
    ACE_NO_FACE = "ace_no_face"
    NO_FACE = "no_face"


class MisdealDealer(StrEnum):
    """Who deals after a claim."""

    SAME = "same"
    NEXT = "next"


class EuchreLoss(StrEnum):
    """Who pays for a euchre."""

    OPPONENTS_SCORE = "opponents_score"
    MAKER_LOSES = "maker_loses"


class Withdraw(StrEnum):
    """How stay or withdraw is asked."""

    PUBLIC = "public"
    SECRET = "secret"
    OFF = "off"


class Uncontested(StrEnum):
    """What follows when everybody but the maker withdrew."""

    INSTANT_WIN = "instant_win"
    FIVE_TRICKS = "five_tricks"
    LAST_MUST_STAY = "last_must_stay"


class BidRequired(StrEnum):
    """Tricks the highest bidder needs."""

    BID = "bid"
    AT_LEAST_THREE = "at_least_three"


class AuctionTrump(StrEnum):
    """Where the trump of an auction comes from."""

    NAMED = "named"
    TURNED = "turned"


class BidScores(StrEnum):
    """What a made bid scores."""

    BID = "bid"
    TRICKS = "tricks"


class CalledCard(StrEnum):
    """Which cards may call a partner."""

    ACE = "ace"
    ANY_NONTRUMP = "any_nontrump"


class TieBreak(StrEnum):
    """Who wins when several players reach the target in one deal."""

    JOINT = "joint"
    BEST_JOINT = "best_joint"
    BEST_THEN_MAKER = "best_then_maker"
    MAKER_FIRST = "maker_first"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these values; a bool is no number and a fraction no whole number."""

    values: tuple[bool | int | str, ...]

    def check(self, value: object) -> OptionValue | None:
        """The value as a rule set keeps it, or None if it is not allowed."""
        for allowed in self.values:
            same_type = isinstance(value, type(allowed)) and isinstance(value, bool) == isinstance(allowed, bool)
            if same_type and value == allowed:
                return allowed
        return None

    def describe(self) -> str:
        """The allowed values, for people."""
        return "one of " + ", ".join(_json_word(value) for value in self.values)


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number in a closed range."""

    low: int
    high: int

    def check(self, value: object) -> OptionValue | None:
        """The value as a rule set keeps it, or None if it is not allowed."""
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        return None

    def describe(self) -> str:
        """The allowed values, for people."""
        return f"a whole number from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class SetOf:
    """A list of different words in any order."""

    words: tuple[str, ...]

    def check(self, value: object) -> OptionValue | None:
        """The value as a rule set keeps it, or None if it is not allowed."""
        if not isinstance(value, (list, tuple)):
            return None
        if not all(isinstance(word, str) and word in self.words for word in value):
            return None
        return tuple(sorted(map(str, value))) if len(set(value)) == len(value) else None

    def describe(self) -> str:
        """The allowed values, for people."""
        return "a list without repeats of " + ", ".join(self.words)


Allowed = OneOf | Between | SetOf


@dataclass(frozen=True, slots=True)
class Option:
    """An option as one preset has it."""

    default: OptionValue
    allowed: Allowed


def _json_word(value: bool | int | str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
