"""The answers of adjudication, as JSON writes them (RECORD, "Adjudication")."""

from collections.abc import Mapping
from typing import NotRequired, TypedDict

from euchre_referee.rules.cards import TRUMPS
from euchre_referee.rules.records import Unreadable
from euchre_referee.rules.refusals import Reason
from euchre_referee.rules.result import DealResult
from euchre_referee.rules.ruleset import RuleSetProblems


class ErrorAnswer(TypedDict):
    """The first error: deal and action count from 0, null where they do not apply."""

    deal: int | None
    action: int | None
    reason: str


class DealAnswer(TypedDict):
    """A completed deal; tricks, points and outcome are None where a file without the hands does not tell them."""

    dealer: int
    maker: int | None
    trump: str | None
    alone: bool
    bid: int | None
    partner: int | None
    lone_defender: int | None
    withdrew: list[int]
    tricks: list[int] | None
    points: list[int] | None
    outcome: str | None


class TurnAnswer(TypedDict):
    """Who is to act, with the legal actions sorted by code point; None where the hand is not known."""

    seat: int
    legal: list[str] | None


class CurrentAnswer(TypedDict):
    """Where an unfinished deal stands; None where a file without the hands does not tell it."""

    dealer: int
    maker: int | None
    trump: str | None
    tricks: list[int] | None
    trick: list[str] | None


class FaultAnswer(TypedDict):
    """One fault of a file without the hands: trick and call count from 0."""

    deal: int
    trick: int | None
    call: int | None
    seat: int | None
    reason: str
    detail: str


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
    finished: NotRequired[bool | None]
    ended_by: NotRequired[str | None]
    winners: NotRequired[list[int] | None]
    game_value: NotRequired[int]
    carried: NotRequired[list[int] | None]
    to_act: NotRequired[TurnAnswer | None]
    current: NotRequired[CurrentAnswer | None]
    detail: NotRequired[str]
    place: NotRequired[str]
    """Of an error in a file: which file and which line."""
    problems: NotRequired[list[ProblemAnswer]]
    end: NotRequired[Mapping[str, str | int | None]]
    faults: NotRequired[list[FaultAnswer]]
    """Of a file in Euchre Game Notation: all that is wrong, the error first."""
    stated_scores: NotRequired[list[int] | None]
    """By seat: the scores that such a file states for its end, if it does."""
    stated_scores_agree: NotRequired[bool | None]
    """Whether these are the scores that the cards gave; None if that cannot be told."""


def unreadable(record: Unreadable) -> Answer:
    """The verdict on something that is no record."""
    error = ErrorAnswer(deal=None, action=None, reason=Reason.UNREADABLE_RECORD)
    return Answer(id=record.id, error=error, detail=record.detail)


def invalid_ruleset(name: str | None, rules: RuleSetProblems) -> Answer:
    """The verdict on a record whose rule set is refused."""
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


def trump_text(trump: int | None) -> str | None:
    """A trump's letter, ``n`` for no trump."""
    return None if trump is None else TRUMPS[trump]


def deal_answer(result: DealResult) -> DealAnswer:
    """A completed deal."""
    return DealAnswer(
        dealer=result.dealer,
        maker=result.maker,
        trump=trump_text(result.trump),
        alone=result.alone,
        bid=result.bid,
        partner=result.partner,
        lone_defender=result.lone_defender,
        withdrew=list(result.withdrew),
        tricks=list(result.tricks),
        points=list(result.points),
        outcome=result.outcome,
    )
