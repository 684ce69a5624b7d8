"""A game's log as a game record (RECORD), with the proof that lets anybody check it (docs/log.md, "Proof")."""

from base64 import b64encode
from collections.abc import Sequence
from typing import Final, TypeAlias

from euchre_referee.referee.entries import (
    BY_CLOCK,
    CAUSES,
    NOBODY,
    Acted,
    Dealt,
    Ended,
    Entry,
    Lost,
    Mark,
    Struck,
    Termination,
)
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.referee.games import ruleset_parts, void_end
from euchre_referee.referee.history import Happening, History
from euchre_referee.rules.actions import move, move_text
from euchre_referee.rules.dealing import hands_from
from euchre_referee.rules.losing import LOST_DEAL
from euchre_referee.rules.records import DealText, deal_text
from euchre_referee.rules.state import Deal, State
from euchre_referee.rules.views import View, view

Json: TypeAlias = "dict[str, object]"

PROOF_FORMAT: Final = 1


def full_record(log: Sequence[bytes]) -> Json:
    """Everything: cards, actions, marks and the proof. Only for games that are over.

    Of a game that was declared void it tells what can be read. Raises BrokenLog.
    """
    history = History(log[0])
    deals: list[DealText] = []
    marks: list[Json] = []
    try:
        for happening in history.follow(log[1:]):
            _tell(happening.entry, history.game, deals, marks)
    except BrokenLog:
        history.game.ended = void_end(log[-1])
        if history.game.ended is None:
            raise
    record = _told(history.game, deals, marks)
    record["proof"] = proof(history.game, log)
    return record


def open_record(log: Sequence[bytes]) -> Json:
    """A running game with all cards that were dealt so far, but without what tells those to come."""
    history = History(log[0])
    deals: list[DealText] = []
    marks: list[Json] = []
    for happening in history.follow(log[1:]):
        _tell(happening.entry, history.game, deals, marks)
    return {**_told(history.game, deals, marks), "running": True}


def _told(game: Game, deals: list[DealText], marks: list[Json]) -> Json:
    record = _frame(game)
    record["deals"] = deals
    if marks:
        record["marks"] = marks
    return record


def _tell(entry: Entry, game: Game, deals: list[DealText], marks: list[Json]) -> None:
    match entry:
        case Dealt():
            deals.append(_dealt(game, entry))
        case Acted():
            actions = deals[-1]["actions"]
            if entry.mark is not Mark.OWN:
                marks.append({"deal": len(deals) - 1, "action": len(actions), **_why(entry.mark)})
            actions.append(move_text(move(entry.seat, entry.action)))
        case Struck():
            marks.append(_strike(deals, entry))
        case Lost():
            marks.append(_lost(deals, entry))
        case _:
            return


def seen_record(log: Sequence[bytes], viewer: int | None) -> Json:
    """A running game as a seat or a spectator may see it: only the viewer's own cards, hidden parts as "?"."""
    history = History(log[0])
    deals: list[DealText] = []
    marks: list[Json] = []
    happenings = list(history.follow(log[1:]))
    for place, happening in enumerate(happenings):
        last = place + 1 == len(happenings) or isinstance(happenings[place + 1].entry, Dealt)
        if last and happening.after.dealt is not None:
            deals.append(_seen(happening, viewer))
            if isinstance(happening.entry, Lost):
                # Without it nobody could say how the deal came to its end; other marks wait for the game's.
                marks.append(_lost(deals, happening.entry))
    record = _frame(history.game)
    record["deals"] = deals
    if marks:
        record["marks"] = marks
    record["running"] = True
    return record


def proof(game: Game, log: Sequence[bytes]) -> Json:
    """What `verify` needs beside the record."""
    created = game.created
    return {
        "format": PROOF_FORMAT,
        "commitment": created.commitment.hex(),
        "seed": created.seed.hex(),
        "seed_mode": created.seed_mode.name.lower(),
        "board": created.board,
        "nonces": [nonce.hex() for nonce in game.nonces],
        "head": game.head.hex(),
        "entries": [b64encode(raw).decode() for raw in log],
    }


def _frame(game: Game) -> Json:
    preset, options = ruleset_parts(game.created.ruleset)
    record: Json = {
        "id": game.id,
        "ruleset": {"preset": preset, "options": options},
        "players": [seat.name if seat is not None else "" for seat in game.seats],
    }
    ended = game.ended
    if ended is not None and ended.termination is not Termination.NORMAL:
        record["end"] = end_of(ended)
    return record


def end_of(ended: Ended) -> Json:
    """An end before the game's time, as records write it."""
    end: Json = {"termination": ended.termination.name.lower(), "cause": ended.cause}
    if ended.seat != NOBODY:
        end["seat"] = ended.seat
    return end


def _dealt(game: Game, entry: Dealt) -> DealText:
    return deal_text(hands_from(game.rules, entry.dealer, entry.order), ())


def _why(mark: Mark) -> Json:
    """Why the referee acted for a seat."""
    return {"mark": "timeout" if mark in BY_CLOCK else "strikes", "cause": CAUSES[mark]}


def _lost(deals: list[DealText], entry: Lost) -> Json:
    return {
        "deal": len(deals) - 1,
        "action": len(deals[-1]["actions"]),
        "mark": LOST_DEAL,
        "seat": entry.seat,
        "cause": CAUSES[entry.mark],
    }


def _strike(deals: list[DealText], entry: Struck) -> Json:
    return {
        "deal": len(deals) - 1,
        "action": len(deals[-1]["actions"]),
        "mark": "strike",
        "seat": entry.seat,
        "refused": entry.action,
        "reason": entry.reason,
    }


def _seen(happening: Happening, viewer: int | None) -> DealText:
    state, seen = happening.after, view(happening.after, viewer)
    assert state.dealt is not None
    hands = tuple(tuple(_own(state, seen, seat)) for seat in range(len(seen.scores)))
    talon = () if seen.turn_up is None else (seen.turn_up,)
    # Once a deal is over, the view names the next dealer.
    return deal_text(Deal(state.dealt.dealer, hands, talon), seen.moves)


def _own(state: State, seen: View, seat: int) -> Sequence[int]:
    withheld = state.withheld and seat == state.dealer
    return state.dealt.hands[seat] if seat == seen.viewer and state.dealt is not None and not withheld else ()
