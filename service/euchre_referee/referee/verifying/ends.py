"""How a log ends (docs/log.md, "Kinds")."""

from collections.abc import Iterator

from euchre_referee.referee.entries import CAUSES, NOBODY, Ended, Termination
from euchre_referee.referee.judge import RESIGNED
from euchre_referee.referee.verifying.passage import Passage, place_of
from euchre_referee.rules.losing import forfeit_winners
from euchre_referee.rules.state import State


def end_faults(last: Passage | None, entries: int) -> Iterator[str]:
    """The log has an end, and it is the one that the play gives; `last` is its last entry."""
    if last is None or not isinstance(last.entry, Ended):
        yield f"{place_of(entries - 1)}: the log has no end after it, the game is not over"
        return
    for fault in _faults(last.state, last.entry):
        yield f"{last.place}: {fault}"


def _faults(state: State, ended: Ended) -> Iterator[str]:
    if ended.scores != state.scores:
        yield f"the end tells the scores {list(ended.scores)}, the play gives {list(state.scores)}"
    normal = ended.termination is Termination.NORMAL
    if normal != state.finished:
        told = ended.termination.name.lower()
        yield f"the end is told as {told}, but the play is {'over' if state.finished else 'not over'}"
    winners = _winners(state, ended)
    if winners is not None and ended.winners != winners:
        yield f"the end tells the winners {list(ended.winners)}, the play gives {list(winners)}"
    if ended.termination is Termination.FORFEIT:
        yield from _forfeit_faults(state, ended)
    elif ended.seat != NOBODY:
        yield f"an end that is nobody's fault names seat {ended.seat}"
    if normal and ended.cause:
        yield f"a normal end has no cause, it tells {ended.cause!r}"


def _winners(state: State, ended: Ended) -> tuple[int, ...] | None:
    """None where the end names no seat that could have forfeited."""
    if ended.termination is Termination.NORMAL:
        return state.winners
    if ended.termination is not Termination.FORFEIT:
        return ()
    return forfeit_winners(state, ended.seat) if ended.seat < state.rules.players else None


def _forfeit_faults(state: State, ended: Ended) -> Iterator[str]:
    if ended.seat >= state.rules.players:
        yield f"a game is forfeited by a seat, {ended.seat} is none"
    elif ended.cause in CAUSES.values():
        if ended.seat != state.to_act:
            yield f"seat {ended.seat} forfeits by {ended.cause!r}, but seat {state.to_act} was to act"
    elif ended.cause != RESIGNED:
        causes = ", ".join((*CAUSES.values(), RESIGNED))
        yield f"{ended.cause!r} is no cause of a forfeit; there are {causes}"
