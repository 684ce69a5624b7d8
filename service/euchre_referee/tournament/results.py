"""What a game at a table came to, read from its record and adjudication (RECORD "Adjudication").

A record of a tournament carries, beside its own keys, `"tournament": {"pairing": 1, "board": 17, "table": 2}` with
the numbers of the schedule, `players` (the entrants' names by seat), `end` where the game did not end by its rules,
`marks` where the referee refused or decided something, and the `proof` that `euchre verify` checks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.result import Outcome
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament.fields import FieldError, Json, integer, integers, mapping, sequence
from euchre_referee.tournament.figures import Figures, figures_by_seat
from euchre_referee.tournament.schedule import GamePlan, Schedule


class Judged(NamedTuple):
    """A record and its adjudication, both as JSON has them."""

    record: Json
    answer: Json


def judge(record: Json) -> Judged:
    """A record with its adjudication."""
    return Judged(record, adjudicate(record))


class Termination(StrEnum):
    """How a game ended; `UNFINISHED` where neither the rules nor the record's `end` say that it did."""

    NORMAL = "normal"
    FORFEIT = "forfeit"
    ABORTED = "aborted"
    VOID = "void"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class TableResult:
    """One game. `points` by seat, more being better in every preset; None where the game counts for nobody.

    `outcome` is the last deal's, None where no deal was completed.
    """

    plan: GamePlan
    termination: Termination
    outcome: Outcome | None
    points: tuple[int, ...] | None
    figures: tuple[Figures, ...]


class Fault(NamedTuple):
    """A record that is no result of this tournament: which one (its id, else its place) and why."""

    record: str
    problem: str


def table_result(rules: RuleSet, schedule: Schedule, judged: Judged, place: str) -> TableResult | Fault:
    """The result of one record; `place` names the record where it has no id."""
    try:
        return _read(rules, schedule, judged)
    except FieldError as problem:
        name = judged.record.get("id")
        return Fault(name if isinstance(name, str) else place, str(problem))


def forfeit_points(rules: RuleSet, offender: int) -> tuple[int, ...]:
    """The points by seat, more being better, of a game that `offender` forfeits (DESIGN 8).

    A game of one deal is a lost deal: in the buck family the offender pays the penalty; elsewhere all opponents score
    a euchre, in an auction the least bid. In a longer one the opponents have come all the way to the target, the
    offender nowhere.
    """
    if rules.max_deals != 1:
        way = abs(rules.target_score - rules.start_score)
        return tuple(0 if _one_side(rules, seat, offender) else way for seat in range(rules.players))
    if rules.counts_down:
        return tuple(-rules.penalty if seat == offender else 0 for seat in range(rules.players))
    gain = rules.euchre_points or rules.min_bid
    return tuple(0 if _one_side(rules, seat, offender) else gain for seat in range(rules.players))


def _one_side(rules: RuleSet, seat: int, other: int) -> bool:
    return (seat - other) % 2 == 0 if rules.partners else seat == other


def _read(rules: RuleSet, schedule: Schedule, judged: Judged) -> TableResult:
    record, answer = judged
    if answer.get("error") is not None:
        raise FieldError(_error_text(mapping(answer["error"], "`error`")))
    if answer.get("ruleset_hash") != rules.hash:
        raise FieldError(f"played under the rules {answer.get('ruleset_hash')}, not {rules.hash}")
    plan = _plan(schedule, record)
    termination, offender = _end(record, answer, rules.players)
    deals = [mapping(deal, "a deal") for deal in sequence(answer.get("deals"), "`deals`")]
    return TableResult(
        plan=plan,
        termination=termination,
        outcome=Outcome(str(deals[-1]["outcome"])) if deals else None,
        points=_points(rules, deals) if termination is Termination.NORMAL else _forfeited(rules, offender),
        figures=figures_by_seat(rules, record, deals),
    )


def _error_text(error: Json) -> str:
    places = ", ".join(f"{place} {error[place]}" for place in ("deal", "action") if error.get(place) is not None)
    return f"the play breaks the rules: {error.get('reason')}" + (f" in {places}" if places else "")


def _plan(schedule: Schedule, record: Json) -> GamePlan:
    place = mapping(record.get("tournament"), "`tournament`")
    pairing, board, table = (integer(place.get(key), f"`{key}`") for key in ("pairing", "board", "table"))
    plan = schedule.plan(pairing, board, table)
    if plan is None:
        raise FieldError(f"the schedule has no pairing {pairing}, board {board}, table {table}")
    players = sequence(record.get("players"), "`players`")
    if tuple(players) != plan.players:
        raise FieldError(f"`players` must be {list(plan.players)} at that table, not {list(players)}")
    return plan


def _end(record: Json, answer: Json, players: int) -> tuple[Termination, int | None]:
    """How the game ended and, for a forfeit, the seat that gave it up."""
    if record.get("end") is None:
        return (Termination.NORMAL if answer.get("finished") is True else Termination.UNFINISHED), None
    end = mapping(record["end"], "`end`")
    word = end.get("termination")
    if word not in tuple(Termination):
        raise FieldError(f"`termination` must be one of {', '.join(Termination)}, not {word!r}")
    if word != Termination.FORFEIT:
        return Termination(str(word)), None
    seat = integer(end.get("seat"), "the `seat` of a forfeit")
    if not 0 <= seat < players:
        raise FieldError(f"the `seat` of a forfeit must be from 0 to {players - 1}, not {seat}")
    return Termination.FORFEIT, seat


def _points(rules: RuleSet, deals: Sequence[Json]) -> tuple[int, ...]:
    sign = -1 if rules.counts_down else 1
    by_deal = [integers(deal["points"], "`points`", rules.players) for deal in deals]
    return tuple(sign * sum(points[seat] for points in by_deal) for seat in range(rules.players))


def _forfeited(rules: RuleSet, offender: int | None) -> tuple[int, ...] | None:
    return None if offender is None else forfeit_points(rules, offender)
