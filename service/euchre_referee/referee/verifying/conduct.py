"""What the referee did to a seat, or in its place, is what the table's terms say (docs/conduct.md)."""

from collections.abc import Iterator, Sequence
from typing import Final

from euchre_referee.referee.entries import (
    BY_CLOCK,
    CAUSES,
    Acted,
    Conduct,
    Created,
    Ended,
    Lost,
    Mark,
    Sanction,
    Struck,
    Termination,
)
from euchre_referee.referee.timing import due_ms
from euchre_referee.referee.triage import MALFORMED, MOST_WORDS
from euchre_referee.referee.verifying.passage import Passage
from euchre_referee.rules.actions import action_text, parse_action
from euchre_referee.rules.defaults import default_action
from euchre_referee.rules.engine import apply
from euchre_referee.rules.refusals import Refusal

_WORDS: Final = {
    Sanction.DEFAULT_ACTION: "the default action",
    Sanction.LOSE_DEAL: "the loss of the deal",
    Sanction.FORFEIT: "the forfeit of the game",
}
_MARKS: Final = {cause: mark for mark, cause in CAUSES.items()}


def conduct_faults(created: Created, passages: Sequence[Passage]) -> Iterator[str]:
    """Strikes, sanctions, and the times of decisions."""
    conduct = created.conduct
    due = False
    for passage in passages:
        for fault in _faults(created, passage, due):
            yield f"{passage.place}: {fault}"
        entry = passage.entry
        due = isinstance(entry, Struck) and conduct.strike_limit > 0 and entry.strikes % conduct.strike_limit == 0


def _faults(created: Created, passage: Passage, due: bool) -> Iterator[str]:
    conduct, entry = created.conduct, passage.entry
    match entry:
        case Acted(mark=mark):
            made = None if mark is Mark.OWN else Sanction.DEFAULT_ACTION
            yield from _sanction_faults(created, made, mark, due)
            yield from _time_faults(created, passage, entry)
            if made is not None:
                yield from _default_faults(passage, entry)
        case Lost(mark=mark):
            if mark is Mark.OWN:
                yield "a deal is lost by a fault only, and none is marked"
            yield from _sanction_faults(created, Sanction.LOSE_DEAL, mark, due)
            yield from _time_faults(created, passage, entry)
        case Ended(termination=Termination.FORFEIT, cause=cause) if cause in _MARKS:
            yield from _sanction_faults(created, Sanction.FORFEIT, _MARKS[cause], due)
        case Struck():
            if due:
                yield f"the strike before it reaches the limit, {_WORDS[conduct.on_strikes]} must follow"
            yield from _strike_faults(passage, entry, conduct)
        case _ if due:
            yield f"the strike before it reaches the limit, {_WORDS[conduct.on_strikes]} must follow"


def _sanction_faults(created: Created, made: Sanction | None, mark: Mark, due: bool) -> Iterator[str]:
    conduct = created.conduct
    by_strikes = mark is Mark.STRIKES
    if by_strikes and not due:
        yield "it is marked strikes, but no strike before it reaches the limit"
    if due and not by_strikes:
        yield f"the strike before it reaches the limit, so it must be {_WORDS[conduct.on_strikes]}, marked strikes"
    if mark in BY_CLOCK and not created.clocks.timed:
        yield f"it is marked {CAUSES[mark]}, but the game has no clock"
    ordered = conduct.on_strikes if by_strikes else conduct.on_timeout
    if mark is not Mark.OWN and made is not None and made is not ordered:
        yield f"it is {_WORDS[made]}, but the terms of the table bring {_WORDS[ordered]}"


def _default_faults(passage: Passage, entry: Acted) -> Iterator[str]:
    right = default_action(passage.state)
    if entry.action != right:
        made = action_text(entry.action)
        yield f"{made!r} is marked {entry.mark.name.lower()}, but the default action is {action_text(right)!r}"


def _time_faults(created: Created, passage: Passage, entry: Acted | Lost) -> Iterator[str]:
    if entry.mark in BY_CLOCK and created.clocks.timed:
        allowed = due_ms(created.clocks, passage.accounts, entry.seat)
        if (entry.spent_ms, entry.lag_ms) != (allowed, 0):
            yield f"time ran out after {entry.spent_ms} ms with {entry.lag_ms} ms of lag, it must be {allowed} and 0"
    elif entry.lag_ms > entry.spent_ms:
        yield f"the lag of {entry.lag_ms} ms is more than the {entry.spent_ms} ms spent"


def _strike_faults(passage: Passage, entry: Struck, conduct: Conduct) -> Iterator[str]:
    number = passage.strikes[entry.seat] + 1
    if entry.strikes != number:
        yield f"it is strike {number} of seat {entry.seat}, not {entry.strikes}"
    if not conduct.strike_limit:
        yield "a strike at a table where refused actions cost nothing"
    if entry.action in passage.struck:
        yield f"{entry.action!r} was struck in this turn before"
    action = parse_action(entry.action)
    refusal = MALFORMED if action is None else apply(passage.state, entry.seat, action)
    if not isinstance(refusal, Refusal):
        yield f"{entry.action!r} was struck, but is legal"
    elif entry.reason != refusal.reason and len(entry.action) < MOST_WORDS:
        # Longer words are cut off, and what is left may read as something else.
        yield f"{entry.action!r} was struck as {entry.reason}, it must be {refusal.reason}"
