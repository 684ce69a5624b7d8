"""What the referee did to a seat, or in its place, against what it had to do (docs/log.md, "Proof")."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from euchre_referee.referee.entries import (
    BY_CLOCK,
    CAUSES,
    Acted,
    Created,
    Dealt,
    Ended,
    Lost,
    Mark,
    Sanction,
    Struck,
    Termination,
)
from euchre_referee.referee.history import Happening
from euchre_referee.referee.judge import RESIGNED
from euchre_referee.referee.timing import Accounts, charged, due_ms, opened
from euchre_referee.rules.actions import action_text, parse_action
from euchre_referee.rules.defaults import default_action
from euchre_referee.rules.engine import apply
from euchre_referee.rules.refusals import Refusal

_BY_CAUSE: Final = {cause: mark for mark, cause in CAUSES.items()}
_FORFEITED_BY: Final = frozenset({*_BY_CAUSE, RESIGNED})


def place_of(happening: Happening) -> str:
    """Where an entry stands in a proof."""
    return f"proof.entries[{happening.version - 1}]"


def conduct_faults(created: Created, happenings: Sequence[Happening]) -> Iterator[str]:
    """Every fault of a game's referee, with its place."""
    limit = created.conduct.strike_limit
    accounts: Accounts | None = None
    due = False
    struck: set[str] = set()
    for happening in happenings:
        entry = happening.entry
        if isinstance(entry, Dealt) and accounts is None:
            accounts = opened(created.clocks, len(entry.scores))
        elif isinstance(entry, Struck):
            if due:
                yield f"{place_of(happening)}: the strike before it reaches the limit, the sanction must follow"
            yield from _strike_fault(happening, entry, limit, struck)
            struck.add(entry.action)
            due = limit > 0 and entry.strikes % limit == 0
        elif isinstance(entry, Acted | Lost | Ended):
            for fault in _decision_fault(created, happening, entry, due):
                yield f"{place_of(happening)}: {fault}"
            if accounts is not None and not isinstance(entry, Ended):
                if entry.mark in BY_CLOCK and entry.spent_ms != due_ms(created.clocks, accounts, entry.seat):
                    yield f"{place_of(happening)}: time ran out, but what was spent is not all that the seat had"
                accounts = charged(created.clocks, accounts, entry.seat, entry.spent_ms, entry.lag_ms)
            due = False
            struck.clear()


def _strike_fault(happening: Happening, entry: Struck, limit: int, struck: Collection[str]) -> Iterator[str]:
    if not limit:
        yield f"{place_of(happening)}: a strike at a table where refused actions cost nothing"
    if entry.action in struck:
        yield f"{place_of(happening)}: {entry.action!r} was struck in this turn before"
    action = parse_action(entry.action)
    if action is not None and not isinstance(apply(happening.before, entry.seat, action), Refusal):
        yield f"{place_of(happening)}: {entry.action!r} was struck, but is legal"


def _decision_fault(created: Created, happening: Happening, entry: Acted | Lost | Ended, due: bool) -> Iterator[str]:
    mark = _mark(entry)
    if mark is Mark.STRIKES and not due:
        yield "it is marked strikes, but no strike before it reaches the limit"
    if mark is not Mark.STRIKES and due:
        yield "the strike before it reaches the limit, so it must be the sanction, marked strikes"
    if mark in BY_CLOCK and not created.clocks.timed:
        yield f"it is marked {_word(mark)}, but the game has no clock"
    if isinstance(entry, Acted) and mark is not Mark.OWN and entry.action != default_action(happening.before):
        made, right = action_text(entry.action), action_text(default_action(happening.before))
        yield f"{made!r} is marked {_word(mark)}, but the default action is {right!r}"
    if isinstance(entry, Ended) and entry.termination is Termination.FORFEIT and entry.cause not in _FORFEITED_BY:
        yield f"the game is forfeited by {entry.cause!r}, which is no fault"
    if isinstance(entry, Lost) and mark is Mark.OWN:
        yield "a deal is lost without a cause"
    if mark is not Mark.OWN:
        if entry.seat != happening.before.to_act:
            yield f"it is the fault of seat {entry.seat}, but seat {happening.before.to_act} was to act"
        yield from _sanction_fault(created, entry, mark)


def _sanction_fault(created: Created, entry: Acted | Lost | Ended, mark: Mark) -> Iterator[str]:
    """The referee's own decision is the one that the table's conduct rules say."""
    made = {Acted: Sanction.DEFAULT_ACTION, Lost: Sanction.LOSE_DEAL, Ended: Sanction.FORFEIT}[type(entry)]
    conduct = created.conduct
    right = conduct.on_strikes if mark is Mark.STRIKES else conduct.on_timeout
    if made is not right:
        yield f"it is marked {_word(mark)}: the sanction is {right.name.lower()}, not {made.name.lower()}"


def _mark(entry: Acted | Lost | Ended) -> Mark:
    """Why the referee decided; OWN where it did not."""
    if not isinstance(entry, Ended):
        return entry.mark
    forfeit = entry.termination is Termination.FORFEIT
    return _BY_CAUSE.get(entry.cause, Mark.OWN) if forfeit else Mark.OWN


def _word(mark: Mark) -> str:
    return mark.name.lower()
