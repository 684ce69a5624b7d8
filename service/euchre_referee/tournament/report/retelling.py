"""A game told step by step, each step by what it changes, so that whoever shows it needs no rules.

The reader (`assets/scenes.js`) expects of a play that the card leaves the hand for the trick and that the next seat
is to act; a step tells where that is not all, and of every other action all that it changes. Keys of a scene are
those of `_scene`; what stands on a table at the end of the telling is what the engine says, step by step.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from euchre_referee.rules.actions import PLAY
from euchre_referee.rules.answers import trump_text
from euchre_referee.rules.cards import card_text, cards_in
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.losing import lose_deal
from euchre_referee.rules.records import DealtRecord, Record, Unreadable, parse_move, read_record
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.result import DealResult
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State, held
from euchre_referee.tournament.fields import FieldError, Json
from euchre_referee.tournament.report.timing import Times

Scene = dict[str, object]
"""What lies on the table, as JSON has it; cards and suits as records write them, None where there is none."""

LOST: Final = "lost"
"""Stands for an action where a seat lost the deal instead of acting."""


class Told(NamedTuple):
    """A game for the replay, the results of its completed deals, and where it stands at the end."""

    replay: Json
    results: tuple[DealResult, ...]
    state: State


def retell(rules: RuleSet, value: Json, times: Times | None = None) -> Told:
    """The game of a record that was judged before; raises FieldError if it breaks the rules all the same.

    `times`: how long its decisions took.
    """
    record = read_record(value)
    if isinstance(record, Unreadable):
        raise FieldError(record.detail)
    telling = _Telling(rules, record)
    deals = [telling.deal(number, entry) for number, entry in enumerate(record.deals)]
    _add_times(deals, times or ())
    _add_marks(deals, value.get("marks"))
    return Told({"players": rules.players, "deals": deals}, tuple(telling.results), telling.state)


class _Telling:
    def __init__(self, rules: RuleSet, record: Record) -> None:
        self.state = new_game(rules)
        self.results: list[DealResult] = []
        self._record = record

    def deal(self, number: int, entry: DealtRecord) -> dict[str, object]:
        """One deal: the cards that no seat holds, the first scene, and every step."""
        self._take(deal(self.state, entry.dealt))
        players = self.state.rules.players
        told: dict[str, object] = {
            "talon": entry.texts[-1],
            "first": _changes(EMPTY, _scene(self.state)),
            "steps": list(self._steps(number, entry.actions)),
        }
        if len(entry.texts) - 1 > players:
            told["dead"] = entry.texts[players]
        return told

    def _steps(self, number: int, actions: Sequence[str]) -> Iterator[list[object]]:
        lost = self._record.lost.get(number)
        for at, text in enumerate((*actions, None)):
            if lost is not None and (lost.action, lost.seat) == (at, self.state.to_act):
                before = _scene(self.state)
                self._take(lose_deal(self.state, lost.seat))
                yield [f"{lost.seat} {LOST}", _changes(before, _scene(self.state))]
            if text is not None:
                yield self._step(text)

    def _step(self, text: str) -> list[object]:
        move = parse_move(text)
        if move is None:
            raise FieldError(f"{text!r} is no action")
        seat, code = move
        before, after = self.state, self._take(apply(self.state, seat, code))
        won = after.leader if code >= PLAY and after.tricks != before.tricks else None
        told: Scene = {} if won is None else {"won": won}
        if code >= PLAY and after.__dict__ is before.__dict__:
            # States that share their dictionary differ by the card alone.
            expected = (seat + 1) % after.rules.players if won is None else won
            if after.to_act != expected:
                told["to"] = after.to_act
        else:
            told |= _changes(_expected(_scene(before), seat, code, won), _scene(after))
        return [text, told] if told else [text]

    def _take(self, after: State | Refusal) -> State:
        if isinstance(after, Refusal):
            raise FieldError(after.detail)
        self.state = after
        if after.result is not None:
            self.results.append(after.result)
        return after


def _scene(state: State) -> Scene:
    return {
        "hands": [_cards(held(state, seat)) for seat in range(state.rules.players)],
        "away": [" ".join(map(card_text, cards)) for cards in state.put_away],
        "turn": None if state.turn_up is None else card_text(state.turn_up),
        "down": state.turned_down,
        "proposed": trump_text(state.proposed),
        "trump": trump_text(state.trump),
        "maker": state.maker,
        "alone": state.alone,
        "defender": state.lone_defender,
        "out": list(state.sits_out),
        "bid": None if state.best_bid is None else list(state.best_bid),
        "called": None if state.called is None else card_text(state.called),
        "partner": state.partner,
        "withdrew": list(state.withdrew),
        "stayed": list(state.stayed),
        "scores": list(state.scores),
        "phase": str(state.phase),
        "to": state.to_act,
        "leader": state.leader,
        "trick": [f"{seat} {card_text(card)}" for seat, card in state.trick],
        "tricks": list(state.tricks),
        "dealer": state.dealer,
        "result": None if state.result is None else _result(state.result),
        "winners": list(state.winners),
    }


_LISTS: Final = ("hands", "away", "out", "withdrew", "stayed", "scores", "trick", "tricks", "winners")
_FACTS: Final = ("turn", "proposed", "trump", "maker", "defender", "bid", "called", "partner", "leader", "result")

EMPTY: Final[Scene] = {
    **{key: [] for key in _LISTS},
    **dict.fromkeys(_FACTS),
    "down": False,
    "alone": False,
    "phase": "",
    "to": -1,
    "dealer": -1,
}
"""The table before the cards, as the reader has it too."""


def _cards(mask: int) -> str:
    return " ".join(map(card_text, cards_in(mask)))


def _result(result: DealResult) -> Scene:
    return {"outcome": str(result.outcome), "points": list(result.points), "tricks": list(result.tricks)}


def _changes(before: Scene, after: Scene) -> Scene:
    return {key: value for key, value in after.items() if before[key] != value}


def _expected(scene: Scene, seat: int, code: int, won: int | None) -> Scene:
    """What the reader makes of a play by itself."""
    if code < PLAY:
        return scene
    hands, tricks, trick = scene["hands"], scene["tricks"], scene["trick"]
    assert isinstance(hands, list)
    assert isinstance(tricks, list)
    assert isinstance(trick, list)
    card = card_text(code & 63)
    hands[seat] = " ".join(each for each in hands[seat].split(" ") if each != card)
    if won is None:
        return {**scene, "trick": [*trick, f"{seat} {card}"], "to": (seat + 1) % len(hands)}
    tricks[won] += 1
    return {**scene, "trick": [], "leader": won, "to": won}


def _add_times(deals: Sequence[dict[str, object]], times: Times) -> None:
    """Milliseconds of each decision; None where the referee acted."""
    for told, spent in zip(deals, times, strict=False):
        told["ms"] = list(spent)


def _add_marks(deals: Sequence[dict[str, object]], marks: object) -> None:
    """What the referee refused or decided, by deal: before which action, and the mark itself."""
    for mark in marks if isinstance(marks, list) else ():
        number = mark.get("deal") if isinstance(mark, Mapping) else None
        if isinstance(number, int) and 0 <= number < len(deals):
            found = deals[number].setdefault("marks", [])
            assert isinstance(found, list)
            found.append({key: value for key, value in mark.items() if key != "deal"})
