"""Which turn a decision speaks of, before anything is judged (DESIGN 5, "Every decision names the version")."""

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from euchre_referee.referee.entries import BY_CLOCK, CAUSES, Acted, Ended, Lost, Mark, Struck, Termination, decode
from euchre_referee.referee.game import Game
from euchre_referee.referee.verdicts import Accepted, Refused, ServiceReason, by_rules
from euchre_referee.rules.actions import move
from euchre_referee.rules.engine import apply
from euchre_referee.rules.refusals import Reason, Refusal

MOST_WORDS: Final = 64
"""Characters of a refused action that the log keeps."""

MALFORMED: Final = Refusal(Reason.MALFORMED_ACTION, "RECORD", "the action is not of the grammar")


_FORFEITED_BY_CLOCK: Final = {CAUSES[mark] for mark in BY_CLOCK}


class Decision(NamedTuple):
    """What a session decides for one of its seats."""

    game: str
    version: int
    head: bytes
    """The head decided on; empty is not compared."""
    seat: int | None
    """None where the session holds a single seat."""
    action: int | None
    """Code of `euchre_referee.rules.actions`; None if the words are none of the grammar."""
    words: str
    """The action as it was sent, for the log of strikes."""


class About(Enum):
    """What a decision is about, seen from a game that may be behind the store's."""

    THIS_TURN = "this turn"
    PAST = "a version that is decided already"
    UNKNOWN = "a version or head that this game does not have"


_NOT_SEATED: Final = Refused(ServiceReason.NOT_SEATED, detail="the token's session does not hold that seat of the game")


def seat_of(game: Game, session: str, seat: int | None) -> int | Refused:
    """The seat that a session decides for: the one that it names, or the only one that it holds."""
    if seat is not None:
        taken = game.seats[seat] if seat < len(game.seats) else None
        return seat if taken is not None and taken.session == session else _NOT_SEATED
    held = game.seats_of(session)
    if len(held) > 1:
        return Refused(ServiceReason.SEAT_REQUIRED, detail=f"the session holds the seats {held}: say which one")
    return held[0] if held else _NOT_SEATED


def about(game: Game, decision: Decision) -> About:
    """Compares the version and head that a decision names with the game's."""
    if decision.version == game.turn_version:
        same = not decision.head or decision.head == game.turn_head
        return About.THIS_TURN if same else About.UNKNOWN
    if decision.version == game.version and decision.head == game.head:
        # Strikes have lengthened the log since the turn began; a view names the version after them.
        return About.THIS_TURN
    return About.PAST if 0 < decision.version < game.turn_version else About.UNKNOWN


def history_changed(game: Game) -> Refused:
    """The decision was made on a history that the log does not have."""
    return Refused(
        ServiceReason.HISTORY_CHANGED,
        detail="the log does not have the version and head that the decision names; take the turn that is sent anew",
        current_version=game.version,
    )


def answer_again(game: Game, entries: Sequence[bytes], seat: int, decision: Decision) -> Accepted | Refused:
    """The first verdict on a version that is decided, word for word.

    `game` stands at some version up to the decided one, `entries` are those behind it; it is folded up to the decided
    version and what followed of itself.
    """
    ahead = decision.version - game.version
    for raw in entries[:ahead]:
        game.advance(raw)
    if decision.head and decision.head != game.head:
        return history_changed(game)
    later = [(raw, decode(raw)) for raw in entries[ahead:]]
    strikes = sum(1 for _ in _while_struck(later))
    decided = later[strikes][1] if strikes < len(later) else None
    if not isinstance(decided, Acted | Lost | Ended):
        return history_changed(game)
    if not isinstance(decided, Ended) and decided.seat != seat:
        return refusal_again(game, seat, decision) or history_changed(game)
    struck = {entry.action for _, entry in later[:strikes] if isinstance(entry, Struck) and entry.seat == seat}
    if decision.words[:MOST_WORDS] in struck and (first := refusal_again(game, seat, decision)) is not None:
        return first
    if isinstance(decided, Ended):
        return _game_over(decided, seat, decision.version + len(later))
    for raw, _ in later[: strikes + 1]:
        game.advance(raw)
    for raw, _ in later[strikes + 1 :]:
        if not _owed(game):
            break
        game.advance(raw)
    return _verdict_on(game, decided, decision)


def refusal_again(game: Game, seat: int, decision: Decision) -> Refused | None:
    """The refusal that this decision met at the game's turn; None if its action is legal there.

    What would have been legal is told only to the seat that was to act.
    """
    refusal = MALFORMED if decision.action is None else apply(game.state, seat, decision.action)
    if not isinstance(refusal, Refusal):
        return None
    return by_rules(refusal, game.state.legal if seat == game.state.to_act else ())


def _owed(game: Game) -> bool:
    """The entry was appended together with one more: the next deal, or the end by the rules."""
    return game.ended is None and game.state.to_act < 0


def _while_struck(entries: Sequence[tuple[bytes, object]]) -> list[bytes]:
    struck = []
    for raw, entry in entries:
        if not isinstance(entry, Struck):
            break
        struck.append(raw)
    return struck


def _game_over(ended: Ended, seat: int, version: int) -> Refused:
    """The turn was decided by the end of the game."""
    forfeited = ended.termination is Termination.FORFEIT and ended.seat == seat
    if forfeited and ended.cause in _FORFEITED_BY_CLOCK:
        detail = "the time was over and the game is forfeited"
        return Refused(ServiceReason.TIME_OVER, detail=detail, current_version=version)
    return Refused(ServiceReason.GAME_OVER, detail="nobody is to act", current_version=version)


def _verdict_on(game: Game, decided: Acted | Lost, decision: Decision) -> Accepted | Refused:
    if isinstance(decided, Lost):
        on_record, what = None, "the deal is lost"
    elif decided.mark is Mark.OWN and decided.action == decision.action:
        return Accepted(decided.action, game.version, game.head)
    else:
        on_record, what = move(decided.seat, decided.action), "the referee made the default action"
    if decided.mark in BY_CLOCK:
        reason, detail = ServiceReason.TIME_OVER, f"the time was over and {what}"
    elif decided.mark is Mark.STRIKES:
        reason, detail = ServiceReason.ALREADY_DECIDED, f"too many actions were refused and {what}"
    else:
        reason, detail = ServiceReason.ALREADY_DECIDED, "that version is decided by another action"
    return Refused(reason, detail=detail, on_record=on_record, current_version=game.version)
