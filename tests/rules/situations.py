"""Small positions, written in the words of records, and what can be seen of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from euchre_referee.rules.actions import action_text
from euchre_referee.rules.cards import TRUMPS, card_text, hand_cards
from euchre_referee.rules.engine import apply, between_deals, deal
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import Deal, State, held
from euchre_referee.rules.views import view
from tests.rules.games import rules_of
from tests.rules.positions import cards, code_of

HEARTS_SPADES_CLUBS_DIAMONDS = "Jh Jd Ah Kh Qh, As Ks Qs Js Ts, Ac Kc Qc Jc Tc, Ad Kd Qd Td 9d"
"""Seat 0 takes every trick when hearts are trump, whoever leads and whatever is played."""

THREE_TRUMPS = "Jh Jd Ah 9c 9s, As Ks Qs Js Ts, Ac Kc Qc Jc Tc, Ad Kd Qd Td 9d"
"""Seat 0 takes exactly three tricks when hearts are trump and no other heart is in play."""

TWO_BOWERS = "Jh Jd 9c 9s 9d, As Ks Qs Js Ts, Ac Kc Qc Jc Tc, Ad Kd Qd Td Ah"
"""Seat 0 takes exactly two tricks when hearts are trump."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A deal by the last seat, and the actions so far, each by whoever is to act."""

    hands: str = HEARTS_SPADES_CLUBS_DIAMONDS
    """Hands parted by commas; a table plays the first of them, the others lie in the talon or the dead hand."""
    turned: str = "Th"
    """The first card of the talon; every other card of the deck follows."""
    actions: str = ""
    """Parted by commas; a number before an action repeats it."""
    played_out: bool = False
    """Then everybody plays the lowest legal card to the end of the deal."""
    scores: tuple[int, ...] = ()
    """By seat, before the deal; () is the start of a game."""


def texts(actions: str) -> list[str]:
    """The actions of a situation, one by one."""
    found = []
    for entry in filter(None, map(str.strip, actions.split(","))):
        count, _, text = entry.partition(" ")
        found += [text] * int(count) if count.isdigit() else [entry]
    return found


def dealt(rules: RuleSet, situation: Situation) -> Deal:
    """The cards of a situation, dealt by the last seat."""
    hands = [cards(hand) for hand in situation.hands.split(",")][: rules.players + rules.dead_hand]
    out = {card for hand in hands for card in hand}
    turned = cards(situation.turned) if rules.turn_up else ()
    talon = (*turned, *(card for card in rules.deck if card not in out and card not in turned))
    return Deal(rules.players - 1, tuple(hands), talon)


def reached(rules: RuleSet, situation: Situation) -> State | Refusal:
    """The position after a situation's actions, or the first refusal."""
    scores = situation.scores or (rules.start_score,) * rules.players
    state = deal(between_deals(rules, scores, -1, 0, 0), dealt(rules, situation))
    for text in texts(situation.actions):
        if isinstance(state, Refusal):
            return state
        state = apply(state, state.to_act, code_of(text))
    while situation.played_out and isinstance(state, State) and state.to_act >= 0:
        state = apply(state, state.to_act, min(state.legal))
    return state


def stands(rules: RuleSet, situation: Situation) -> State:
    """The position after actions that are all known to be legal."""
    state = reached(rules, situation)
    assert isinstance(state, State), state
    return state


@dataclass(frozen=True, slots=True)
class Point:
    """One point of the rule book."""

    preset: str
    situation: Situation
    seen: Callable[[State], str]
    expected: str
    """What is seen, or the reason of a refusal on the way."""
    options: Mapping[str, object] = field(default_factory=dict)

    def found(self) -> str:
        """What becomes of the situation."""
        state = reached(rules_of(self.preset, **self.options), self.situation)
        return state.reason.value if isinstance(state, Refusal) else self.seen(state)


def question(state: State) -> str:
    """Who is to act and what is legal, kind by kind: ``0: name c d s, pass``."""
    kinds: dict[str, list[str]] = {}
    for text in map(action_text, state.legal):
        word, _, rest = text.partition(" ")
        alone = " alone" if rest.endswith("alone") else ""
        kinds.setdefault(word + alone, []).append(rest.removesuffix("alone").strip())
    shown = sorted(" ".join([kind, *filter(None, rest)]) for kind, rest in kinds.items())
    return f"{state.to_act}: {', '.join(shown)}"


def step(state: State) -> str:
    """Who is to act in which step: ``1 play``."""
    return f"{state.to_act} {state.phase}"


def worth(state: State) -> str:
    """How the deal ended and what it was worth by seat: ``MARCH 2 0 2 0``."""
    assert state.result is not None, question(state)
    return " ".join([state.result.outcome, *map(str, state.result.points)])


def totals(state: State) -> str:
    """The scores by seat."""
    return " ".join(map(str, state.scores))


def next_dealer(state: State) -> str:
    """How a void deal ended and who deals next, or the step in which it goes on: ``MISDEAL, the next deals``."""
    if state.result is None:
        return step(state)
    same = state.dealer == state.result.dealer
    assert same or state.dealer == (state.result.dealer + 1) % state.rules.players
    return f"{state.result.outcome}, the {'same' if same else 'next'} deals"


def ending(state: State) -> str:
    """Whether and how the game is over: ``target: 0 2, value 1, carried 0 0 0 0``."""
    if not state.finished:
        return "goes on"
    winners, carried = (" ".join(map(str, seats)) for seats in (state.winners, state.carried))
    return f"{state.ended_by}: {winners}, value {state.game_value}, carried {carried}"


def trump(state: State) -> str:
    """The trump, who made it and whether alone: ``h by 1 alone``."""
    letter = "-" if state.trump is None else TRUMPS[state.trump]
    return f"{letter} by {'nobody' if state.maker is None else state.maker}{' alone' if state.alone else ''}"


def hands(state: State) -> str:
    """Every hand: ``9c Tc, Jh``."""
    return ", ".join(
        " ".join(map(card_text, hand_cards(held(state, seat)))) or "-" for seat in range(state.rules.players)
    )


def winners(state: State) -> str:
    """Who has won: ``1 2``."""
    return " ".join(map(str, state.winners))


def known_answers(state: State) -> str:
    """What a spectator knows of the answers: ``withdrew 1, stayed 2``."""
    seen = view(state, None)
    return f"withdrew {' '.join(map(str, seen.withdrew))}, stayed {' '.join(map(str, seen.stayed))}"
