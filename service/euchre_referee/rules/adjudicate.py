"""Judging a record: re-play it by the rule book and say what came of it (RECORD, "Adjudication")."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NotRequired, TypedDict

from euchre_referee.rules.actions import action_text
from euchre_referee.rules.cards import TRUMPS, card_text
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.judge import malformed, refusal
from euchre_referee.rules.losing import lose_deal
from euchre_referee.rules.records import Record, Unreadable, parse_move, read_record
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


class ErrorAnswer(TypedDict):
    """The first error: deal and action count from 0, null where they do not apply."""

    deal: int | None
    action: int | None
    reason: str


class DealAnswer(TypedDict):
    """A completed deal."""

    dealer: int
    maker: int | None
    trump: str | None
    alone: bool
    bid: int | None
    partner: int | None
    lone_defender: int | None
    withdrew: list[int]
    tricks: list[int]
    points: list[int]
    outcome: str


class TurnAnswer(TypedDict):
    """Who is to act, with the legal actions sorted by code point."""

    seat: int
    legal: list[str]


class CurrentAnswer(TypedDict):
    """Where an unfinished deal stands."""

    dealer: int
    maker: int | None
    trump: str | None
    tricks: list[int]
    trick: list[str]


class ProblemAnswer(TypedDict):
    """One thing wrong with a rule set."""

    option: str
    problem: str
    allowed: str


class Answer(TypedDict):
    """The verdict on one record, as JSON writes it; of an unreadable one only ``id``, ``error`` and ``detail``."""

    id: str | None
    error: ErrorAnswer | None
    ruleset_hash: NotRequired[str | None]
    deals: NotRequired[list[DealAnswer]]
    scores: NotRequired[list[int] | None]
    finished: NotRequired[bool]
    ended_by: NotRequired[str | None]
    winners: NotRequired[list[int]]
    game_value: NotRequired[int]
    carried: NotRequired[list[int] | None]
    to_act: NotRequired[TurnAnswer | None]
    current: NotRequired[CurrentAnswer | None]
    detail: NotRequired[str]
    problems: NotRequired[list[ProblemAnswer]]
    end: NotRequired[Mapping[str, str | int | None]]


@dataclass(frozen=True, slots=True)
class _Replay:
    """How far a record could be re-played."""

    state: State
    results: tuple[DealResult, ...]
    error: ErrorAnswer | None
    detail: str | None


def adjudicate(value: object) -> Answer:
    """The verdict on a record given as a JSON value; never raises for what the value holds."""
    record = read_record(value)
    if isinstance(record, Unreadable):
        return unreadable(record)
    rules = _ruleset(record.ruleset)
    if isinstance(rules, RuleSetProblems):
        answer = _invalid_ruleset(record.id, rules)
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
    rules = _ruleset(record.ruleset)
    if isinstance(rules, RuleSetProblems):
        return _invalid_ruleset(record.id, rules)
    replay = _replay(record, rules)
    return replay.state if replay.error is None else _answer(record.id, rules, replay)


def unreadable(record: Unreadable) -> Answer:
    """The verdict on something that is no record."""
    error = ErrorAnswer(deal=None, action=None, reason=Reason.UNREADABLE_RECORD)
    return Answer(id=record.id, error=error, detail=record.detail)


def _ruleset(value: object) -> RuleSet | RuleSetProblems:
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
    return RuleSetProblems(tuple(problems)) if problems else rules


def _invalid_ruleset(name: str | None, rules: RuleSetProblems) -> Answer:
    return Answer(
        id=name,
        ruleset_hash=None,
        error=ErrorAnswer(deal=None, action=None, reason=Reason.INVALID_RULESET),
        deals=[],
        scores=None,
        finished=False,
        ended_by=None,
        winners=[],
        game_value=1,
        carried=None,
        to_act=None,
        current=None,
        detail="; ".join(f"{one.option}: {one.problem}" for one in rules.problems),
        problems=[ProblemAnswer(option=p.option, problem=p.problem, allowed=p.allowed) for p in rules.problems],
    )


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
            return _stopped(state, results, number, None, dealt)
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
    return malformed(text) if state.to_act >= 0 else refusal(state, 0, 0)


def _answer(name: str | None, rules: RuleSet, replay: _Replay) -> Answer:
    state = replay.state
    answer = Answer(
        id=name,
        ruleset_hash=rules.hash,
        error=replay.error,
        deals=[_deal_answer(result) for result in replay.results],
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


def _trump_text(trump: int | None) -> str | None:
    return None if trump is None else TRUMPS[trump]


def _deal_answer(result: DealResult) -> DealAnswer:
    return DealAnswer(
        dealer=result.dealer,
        maker=result.maker,
        trump=_trump_text(result.trump),
        alone=result.alone,
        bid=result.bid,
        partner=result.partner,
        lone_defender=result.lone_defender,
        withdrew=list(result.withdrew),
        tricks=list(result.tricks),
        points=list(result.points),
        outcome=result.outcome,
    )


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
        trump=_trump_text(state.trump),
        tricks=list(state.tricks),
        trick=[f"{seat} {card_text(card)}" for seat, card in state.trick],
    )
