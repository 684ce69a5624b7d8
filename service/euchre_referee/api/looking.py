"""Views, watches and records, each as its caller may see them (docs/access.md, "What is seen when")."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import Final

from euchre.v1 import referee_service_pb2 as api
from euchre.v1.card_pb2 import Card
from euchre.v1.game_pb2 import Turn
from euchre_referee.api.access import Access, Context, unheld
from euchre_referee.api.encoding import turn_message, view_message
from euchre_referee.api.events import events_of
from euchre_referee.api.house import bot_of
from euchre_referee.api.reading import MOST_GAME, invalid
from euchre_referee.api.terms import clocks_message, conduct_message, delay_message, standings
from euchre_referee.api.tokens import Caller, Scope
from euchre_referee.api.wording import card_number, end_message
from euchre_referee.referee.delay import NO_DELAY, Delay
from euchre_referee.referee.game import Game
from euchre_referee.referee.recording import full_record, open_record, seen_record
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.verdicts import CallRefused, ServiceReason, refuse
from euchre_referee.referee.watching import Past
from euchre_referee.rules.cards import hand_cards
from euchre_referee.rules.egn.converting import Inexpressible, Json, seen_to_egn, to_egn
from euchre_referee.rules.state import State
from euchre_referee.rules.views import view

_FORMATS: Final = frozenset({api.RECORD_FORMAT_UNSPECIFIED, api.RECORD_FORMAT_JSON, api.RECORD_FORMAT_EGN})


class Looking:
    """Decides what a caller sees of a game, and when."""

    def __init__(self, referee: Referee, access: Access) -> None:
        self._referee: Final = referee
        self._access: Final = access

    async def view(self, request: api.GetViewRequest, caller: Caller, context: Context) -> api.GetViewResponse:
        """A seat's view, a spectator's, or all cards."""
        with self._full(request.full, "GetView", request.game, caller, context):
            game = await self._game(request.game)
            seat = None if request.full else _viewing_seat(game, caller, request)
            if seat is not None:
                return self._viewed(game, seat, caller)
            with self._open(game, "GetView", caller, context):
                past = await self._past(game, caller, request.full)
                shown = game if past is None else past.game
                response = self._viewed(shown, None, caller)
        if request.full and shown.ended is None:
            response.cards.extend(all_cards(shown.state))
            response.talon.extend(talon(shown.state))
        return response

    async def watch(
        self, request: api.WatchRequest, caller: Caller, context: Context
    ) -> AsyncIterator[api.WatchResponse]:
        """What happens, as spectators may know it, with all cards for those who may see them, or as a seat sees it."""
        if request.own and request.full:
            raise invalid("own", "not together with all cards")
        with self._full(request.full, "Watch", request.game, caller, context):
            game = await self._game(request.game)
            with self._open(game, "Watch", caller, context):
                delay = self._delay(game, caller, request.full)
                seat = _watching_seat(game, caller, request)
        with self._access.watch(caller, context):
            news = self._referee.watching.follow(request.game, request.from_version, request.from_head, delay)
            async for each in news:
                if (ended := unheld(self._access.tokens, caller)) is not None:
                    raise CallRefused(ended)
                yield api.WatchResponse(
                    version=each.version,
                    head=each.head,
                    events=[event for happening in each.happenings for event in events_of(game.id, happening)],
                    view=view_message(each.view if seat is None else view(each.game.state, seat)),
                    standings=standings(each.game),
                    cards=all_cards(each.game.state) if request.full else (),
                    talon=talon(each.game.state) if request.full else (),
                    turn=None if seat is None else await self._turn(each.game, seat),
                )

    async def record(self, request: api.GetRecordRequest, caller: Caller, context: Context) -> api.GetRecordResponse:
        """A finished game's whole record; of a running one what the caller may see."""
        if request.format not in _FORMATS:
            raise invalid("format", "a known format is needed")
        with self._full(request.full, "GetRecord", request.game, caller, context):
            game = await self._game(request.game)
            with self._open(game, "GetRecord", caller, context):
                record = await self._record(game, request, caller)
        return api.GetRecordResponse(record=json.dumps(record, ensure_ascii=False))

    async def _record(self, game: Game, request: api.GetRecordRequest, caller: Caller) -> Json:
        if game.ended is not None:
            record = await asyncio.to_thread(full_record, await self._referee.log.whole(game.id))
        else:
            past = await self._past(game, caller, request.full)
            log = await self._referee.log.whole(game.id) if past is None else past.log
            seats = game.seats_of(caller.session) if caller.session else []
            viewer = seats[0] if len(seats) == 1 else None
            write = open_record if request.full else partial(seen_record, viewer=viewer)
            record = await asyncio.to_thread(write, log)
        if request.format == api.RECORD_FORMAT_EGN:
            whole = game.ended is not None or request.full
            record = await asyncio.to_thread(_in_egn, record, to_egn if whole else seen_to_egn)
        return record

    def _full(
        self, full: bool, method: str, game: str, caller: Caller, context: Context
    ) -> AbstractContextManager[None]:
        """A look into all hands is for few, and is written down."""
        if not full:
            return nullcontext()
        return self._access.using(caller, context, Scope.FULL_VIEW, method, {"game": game[:MOST_GAME]})

    @contextmanager
    def _open(self, game: Game, method: str, caller: Caller, context: Context) -> Iterator[None]:
        """What happens at a board's table is for operators: at another table the same cards may still be in play."""
        if not game.created.board:
            yield
            return
        with self._access.noted(caller, context, Scope.BOARDS, method, {"game": game.id}):
            if not caller.may(Scope.BOARDS):
                raise refuse(ServiceReason.RECORD_WITHHELD, "this game belongs to a board: it is shown to operators")
            yield

    async def _game(self, name: str) -> Game:
        game = await self._referee.games.fresh(name)
        if game is None:
            raise refuse(ServiceReason.GAME_NOT_FOUND, "there is no such game")
        return game

    async def _past(self, game: Game, caller: Caller, full: bool) -> Past | None:
        """What the caller is shown who lags behind; None for whoever does not, and of a game that is over."""
        delay = self._delay(game, caller, full)
        return await self._referee.watching.past(game.id, delay) if delay and game.ended is None else None

    def _delay(self, game: Game, caller: Caller, full: bool) -> Delay:
        """By how much the caller lags: whoever plays sees the same by playing."""
        delay = game.created.delay
        if full:
            return Delay(max(delay.ms, self._referee.settings.full_view_delay_ms), delay.decisions)
        return NO_DELAY if caller.session and game.seats_of(caller.session) else delay

    def _viewed(self, game: Game, seat: int | None, caller: Caller) -> api.GetViewResponse:
        response = api.GetViewResponse(
            version=game.version,
            head=game.head,
            view=view_message(view(game.state, seat)),
            players=[taken.name if taken is not None else "" for taken in game.seats],
            bots=[bot_of(taken.session) if taken is not None else "" for taken in game.seats],
            commitment=shown_commitment(game, caller),
            clocks=clocks_message(game.created.clocks),
            conduct=conduct_message(game.created.conduct),
            standings=standings(game),
        )
        if game.created.delay:
            response.spectator_delay.CopyFrom(delay_message(game.created.delay))
        if seat is not None and _acts(game, seat):
            response.turn.CopyFrom(turn_message(game, self._referee.time_left_ms(game)))
        if game.ended is not None:
            response.end.CopyFrom(end_message(game.id, game.version, game.ended))
        return response

    async def _turn(self, shown: Game, seat: int) -> Turn | None:
        """The turn of a seat that follows a game; None if it is another's, or has been decided since."""
        if not _acts(shown, seat):
            return None
        # When it began, and what is left of it, only the game that is kept here knows.
        game = await self._game(shown.id)
        if (game.version, game.head) != (shown.version, shown.head):
            return None
        return turn_message(game, self._referee.time_left_ms(game))


def _in_egn(record: Json, write: Callable[[Json], Json | Inexpressible]) -> Json:
    written = write(record)
    if isinstance(written, Inexpressible):
        raise invalid("format", "; ".join(written.reasons))
    return written


def all_cards(state: State) -> list[api.SeatCards]:
    """Every seat's cards; none while no deal is played."""
    if state.dealt is None:
        return []
    return [
        api.SeatCards(
            seat=seat,
            hand=map(card_number, hand_cards(state.hands[seat] & state.unplayed)),
            put_away=map(card_number, state.put_away[seat]),
        )
        for seat in range(state.rules.players)
    ]


def talon(state: State) -> list[Card.ValueType]:
    """The cards that were dealt to nobody."""
    if state.dealt is None:
        return []
    nobodys = [card for hand in state.dealt.hands[state.rules.players :] for card in hand]
    return [card_number(card) for card in (*nobodys, *state.dealt.talon)]


def shown_commitment(game: Game, caller: Caller) -> bytes:
    """What the caller may know of the commitment: equal at all tables of a board, it would tell which are one."""
    return b"" if game.created.board and not caller.may(Scope.BOARDS) else game.created.commitment


def _acts(game: Game, seat: int) -> bool:
    return game.seat_to_act() is not None and game.state.to_act == seat


def _viewing_seat(game: Game, caller: Caller, request: api.GetViewRequest | api.WatchRequest) -> int | None:
    held = game.seats_of(caller.session) if caller.session else []
    if not request.HasField("seat"):
        return held[0] if len(held) == 1 else None
    if request.seat not in held:
        raise refuse(ServiceReason.NOT_SEATED, "the token's session does not hold that seat of the game")
    return request.seat


def _watching_seat(game: Game, caller: Caller, request: api.WatchRequest) -> int | None:
    """The seat that a game is followed as; None: as spectators see it."""
    if not request.own:
        if request.HasField("seat"):
            raise invalid("seat", "only with `own`")
        return None
    seat = _viewing_seat(game, caller, request)
    if seat is None:
        held = game.seats_of(caller.session) if caller.session else []
        if held:
            raise refuse(ServiceReason.SEAT_REQUIRED, f"the session holds the seats {held}: say which one")
        raise refuse(ServiceReason.NOT_SEATED, "the caller holds no seat of the game")
    return seat
