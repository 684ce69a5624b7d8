"""A rule set: a preset with its options, checked as a whole (RULES 2)."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final
from weakref import WeakValueDictionary

from euchre_referee.rules.cards import JOKER, mask_of
from euchre_referee.rules.options import (
    AllPass,
    AloneLead,
    AuctionTrump,
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
    OptionValue,
    TieBreak,
    Uncontested,
    Withdraw,
)
from euchre_referee.rules.presets import PRESETS, Preset

NO_OPTIONS: Final[Mapping[str, object]] = MappingProxyType({})


@dataclass(frozen=True, eq=False, kw_only=True)
class RuleSet:
    """One game's rules. Equal rule sets are the same object, so ``is`` compares them.

    An option that the preset does not have holds the value under which the step or score it governs is absent.
    """

    preset: str
    canonical: str
    """The canonical JSON text that every game names by its hash."""
    hash: str
    """SHA-256 of the canonical text, hexadecimal."""

    players: int
    partners: bool
    hand_size: int
    dead_hand: bool
    bidding: Bidding
    turn_up: bool
    """Whether the first card of the talon is turned up."""
    deck: tuple[int, ...] = field(repr=False)
    """The cards in canonical order: ascending, the joker last."""
    deck_set: frozenset[int] = field(repr=False)
    deck_mask: int = field(repr=False)
    counts_down: bool
    """The target lies below the start."""

    start_score: int
    target_score: int
    min_rank: int
    max_deals: int
    tie_break: TieBreak
    all_pass: AllPass = AllPass.REDEAL
    joker: bool = False
    joker_turned: JokerTurned = JokerTurned.DEALER_MAKES
    no_trump_call: NoTrumpCall = NoTrumpCall.OFF
    alone: bool = False
    alone_lead: AloneLead = AloneLead.LEFT_OF_DEALER
    defend_alone: bool = False
    call_for_best: CallForBest = CallForBest.OFF
    partner_order_must_be_alone: bool = False
    may_discard_turn_up: bool = True
    misdeal_claims: frozenset[MisdealClaim] = frozenset()
    misdeal_dealer: MisdealDealer = MisdealDealer.SAME
    make_points: int = 0
    march_points: int = 0
    euchre_points: int = 0
    alone_march_points: int = 0
    alone_euchre_points: int = 0
    defend_alone_points: int = 0
    euchre_loss: EuchreLoss = EuchreLoss.OPPONENTS_SCORE
    laps: bool = False
    slam: bool = False
    clubs_auto: bool = False
    withdraw: Withdraw = Withdraw.OFF
    withdraw_floor: int = 0
    uncontested: Uncontested = Uncontested.FIVE_TRICKS
    sweep_wins: bool = False
    penalty: int = 0
    min_bid: int = 1
    bid_required: BidRequired = BidRequired.BID
    auction_trump: AuctionTrump = AuctionTrump.NAMED
    bid_scores: BidScores = BidScores.BID
    called_card: CalledCard = CalledCard.ACE

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return _from_canonical, (self.canonical,)


@dataclass(frozen=True, slots=True)
class RuleSetProblem:
    """One thing wrong with a rule set."""

    option: str
    """The option, or ``preset`` or ``options`` where those themselves are wrong."""
    problem: str
    allowed: str
    """What would be accepted, for people."""


@dataclass(frozen=True, slots=True)
class RuleSetProblems:
    """Everything wrong with a rule set, at least one entry."""

    problems: tuple[RuleSetProblem, ...]


_WORDS: Final[Mapping[str, type]] = MappingProxyType(
    {
        "tie_break": TieBreak,
        "all_pass": AllPass,
        "joker_turned": JokerTurned,
        "no_trump_call": NoTrumpCall,
        "alone_lead": AloneLead,
        "call_for_best": CallForBest,
        "misdeal_dealer": MisdealDealer,
        "euchre_loss": EuchreLoss,
        "withdraw": Withdraw,
        "uncontested": Uncontested,
        "bid_required": BidRequired,
        "auction_trump": AuctionTrump,
        "bid_scores": BidScores,
        "called_card": CalledCard,
    }
)

_KNOWN: Final[WeakValueDictionary[str, RuleSet]] = WeakValueDictionary()


def parse_ruleset(preset: object, options: object = NO_OPTIONS) -> RuleSet | RuleSetProblems:
    """The rule set of a preset and options as JSON gives them, or everything that is wrong with them."""
    base = PRESETS.get(preset) if isinstance(preset, str) else None
    problems = []
    if base is None:
        shown = f"no such preset: {preset:.60}" if isinstance(preset, str) else "the preset must be a text"
        problems.append(RuleSetProblem("preset", shown, "one of " + ", ".join(PRESETS)))
    if not isinstance(options, Mapping):
        problems.append(RuleSetProblem("options", "the options must be an object", "an object of options by name"))
    if base is None or not isinstance(options, Mapping):
        return RuleSetProblems(tuple(problems))
    values = {name: option.default for name, option in base.options.items()}
    for name, given in options.items():
        option = base.options.get(name)
        if option is None:
            known = ", ".join(sorted(base.options))
            problems.append(RuleSetProblem(str(name)[:60], f"{preset} has no such option", known))
            continue
        checked = option.allowed.check(given)
        if checked is None:
            problems.append(RuleSetProblem(name, "the value is not allowed", option.allowed.describe()))
            del values[name]
        else:
            values[name] = checked
    problems += _unplayable(base, values)
    return RuleSetProblems(tuple(problems)) if problems else _intern(base, values)


def _unplayable(base: Preset, values: Mapping[str, OptionValue]) -> list[RuleSetProblem]:
    """What is wrong with values that are each allowed.

    Options whose own value was refused are missing, and nothing is said of what depends on them.
    """
    found = (_score_problem(base, values), _deck_problem(base, values), *_conflicts(values))
    return [problem for problem in found if problem is not None]


def _score_problem(base: Preset, values: Mapping[str, OptionValue]) -> RuleSetProblem | None:
    start, target = values.get("start_score"), values.get("target_score")
    if not isinstance(start, int) or not isinstance(target, int):
        return None
    if "penalty" in base.options and start <= target:
        return RuleSetProblem("start_score", f"{base.name} counts down", f"start_score above target_score {target}")
    if "penalty" not in base.options and start >= target:
        return RuleSetProblem("start_score", f"{base.name} counts up", f"start_score below target_score {target}")
    return None


def _deck(values: Mapping[str, OptionValue]) -> tuple[int, ...]:
    lowest = int(values["min_rank"]) - 7  # type: ignore[arg-type]
    cards = tuple(card for card in range(JOKER) if card & 7 >= lowest)
    return (*cards, JOKER) if values.get("joker") else cards


def _cards_dealt(base: Preset) -> int:
    return base.hand_size * (base.players + base.dead_hand)


def _deck_problem(base: Preset, values: Mapping[str, OptionValue]) -> RuleSetProblem | None:
    if any(name in base.options and name not in values for name in ("min_rank", "joker")):
        return None
    have, need = len(_deck(values)), _cards_dealt(base) + base.turn_up
    if have >= need:
        return None
    return RuleSetProblem("min_rank", f"the deck has {have} cards", f"a deck of at least {need} cards")


def _conflicts(values: Mapping[str, OptionValue]) -> list[RuleSetProblem]:
    found = []
    if values.get("joker") and values.get("no_trump_call", NoTrumpCall.OFF) != NoTrumpCall.OFF:
        found.append(RuleSetProblem("no_trump_call", "there is no joker without trump", "off, or joker false"))
    if not values.get("alone", True):
        idle = {"defend_alone": False, "call_for_best": CallForBest.OFF, "partner_order_must_be_alone": False}
        for name, off in idle.items():
            if values.get(name, off) != off:
                word = str(off).lower()
                found.append(RuleSetProblem(name, "nobody may play alone", f"{word}, or alone true"))
    secret = values.get("withdraw") == Withdraw.SECRET
    if secret and values.get("uncontested") == Uncontested.LAST_MUST_STAY:
        allowed = "another value, or withdraw public or off"
        found.append(RuleSetProblem("uncontested", "being asked would tell what is secret", allowed))
    return found


def _intern(base: Preset, values: Mapping[str, OptionValue]) -> RuleSet:
    changed = {name: value for name, value in values.items() if value != base.options[name].default}
    canonical = json.dumps({"options": changed, "preset": base.name}, sort_keys=True, separators=(",", ":"))
    known = _KNOWN.get(canonical)
    if known is None:
        known = _KNOWN[canonical] = _build(base, values, canonical)
    return known


def _build(base: Preset, values: Mapping[str, OptionValue], canonical: str) -> RuleSet:
    cards = _deck(values)
    turn_up = base.turn_up or (base.bidding is Bidding.NAME_ONLY and len(cards) > _cards_dealt(base))
    typed: dict[str, object] = {
        name: _WORDS[name](value) if name in _WORDS else value for name, value in values.items()
    }
    if "misdeal_claims" in typed:
        typed["misdeal_claims"] = frozenset(map(MisdealClaim, values["misdeal_claims"]))  # type: ignore[arg-type]
    fixed: dict[str, object] = {
        "preset": base.name,
        "canonical": canonical,
        "hash": hashlib.sha256(canonical.encode()).hexdigest(),
        "players": base.players,
        "partners": base.partners,
        "hand_size": base.hand_size,
        "dead_hand": base.dead_hand,
        "bidding": Bidding.ORDER_UP if turn_up and base.bidding is Bidding.NAME_ONLY else base.bidding,
        "turn_up": turn_up,
        "deck": cards,
        "deck_set": frozenset(cards),
        "deck_mask": mask_of(cards),
        "counts_down": "penalty" in base.options,
    }
    return RuleSet(**fixed, **typed)  # type: ignore[arg-type]


def _from_canonical(canonical: str) -> RuleSet:
    form = json.loads(canonical)
    rules = parse_ruleset(form["preset"], form["options"])
    if isinstance(rules, RuleSetProblems):
        raise ValueError(f"not a canonical rule set: {canonical}")
    return rules
