"""Judging a record: re-play it by the rule book and say what came of it (RECORD, "Adjudication")."""

from dataclasses import dataclass, replace
from typing import Final

from euchre_referee.rules.actions import action_text
from euchre_referee.rules.answers import (
    Answer,
    CurrentAnswer,
    ErrorAnswer,
    TurnAnswer,
    deal_answer,
    invalid_ruleset,
    trump_text,
    unreadable,
)
from euchre_referee.rules.card_words import card_advice, meant_card
from euchre_referee.rules.cards import card_text, parse_card
from euchre_referee.rules.egn.reading import is_egn
from euchre_referee.rules.egn.verdict import adjudicate_egn
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.judge import malformed, refusal
from euchre_referee.rules.losing import lose_deal
from euchre_referee.rules.recent import kept
from euchre_referee.rules.records import DealtRecord, Record, Unreadable, parse_move, read_record
from euchre_referee.rules.refusals import Reason, Refusal
from euchre_referee.rules.result import DealResult
from euchre_referee.rules.ruleset import (
    NO_OPTIONS,
    RuleSet,
    RuleSetProblem,
    RuleSetProblems,
    parse_ruleset,
)
from euchre_referee.rules.state import State

_RULESET_KEYS: Final = frozenset({"preset", "options"})
_LONGEST_WORD: Final = 20
"""Characters of an action that is looked at for a card written otherwise."""


@dataclass(frozen=True, slots=True)
class _Replay:
    """How far a record could be re-played."""

    state: State
    results: tuple[DealResult, ...]
    error: ErrorAnswer | None
    detail: str | None


def adjudicate(value: object) -> Answer:
    """The verdict on a record or a game in EGN, given as a JSON value; never raises for what the value holds."""
    if isinstance(value, dict) and is_egn(value):
        return adjudicate_egn(value)
    record = read_record(value)
    if isinstance(record, Unreadable):
        return unreadable(record)
    rules = ruleset_of(record.ruleset)
    if isinstance(rules, RuleSetProblems):
        answer = invalid_ruleset(record.id, rules)
    else:
        answer = _answer(record.id, rules, _replay(record, rules))
    if record.end is not None:
        answer["end"] = record.end
    return answer


def position(value: object) -> State | Answer:
    """Where the play of a record given as a JSON value stands, or the verdict if it has an error."""
    record = read_record(value)
    if isinstance(record, Unreadable):
        return unreadable(record)
    rules = ruleset_of(record.ruleset)
    if isinstance(rules, RuleSetProblems):
        return invalid_ruleset(record.id, rules)
    replay = _replay(record, rules)
    return replay.state if replay.error is None else _answer(record.id, rules, replay)


def ruleset_of(value: object) -> RuleSet | RuleSetProblems:
    """The rule set that stands under a record's ``ruleset``, or everything that is wrong with it."""
    if not isinstance(value, dict):
        return RuleSetProblems((RuleSetProblem("ruleset", "a rule set is an object", "preset and options"),))
    problems = [
        RuleSetProblem(key[:60], "a rule set has no such key", "preset and options")
        for key in value
        if key not in _RULESET_KEYS
    ]
    rules = parse_ruleset(value.get("preset"), value.get("options", NO_OPTIONS))
    if isinstance(rules, RuleSetProblems):
        problems += rules.problems
    return RuleSetProblems(tuple(problems)) if problems or isinstance(rules, RuleSetProblems) else kept(rules)


def _replay(record: Record, rules: RuleSet) -> _Replay:
    state = new_game(rules)
    results: list[DealResult] = []
    for number, entry in enumerate(record.deals):
        if state.to_act >= 0:
            waiting = len(record.deals[number - 1].actions)
            detail = f"Seat {state.to_act} is still to act in deal {number - 1}."
            error = ErrorAnswer(deal=number - 1, action=waiting, reason=Reason.DEAL_UNFINISHED)
            return _Replay(state, tuple(results), error, detail)
        dealt = deal(state, entry.dealt)
        if isinstance(dealt, Refusal):
            return _stopped(state, results, number, None, _naming_the_card(rules, entry, dealt))
        state = dealt
        lost = record.lost.get(number)
        for at, text in enumerate((*entry.actions, None)):
            if lost is not None and (lost.action, lost.seat) == (at, state.to_act):
                # Whatever follows in the deal is refused as coming after it.
                state = lose_deal(state, lost.seat)
                assert state.result is not None
                results.append(state.result)
            if text is None:
                break
            after = _act(state, text)
            if isinstance(after, Refusal):
                return _stopped(state, results, number, at, after)
            state = after
            if state.result is not None:
                results.append(state.result)
    return _Replay(state, tuple(results), None, None)


def _stopped(state: State, results: list[DealResult], deal: int, at: int | None, why: Refusal) -> _Replay:
    error = ErrorAnswer(deal=deal, action=at, reason=why.reason)
    return _Replay(state, tuple(results), error, f"{why.detail} ({why.section})")


def _act(state: State, text: str) -> State | Refusal:
    parsed = parse_move(text)
    if parsed is not None:
        return apply(state, *parsed)
    if state.to_act < 0:
        return refusal(state, 0, 0)
    refused = malformed(text)
    last = text[-_LONGEST_WORD:].rpartition(" ")[2]
    if parse_card(last) is None and (card := meant_card(last)) is not None:
        return replace(refused, detail=f"{refused.detail} The card {last!r} is written {card}.")
    return refused


def _naming_the_card(rules: RuleSet, entry: DealtRecord, refused: Refusal) -> Refusal:
    """A refusal of a deal that also says which card is meant, and where it stands."""
    places = [*(f"hands[{at}]" for at in range(len(entry.texts) - 1)), "talon"]
    seen: dict[str, str] = {}
    for place, text in zip(places, entry.texts, strict=True):
        for word in filter(None, text.split(" ")):
            if refused.reason is Reason.CARD_NOT_IN_DECK and parse_card(word) not in rules.deck_set:
                return replace(refused, detail=f"{place}: {card_advice(word)}.")
            if refused.reason is Reason.DUPLICATE_CARD and word in seen:
                return replace(refused, detail=f"{place}: {word} is already in {seen[word]}.")
            seen[word] = place
    return refused


def _answer(name: str | None, rules: RuleSet, replay: _Replay) -> Answer:
    state = replay.state
    answer = Answer(
        id=name,
        ruleset_hash=rules.hash,
        error=replay.error,
        deals=[deal_answer(result) for result in replay.results],
        scores=list(state.scores),
        finished=state.finished,
        ended_by=state.ended_by,
        winners=list(state.winners),
        game_value=state.game_value,
        carried=list(state.carried),
        to_act=_turn(state),
        current=_current(state),
    )
    if replay.detail is not None:
        answer["detail"] = replay.detail
    return answer


def _turn(state: State) -> TurnAnswer | None:
    if state.to_act < 0:
        return None
    return TurnAnswer(seat=state.to_act, legal=sorted(map(action_text, state.legal)))


def _current(state: State) -> CurrentAnswer | None:
    if state.to_act < 0:
        return None
    return CurrentAnswer(
        dealer=state.dealer,
        maker=state.maker,
        trump=trump_text(state.trump),
        tricks=list(state.tricks),
        trick=[f"{seat} {card_text(card)}" for seat, card in state.trick],
    )
