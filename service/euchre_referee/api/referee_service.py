"""`RefereeService`: requests in, the referee's answers out."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from time import time
from typing import Final

from euchre.v1 import referee_service_pb2 as api
from euchre.v1 import referee_service_pb2_grpc as grpc_api
from euchre_referee.api.access import About, Access, Context, check_scope, unheld
from euchre_referee.api.calls import answers, streams
from euchre_referee.api.describing import describe_preset, describe_ruleset, problem_message
from euchre_referee.api.dues import Dues
from euchre_referee.api.encoding import turn_message, view_message
from euchre_referee.api.events import events_of
from euchre_referee.api.judging import Judging
from euchre_referee.api.phrases import locale_of
from euchre_referee.api.reading import (
    bytes_of,
    decision_of,
    invalid,
    problems_of,
    request_id_of,
    ruleset_of,
    secret_request_id_of,
    seed_of,
    text_of,
)
from euchre_referee.api.refusing import refuse_call
from euchre_referee.api.terms import asked_terms, clock_presets, clocks_message, conduct_message, standings
from euchre_referee.api.tokens import MOST_SESSION_BYTES, Caller, Scope, session_of_join
from euchre_referee.api.verdicts import verdict_on
from euchre_referee.api.wording import end_message
from euchre_referee.referee.entries import Reservation
from euchre_referee.referee.game import Game
from euchre_referee.referee.opening import NewGame, NewSeat
from euchre_referee.referee.recording import full_record, seen_record
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.triage import seat_of
from euchre_referee.referee.verdicts import CallRefused, Refused, ServiceReason, refuse
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.views import view
from euchre_referee.store.append import Stage

_DAY: Final = 24 * 60 * 60
MOST_LIFETIME: Final = 30 * _DAY
SEAT_LIFETIME: Final = 30 * _DAY
MOST_NAME: Final = 64
MOST_NONCE: Final = 64
MOST_CAUSE: Final = 200
MOST_PAGE: Final = 1000
_PAGE: Final = 100
_SEATS_RETRY_MS: Final = 5000
_STAGES: Final = {
    api.STAGE_WAITING: Stage.WAITING,
    api.STAGE_RUNNING: Stage.RUNNING,
    api.STAGE_FINISHED: Stage.FINISHED,
}


class RefereeService(grpc_api.RefereeServiceServicer):
    """Games: made, joined, looked at, acted in, judged."""

    def __init__(self, referee: Referee, access: Access, judging: Judging) -> None:
        self._referee: Final = referee
        self._access: Final = access
        self.observer: Final = referee.observer
        self._judging: Final = judging
        self._dues: Final = Dues(access, referee.games)

    @answers
    async def ListPresets(self, request: api.ListPresetsRequest, context: Context) -> api.ListPresetsResponse:
        """The presets and their options."""
        self._access.enter(context)
        locale = locale_of(request.locale)
        return api.ListPresetsResponse(
            presets=[describe_preset(name, locale) for name in sorted(PRESETS)], clocks=clock_presets()
        )

    @answers
    async def DescribeRules(self, request: api.DescribeRulesRequest, context: Context) -> api.DescribeRulesResponse:
        """A rule set explained."""
        self._access.enter(context)
        rules = ruleset_of(request.ruleset)
        description = describe_ruleset(rules, locale_of(request.locale))
        return api.DescribeRulesResponse(description=description, canonical=rules.canonical, hash=rules.hash)

    @answers
    async def CheckRuleset(self, request: api.CheckRulesetRequest, context: Context) -> api.CheckRulesetResponse:
        """A rule set checked."""
        self._access.enter(context)
        found = problems_of(request.ruleset)
        if isinstance(found, RuleSet):
            return api.CheckRulesetResponse(canonical=found.canonical, hash=found.hash)
        return api.CheckRulesetResponse(problems=map(problem_message, found))

    @answers
    async def CreateGame(self, request: api.CreateGameRequest, context: Context) -> api.CreateGameResponse:
        """A game made."""
        caller = self._access.guest(context)
        self._access.make_game(caller, context)
        with self._making(request, caller, context):
            asked = self._new_game(request)
            created = await self._referee.opening.create(asked)
        return api.CreateGameResponse(
            game=created.game, commitment=created.commitment, ruleset=created.ruleset, ruleset_hash=asked.rules.hash
        )

    @answers
    async def JoinGame(self, request: api.JoinGameRequest, context: Context) -> api.JoinGameResponse:
        """A seat taken."""
        caller = self._access.guest(context)
        request_id = request_id_of(request.request_id) if caller.session else secret_request_id_of(request.request_id)
        name = text_of("name", request.name, MOST_NAME)
        nonce = bytes_of("nonce", request.nonce, MOST_NONCE)
        seat = request.seat if request.HasField("seat") else None
        await self._check_open_games(request.game, caller)
        session = caller.session or session_of_join(_join(request.game, request_id, seat, name, nonce))
        taken, game = await self._referee.opening.join(NewSeat(request_id, request.game, session, seat, name, nonce))
        token = ""
        if not caller.session:
            expires = game.created.created_ms // 1000 + SEAT_LIFETIME
            token = self._access.tokens.issue(Caller(session), expires)
        return api.JoinGameResponse(seat=taken, token=token, commitment=_commitment(game, caller))

    @answers
    async def GetView(self, request: api.GetViewRequest, context: Context) -> api.GetViewResponse:
        """The caller's view."""
        caller = self._access.enter(context)
        game = await self._game(request.game)
        seat = _viewing_seat(game, caller, request)
        if seat is None:
            _check_open(game, caller)
        response = api.GetViewResponse(
            version=game.version,
            head=game.head,
            view=view_message(view(game.state, seat)),
            players=[taken.name if taken is not None else "" for taken in game.seats],
            commitment=_commitment(game, caller),
            clocks=clocks_message(game.created.clocks),
            conduct=conduct_message(game.created.conduct),
            standings=standings(game),
        )
        if seat is not None and game.seat_to_act() is not None and game.state.to_act == seat:
            response.turn.CopyFrom(turn_message(game, self._referee.time_left_ms(game)))
        if game.ended is not None:
            response.end.CopyFrom(end_message(game.id, game.version, game.ended))
        return response

    @answers
    async def Act(self, request: api.ActRequest, context: Context) -> api.ActResponse:
        """A decision judged."""
        caller = self._access.player(context)
        decision = decision_of(request.decision)
        held_back = await self._dues.held_back(caller, decision)
        if held_back is not None:
            raise CallRefused(held_back)
        seat, outcome = await self._referee.deciding.decide(caller.session, decision)
        if isinstance(outcome, Refused):
            await refuse_call(context, outcome, decision.game, decision.version)
        return api.ActResponse(verdict=verdict_on(decision.game, decision.version, seat, outcome, "en"))

    @streams
    async def Watch(self, request: api.WatchRequest, context: Context) -> AsyncIterator[api.WatchResponse]:
        """A game followed."""
        caller = self._access.enter(context)
        game = await self._game(request.game)
        _check_open(game, caller)
        with self._access.watch(caller, context):
            news = self._referee.watching.follow(request.game, request.from_version, request.from_head)
            async for each in news:
                if (ended := unheld(self._access.tokens, caller)) is not None:
                    raise CallRefused(ended)
                yield api.WatchResponse(
                    version=each.version,
                    head=each.head,
                    events=[event for happening in each.happenings for event in events_of(game.id, happening)],
                    view=view_message(each.view),
                )

    @answers
    async def GetRecord(self, request: api.GetRecordRequest, context: Context) -> api.GetRecordResponse:
        """A record as the caller may see it."""
        caller = self._access.enter(context)
        game = await self._game(request.game)
        _check_open(game, caller)
        log = await self._referee.log.whole(request.game)
        if game.ended is not None:
            record = await asyncio.to_thread(full_record, log)
        else:
            seats = game.seats_of(caller.session) if caller.session else []
            record = await asyncio.to_thread(seen_record, log, seats[0] if len(seats) == 1 else None)
        return api.GetRecordResponse(record=json.dumps(record, ensure_ascii=False))

    @answers
    async def Adjudicate(self, request: api.AdjudicateRequest, context: Context) -> api.AdjudicateResponse:
        """A record judged."""
        self._access.enter(context)
        return api.AdjudicateResponse(adjudication=await self._judging.adjudicate(self._record(request.record)))

    @answers
    async def Verify(self, request: api.VerifyRequest, context: Context) -> api.VerifyResponse:
        """A proof checked."""
        self._access.enter(context)
        faults = await self._judging.verify(self._record(request.record))
        return api.VerifyResponse(in_order=not faults, faults=faults)

    @answers
    async def AbortGame(self, request: api.AbortGameRequest, context: Context) -> api.AbortGameResponse:
        """A game ended before its time."""
        told = {"game": request.game[:MOST_NAME], "cause": request.cause[:MOST_CAUSE]}
        with self._access.operating(context, Scope.ABORT, "AbortGame", told):
            cause = text_of("cause", request.cause, MOST_CAUSE) or "operator"
            game = await self._referee.clockwork.abort(request.game, cause)
        assert game.ended is not None
        return api.AbortGameResponse(end=end_message(game.id, game.version, game.ended))

    @answers
    async def Resign(self, request: api.ResignRequest, context: Context) -> api.ResignResponse:
        """A game given up."""
        caller = self._access.player(context)
        self._access.pace(caller, context)
        seat = request.seat if request.HasField("seat") else None

        def held(game: Game) -> int:
            found = seat_of(game, caller.session, seat)
            if isinstance(found, Refused):
                raise CallRefused(found)
            return found

        game = await self._referee.clockwork.resign(request.game, held)
        assert game.ended is not None
        return api.ResignResponse(end=end_message(game.id, game.version, game.ended))

    @answers
    async def ListGames(self, request: api.ListGamesRequest, context: Context) -> api.ListGamesResponse:
        """Games by stage."""
        self._access.enter(context)
        stage = _STAGES.get(request.stage)
        if stage is None:
            raise invalid("stage", "waiting, running or finished is needed")
        limit = request.page_size or _PAGE
        if limit > MOST_PAGE:
            raise invalid("page_size", f"at most {MOST_PAGE}")
        try:
            page = await self._referee.catalogue.list_games(stage, request.page_token or None, limit)
        except ValueError as error:
            raise invalid("page_token", str(error)) from error
        return api.ListGamesResponse(games=page.games, next_page_token=page.cursor or "")

    @answers
    async def IssueToken(self, request: api.IssueTokenRequest, context: Context) -> api.IssueTokenResponse:
        """A token for a player or a spectator."""
        lifetime = request.lifetime_seconds or _DAY
        told: About = {"session": request.session[:MOST_SESSION_BYTES], "lifetime_seconds": lifetime}
        with self._access.operating(context, Scope.ISSUE, "IssueToken", told):
            session = text_of("session", request.session, MOST_SESSION_BYTES)
            if not session or len(session.encode()) > MOST_SESSION_BYTES:
                raise invalid("session", f"1 to {MOST_SESSION_BYTES} bytes are needed")
            if lifetime > MOST_LIFETIME:
                raise invalid("lifetime_seconds", f"at most {MOST_LIFETIME}")
            token = self._access.tokens.issue(Caller(session), int(time()) + lifetime)
        return api.IssueTokenResponse(token=token)

    async def _check_open_games(self, game: str, caller: Caller) -> None:
        """A session may sit in so many games at once; in one where it sits it may sit twice, and ask again."""
        if not caller.session or caller.operator:
            return
        most = self._access.limits.open_games
        games = await self._referee.catalogue.open_games(caller.session, most)
        if len(games) >= most and game not in games:
            raise refuse(
                ServiceReason.BUSY, f"the session sits in {len(games)} games that are not over", _SEATS_RETRY_MS
            )

    async def _game(self, name: str) -> Game:
        game = await self._referee.games.fresh(name)
        if game is None:
            raise refuse(ServiceReason.GAME_NOT_FOUND, "there is no such game")
        return game

    def _record(self, record: str) -> str:
        most = self._access.limits.record_bytes
        if len(record.encode()) > most:
            raise invalid("record", f"at most {most} bytes; judge larger ones with `euchre adjudicate`")
        return record

    @contextmanager
    def _making(self, request: api.CreateGameRequest, caller: Caller, context: Context) -> Iterator[None]:
        """A game is being made; one that only operators may make is written down."""
        if not (request.board or request.seed or request.seats):
            yield
            return
        seed = "chosen" if request.seed else "drawn"
        told: About = {"board": request.board[:MOST_NAME], "seats": len(request.seats), "seed": seed}
        with self._access.audited(caller, context, Scope.CREATE, "CreateGame", told, request.request_id):
            if not caller.operator:
                raise refuse(ServiceReason.PERMISSION_DENIED, "board, seed and seats are for operators")
            check_scope(caller, Scope.CREATE)
            yield

    def _new_game(self, request: api.CreateGameRequest) -> NewGame:
        rules = ruleset_of(request.ruleset)
        if request.seats and len(request.seats) != rules.players:
            raise invalid("seats", f"{rules.players} are needed, or none")
        if len(request.nonces) > MOST_NONCE or (request.nonces and not request.board):
            raise invalid("nonces", f"at most {MOST_NONCE}, and only with a board: players give theirs when they join")
        first_dealer = request.first_dealer if request.HasField("first_dealer") else None
        if first_dealer is not None and first_dealer >= rules.players:
            raise invalid("first_dealer", f"the seats are 0 to {rules.players - 1}")
        clocks, conduct = asked_terms(request, self._referee.settings, self._access.limits.strike_limit)
        check_name = partial(text_of, "seats", most=MOST_NAME)
        return NewGame(
            request_id_of(request.request_id),
            rules,
            tuple(Reservation(_session(seat.session), check_name(seat.name)) for seat in request.seats),
            clocks,
            conduct,
            request.board,
            tuple(bytes_of("nonces", nonce, MOST_NONCE) for nonce in request.nonces),
            seed_of(request.seed),
            first_dealer,
        )


def _session(text: str) -> str:
    if not 0 < len(text.encode()) <= MOST_SESSION_BYTES:
        raise invalid("seats.session", f"1 to {MOST_SESSION_BYTES} bytes are needed")
    return text_of("seats.session", text, MOST_SESSION_BYTES)


def _join(game: str, request_id: str, seat: int | None, name: str, nonce: bytes) -> bytes:
    """The whole of a join, for the session of a caller without a token."""
    return json.dumps([game, request_id, seat, name, nonce.hex()]).encode()


def _commitment(game: Game, caller: Caller) -> bytes:
    """What the caller may know of the commitment: equal at all tables of a board, it would tell which are one."""
    return b"" if game.created.board and not caller.may(Scope.BOARDS) else game.created.commitment


def _viewing_seat(game: Game, caller: Caller, request: api.GetViewRequest) -> int | None:
    held = game.seats_of(caller.session) if caller.session else []
    if not request.HasField("seat"):
        return held[0] if len(held) == 1 else None
    if request.seat not in held:
        raise refuse(ServiceReason.NOT_SEATED, "the token's session does not hold that seat of the game")
    return request.seat


def _check_open(game: Game, caller: Caller) -> None:
    """What happens at a board's table is for operators: at another table the same cards may still be in play."""
    if game.created.board and not caller.may(Scope.BOARDS):
        raise refuse(ServiceReason.RECORD_WITHHELD, "this game belongs to a board: it is shown to operators")
