"""What an option's values change, as rows of tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.rules.state import State
from tests.rules.situations import Situation, next_dealer, question, reached

REFUSED = "refused"
"""Expected where a value cannot be played."""

NAMED_FOR = {"target_score": "start_score", "joker": "min_rank"}
"""Of two options that do not go together one is named."""

Value = bool | int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """A situation under every value of an option; other options are as the preset has them, but for ``given``."""

    option: str
    presets: tuple[str, ...]
    situation: Situation
    seen: Callable[[State], str]
    expected: Mapping[Value, str]
    """By value: what is seen, the reason of a refusal on the way, or ``REFUSED``."""
    given: Mapping[str, object] = field(default_factory=dict)


def rules_under(effect: Effect, preset: str, value: Value) -> RuleSet | None:
    """The rule set, or None where it is refused."""
    options = {**effect.given, effect.option: list(value) if isinstance(value, tuple) else value}
    parsed = parse_ruleset(preset, options)
    if isinstance(parsed, RuleSet):
        return parsed
    (problem,) = parsed.problems
    assert problem.option in (effect.option, NAMED_FOR.get(effect.option))
    return None


def shown(effect: Effect, preset: str, value: Value) -> str:
    """What is seen of the situation under this value."""
    rules = rules_under(effect, preset, value)
    if rules is None:
        return REFUSED
    state = reached(rules, effect.situation)
    return state.reason.value if isinstance(state, Refusal) else effect.seen(state)


NOT_IN_DECK = "CARD_NOT_IN_DECK"


def decks(*presets: str, of_tens: str = NOT_IN_DECK) -> tuple[Effect, ...]:
    """``min_rank`` with a seven, an eight and a nine turned; ``of_tens`` is what becomes of a deck from tens up."""
    return tuple(
        Effect(
            "min_rank",
            presets,
            Situation(turned=f"{turned}h"),
            dealt_at_all,
            {**{rank: "dealt" if rank <= turned else NOT_IN_DECK for rank in (7, 8, 9)}, 10: of_tens},
        )
        for turned in (7, 8, 9)
    )


def dealt_at_all(state: State) -> str:
    """Seen where the deal itself is in question."""
    assert state.to_act >= 0
    return "dealt"


SMALL_HANDS = Situation("9c Tc 9d Td 9s, Ah As 9h Th Ts, Jh Jd Kh Qh Ad, Ac Kc Qc Jc Js", turned="Kd")
"""Seat 0 has no card above the ten, seat 1 aces and no face; nobody else has a claim."""


def claims(presets: tuple[str, ...], bidding: str) -> tuple[Effect, ...]:
    """``misdeal_claims`` and who deals after one; ``bidding`` is what a seat is asked without claims."""
    seat_0: dict[Value, str] = {
        (): f"0: {bidding}",
        ("farmers_hand",): "0: claim, pass",
        ("no_face",): "0: claim, pass",
    }
    seat_1: dict[Value, str] = {("farmers_hand",): "1: pass", ("no_face",): "1: claim, pass"}
    both = ("ace_no_face", "farmers_hand")
    return (
        Effect("misdeal_claims", presets, SMALL_HANDS, question, {**seat_0, ("ace_no_face",): "0: pass"}),
        Effect(
            "misdeal_claims",
            presets,
            replace(SMALL_HANDS, actions="pass"),
            question,
            {**seat_1, ("ace_no_face",): "1: claim, pass", both: "1: claim, pass"},
        ),
        Effect(
            "misdeal_claims",
            presets,
            replace(SMALL_HANDS, actions="2 pass"),
            question,
            dict.fromkeys((("farmers_hand",), ("no_face",), ("ace_no_face",)), "2: pass"),
        ),
        Effect(
            "misdeal_dealer",
            presets,
            replace(SMALL_HANDS, actions="claim"),
            next_dealer,
            {"same": "MISDEAL, the same deals", "next": "MISDEAL, the next deals"},
            {"misdeal_claims": ["farmers_hand"]},
        ),
    )
