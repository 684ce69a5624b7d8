"""What the seats did: calls, euchres, marches, withdrawals, and what the referee had to do for them."""

from collections.abc import Sequence
from typing import NamedTuple

from euchre_referee.rules.losing import LOST_DEAL
from euchre_referee.rules.result import Outcome
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament.fields import FieldError, Json, integer, integers, mapping, sequence, text


class Figures(NamedTuple):
    """Counts of one seat in one game, or the sum of several: `seats` taken, `deals` seen from them."""

    seats: int = 0
    deals: int = 0
    calls: int = 0
    alone: int = 0
    made: int = 0
    euchred: int = 0
    marches: int = 0
    withdrawals: int = 0
    illegal_actions: int = 0
    timeouts: int = 0
    default_actions: int = 0

    def plus(self, other: "Figures") -> "Figures":
        """Both together."""
        return Figures(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def figures_by_seat(rules: RuleSet, record: Json, deals: Sequence[Json]) -> tuple[Figures, ...]:
    """The counts of a game from its record and the deals of its adjudication; raises FieldError."""
    figures = [_played(rules, seat, deals) for seat in range(rules.players)]
    for mark in sequence(record.get("marks", []), "`marks`"):
        seat, counts = _marked(record, mapping(mark, "a mark"))
        if not 0 <= seat < rules.players:
            raise FieldError(f"a mark names the seat {seat}, but seats go from 0 to {rules.players - 1}")
        figures[seat] = figures[seat].plus(counts)
    return tuple(figures)


def _marked(record: Json, mark: Json) -> tuple[int, Figures]:
    """Whose mark it is and what it counts as; `timeout` and `strikes` mark an action made for the seat."""
    kind = text(mark.get("mark"), "`mark`")
    if kind == "strike":
        return integer(mark.get("seat"), "the `seat` of a strike"), Figures(illegal_actions=1)
    if kind == "timeout":
        return _actor(record, mark), Figures(timeouts=1, default_actions=1)
    if kind == "strikes":
        return _actor(record, mark), Figures(default_actions=1)
    if kind == LOST_DEAL:
        by_clock = mark.get("cause") != "illegal"
        return integer(mark.get("seat"), "the `seat` of a lost deal"), Figures(timeouts=int(by_clock))
    raise FieldError(f"`mark` must be strike, timeout, strikes or lost, not {kind!r}")


def _actor(record: Json, mark: Json) -> int:
    """The seat of the marked action, which its text begins with."""
    deal, action = integer(mark.get("deal"), "`deal` of a mark"), integer(mark.get("action"), "`action` of a mark")
    try:
        actions = sequence(
            mapping(sequence(record.get("deals"), "`deals`")[deal], "a deal").get("actions"), "`actions`"
        )
        return int(text(actions[action], "an action").split()[0])
    except IndexError as problem:
        raise FieldError(f"a mark names action {action} of deal {deal}, which is not there") from problem


def _played(rules: RuleSet, seat: int, deals: Sequence[Json]) -> Figures:
    mine = [deal for deal in deals if deal["maker"] == seat]
    euchred = sum(deal["outcome"] == Outcome.EUCHRED for deal in mine)
    lost = sum(deal["outcome"] == Outcome.LOST for deal in mine)
    return Figures(
        seats=1,
        deals=len(deals),
        calls=len(mine),
        alone=sum(deal["alone"] is True for deal in mine),
        made=len(mine) - euchred - lost,
        euchred=euchred,
        marches=sum(_marched(rules, seat, deal) for deal in deals),
        withdrawals=sum(seat in sequence(deal["withdrew"], "`withdrew`") for deal in deals),
    )


def _marched(rules: RuleSet, seat: int, deal: Json) -> bool:
    """All tricks, played for: counted for a side's maker, and among single players for whoever took them."""
    if deal["outcome"] == Outcome.MARCH:
        return deal["maker"] == seat
    if rules.partners or deal["outcome"] == Outcome.UNCONTESTED:
        return False
    tricks = integers(deal["tricks"], "`tricks`", rules.players)
    return 0 < tricks[seat] == sum(tricks)
