"""The rule set of Euchre Game Notation in the words of ours, and back (RECORD "Euchre Game Notation")."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from euchre_referee.rules.options import AllPass, AloneLead, CallForBest, NoTrumpCall
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.recent import kept
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblem, RuleSetProblems, parse_ruleset

Flags = dict[str, bool | int | str]
"""A rule set as the notation writes it."""

PRESET: Final = "euchre"
_OUT_OF_REACH: Final = 1000
"""A target for games that end by their number of deals alone: the greatest there is."""


class _Flag(NamedTuple):
    """A flag of the notation and the option it means."""

    option: str
    missing: bool | int | str
    words: Mapping[bool | int | str, bool | int | str] | None
    """The option's value for every value of the flag; None if it is the same number."""


def _switch(option: str, off: bool | str, on: bool | str, missing: bool = False) -> _Flag:
    return _Flag(option, missing, {False: off, True: on})


_FLAGS: Final[Mapping[str, _Flag]] = MappingProxyType(
    {
        "std": _switch("all_pass", AllPass.REDEAL, AllPass.STICK_DEALER, missing=True),
        "canadian": _switch("partner_order_must_be_alone", False, True),
        "loner_lead": _Flag(
            "alone_lead",
            "LEFT_OF_DEALER",
            {"LEFT_OF_DEALER": AloneLead.LEFT_OF_DEALER, "LEFT_OF_LONER": AloneLead.LEFT_OF_ALONE},
        ),
        "loner_march_score": _Flag("alone_march_points", 4, None),
        "loner_euchred_score": _Flag("alone_euchre_points", 2, None),
        "defend_alone": _switch("defend_alone", False, True),
        "partners_best": _switch("call_for_best", CallForBest.OFF, CallForBest.PARTNER),
        "joker": _switch("joker", False, True),
        "allow_no_trump": _switch("no_trump_call", NoTrumpCall.OFF, NoTrumpCall.ROUND_TWO),
        "min_rank": _Flag("min_rank", 9, None),
        "winning_score": _Flag("target_score", 10, None),
        "num_deals": _Flag("max_deals", 0, None),
    }
)
_WITHOUT_COUNTERPART: Final = ("farmers", "go_under", "fast_break", "four_trick_tokens")
_PLAYERS: Final = "num_players"
_FOUR: Final = 4

_FLAG_OF_OPTION: Final = {flag.option: name for name, flag in _FLAGS.items()}


def rules_of(flags: object) -> RuleSet | RuleSetProblems:
    """The rule set that these flags mean, or everything that is wrong with them, each told by the flag's name."""
    if not isinstance(flags, dict):
        return RuleSetProblems((RuleSetProblem("ruleset", "a rule set is an object", "flags by name"),))
    problems = [problem for name, value in flags.items() if (problem := _problem(name, value)) is not None]
    if problems:
        return RuleSetProblems(tuple(problems))
    options: dict[str, object] = {flag.option: _option(flag, flags.get(name)) for name, flag in _FLAGS.items()}
    by_deals = bool(options["max_deals"])
    if "winning_score" not in flags and by_deals:
        options["target_score"] = 0
    if not options["target_score"]:
        if not by_deals:
            problem = RuleSetProblem("winning_score", "the game never ends", "a winning score or a number of deals")
            return RuleSetProblems((problem,))
        options["target_score"] = _OUT_OF_REACH
    rules = parse_ruleset(PRESET, options)
    if isinstance(rules, RuleSet):
        return kept(rules)
    return RuleSetProblems(
        tuple(RuleSetProblem(_FLAG_OF_OPTION.get(p.option, p.option), p.problem, p.allowed) for p in rules.problems)
    )


def _problem(name: str, value: object) -> RuleSetProblem | None:
    flag = _FLAGS.get(name)
    if name in _WITHOUT_COUNTERPART:
        if value is False:
            return None
        return RuleSetProblem(name, "this rule has no counterpart here", "false")
    if name == _PLAYERS:
        fits = value == _FOUR and not isinstance(value, bool)
        return None if fits else RuleSetProblem(name, "only games of four players are judged", "4")
    if flag is None:
        return RuleSetProblem(name[:60], "there is no such flag", ", ".join((*_FLAGS, _PLAYERS, *_WITHOUT_COUNTERPART)))
    if flag.words is None:
        fits = isinstance(value, int) and not isinstance(value, bool)
        return None if fits else RuleSetProblem(name, "a whole number is needed", "a whole number")
    allowed = " or ".join(str(word).lower() if isinstance(word, bool) else str(word) for word in flag.words)
    fits = any(value == word and type(value) is type(word) for word in flag.words)
    return None if fits else RuleSetProblem(name, "this is none of its values", allowed)


def _option(flag: _Flag, value: object) -> object:
    known = flag.missing if value is None else value
    assert isinstance(known, (bool, int, str))
    return known if flag.words is None else flag.words[known]


def flags_of(rules: RuleSet) -> Flags | RuleSetProblems:
    """The flags that mean this rule set, or every option that the notation cannot express."""
    if PRESETS[rules.preset].options.keys() != PRESETS[PRESET].options.keys():
        allowed = "the euchre presets with partners"
        return RuleSetProblems((RuleSetProblem("preset", f"EGN has no way to write {rules.preset}", allowed),))
    flags: Flags = {name: _flag_value(flag, getattr(rules, flag.option)) for name, flag in _FLAGS.items()}
    limit = "num_deals" if _ends_by_deals(rules) else "winning_score"
    flags = {
        name: value for name, value in flags.items() if value != _FLAGS[name].missing or name in ("std", "loner_lead")
    }
    flags.pop("winning_score" if limit == "num_deals" else "num_deals", None)
    understood = rules_of(flags)
    if isinstance(understood, RuleSetProblems):
        return understood
    problems = [
        RuleSetProblem(name, "EGN cannot express it", _word(getattr(understood, name)))
        for name in PRESETS[PRESET].options
        if getattr(rules, name) != getattr(understood, name) and _matters(rules, name)
    ]
    return RuleSetProblems(tuple(problems)) if problems else flags


def _word(value: object) -> str:
    return "none" if value == frozenset() else str(value).lower()


def _flag_value(flag: _Flag, value: object) -> bool | int | str:
    if flag.words is None:
        assert isinstance(value, int)
        return value
    return next((word for word, meant in flag.words.items() if meant == value), flag.missing)


def _ends_by_deals(rules: RuleSet) -> bool:
    """The number of deals ends every game before the target can be reached, so that the target says nothing."""
    best = max(rules.make_points, rules.march_points, rules.alone_march_points, *_euchres(rules))
    return rules.max_deals > 0 and rules.start_score + rules.max_deals * best < rules.target_score


def _euchres(rules: RuleSet) -> tuple[int, int, int]:
    return rules.euchre_points, rules.alone_euchre_points, rules.defend_alone_points


_IDLE: Final[Mapping[str, Callable[[RuleSet], bool]]] = MappingProxyType(
    {
        "start_score": lambda _: True,
        "target_score": _ends_by_deals,
        "tie_break": lambda _: True,
        "misdeal_dealer": lambda rules: not rules.misdeal_claims,
        "joker_turned": lambda rules: not rules.joker,
        "defend_alone_points": lambda rules: not rules.defend_alone,
    }
)
"""When an option changes nothing in a game with partners. (The start is written as the initial score.)"""


def _matters(rules: RuleSet, option: str) -> bool:
    idle = _IDLE.get(option)
    return idle is None or not idle(rules)
