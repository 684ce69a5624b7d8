"""`RefereeService`: requests in, the referee's answers out."""

import json
from collections.abc import AsyncIterator
from math import isfinite
from time import time
from typing import Final

from euchre.v1 import referee_service_pb2 as api
from euchre.v1 import referee_service_pb2_grpc as grpc_api
from euchre_referee.api import tickets
from euchre_referee.api.access import About, Access, Context
from euchre_referee.api.calls import answers, streams
from euchre_referee.api.describing import describe_presets, describe_ruleset, problem_message
from euchre_referee.api.dues import Dues
from euchre_referee.api.house import HouseBots, is_bots_name
from euchre_referee.api.judging import Judging
from euchre_referee.api.looking import Looking, shown_commitment
from euchre_referee.api.making import MOST_NAME, MOST_NONCE, Making, session_of
from euchre_referee.api.phrases import locale_of
from euchre_referee.api.reading import (
    bytes_of,
    decision_of,
    invalid,
    problems_of,
    request_id_of,
    ruleset_of,
    secret_request_id_of,
    text_of,
)
from euchre_referee.api.refusing import refuse_call
from euchre_referee.api.terms import clock_presets
from euchre_referee.api.tokens import MOST_SESSION_BYTES, Caller, Role, Scope, session_of_join
from euchre_referee.api.verdicts import verdict_on
from euchre_referee.api.wording import end_message
from euchre_referee.referee.game import Game
from euchre_referee.referee.opening import NewSeat
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.triage import seat_of
from euchre_referee.referee.verdicts import CallRefused, Refused, ServiceReason, refuse
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.store.append import Stage
from euchre_referee.store.catalogue import Page
from euchre_referee.store.game_id import bucket_of

_DAY: Final = 24 * 60 * 60
MOST_LIFETIME: Final = 30 * _DAY
SEAT_LIFETIME: Final = 30 * _DAY
MOST_CAUSE: Final = 200
MOST_PAGE: Final = 1000
MOST_PATH: Final = 300
_PAGE: Final = 100
_SEATS_RETRY_MS: Final = 5000
_ROLES: Final = {
    api.ROLE_UNSPECIFIED: Role.PLAYER,
    api.ROLE_PLAYER: Role.PLAYER,
    api.ROLE_SPECTATOR: Role.SPECTATOR,
}
_STAGES: Final = {
    api.STAGE_WAITING: Stage.WAITING,
    api.STAGE_RUNNING: Stage.RUNNING,
    api.STAGE_FINISHED: Stage.FINISHED,
}


class RefereeService(grpc_api.RefereeServiceServicer):
    """Games: made, joined, looked at, acted in, judged."""

    def __init__(self, referee: Referee, access: Access, judging: Judging, house: HouseBots) -> None:
        self._referee: Final = referee
        self._access: Final = access
        self.observer: Final = referee.observer
        self._judging: Final = judging
        self._house: Final = house
        self._making: Final = Making(referee, access, house)
        self._dues: Final = Dues(access, referee.games)
        self._looking: Final = Looking(referee, access)

    @answers
    async def ListPresets(self, request: api.ListPresetsRequest, context: Context) -> api.ListPresetsResponse:
        """The presets and their options."""
        self._access.enter(context)
        locale = locale_of(request.locale)
        return api.ListPresetsResponse(
            presets=describe_presets(locale),
            clocks=clock_presets(),
            house_bots=self._house.told(locale),
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
        return await self._making.create(request, caller, context)

    @answers
    async def JoinGame(self, request: api.JoinGameRequest, context: Context) -> api.JoinGameResponse:
        """A seat taken."""
        caller = self._access.guest(context)
        request_id = request_id_of(request.request_id) if caller.session else secret_request_id_of(request.request_id)
        name = _own_name(request.name)
        nonce = bytes_of("nonce", request.nonce, MOST_NONCE)
        seat = request.seat if request.HasField("seat") else None
        await self._check_open_games(request.game, caller)
        session = caller.session or session_of_join(_join(request.game, request_id, seat, name, nonce))
        taken, game = await self._referee.opening.join(NewSeat(request_id, request.game, session, seat, name, nonce))
        token = ""
        if not caller.session:
            expires = game.created.created_ms // 1000 + SEAT_LIFETIME
            token = self._access.tokens.issue(Caller(session), expires)
        return api.JoinGameResponse(seat=taken, token=token, commitment=shown_commitment(game, caller))

    @answers
    async def GetView(self, request: api.GetViewRequest, context: Context) -> api.GetViewResponse:
        """The caller's view."""
        return await self._looking.view(request, self._access.enter(context), context)

    @answers
    async def Act(self, request: api.ActRequest, context: Context) -> api.ActResponse:
        """A decision judged."""
        caller = self._access.player(context)
        decision = decision_of(request.decision)
        (held_back,) = await self._dues.held_back(caller, (decision,))
        if held_back is not None:
            raise CallRefused(held_back)
        seat, outcome = await self._referee.deciding.decide(caller.session, decision)
        if isinstance(outcome, Refused):
            await refuse_call(context, outcome, decision.game, decision.version)
        return api.ActResponse(verdict=verdict_on(decision.game, decision.version, seat, outcome, "en"))

    @streams
    async def Watch(self, request: api.WatchRequest, context: Context) -> AsyncIterator[api.WatchResponse]:
        """A game followed."""
        async for response in self._looking.watch(request, self._access.enter(context), context):
            yield response

    @answers
    async def GetRecord(self, request: api.GetRecordRequest, context: Context) -> api.GetRecordResponse:
        """A record as the caller may see it."""
        return await self._looking.record(request, self._access.enter(context), context)

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
        if request.times and stage is not Stage.FINISHED:
            raise invalid("times", "only finished games have ended")
        try:
            page = await self._referee.catalogue.list_games(stage, request.page_token or None, limit)
        except ValueError as error:
            raise invalid("page_token", str(error)) from error
        times = await self._times(page) if request.times else ()
        return api.ListGamesResponse(games=page.games, next_page_token=page.cursor or "", times=times)

    async def _times(self, page: Page) -> list[api.GameTimes]:
        """Of finished games. Nothing moves their heads any more: what began last is their end."""
        heads = await self._referee.log.heads(page.games)
        found = []
        for game, expires in zip(page.games, page.scores, strict=True):
            served, head = self._referee.store.served.served(bucket_of(game)), heads.get(game)
            found.append(
                api.GameTimes(
                    ended_ago_ms=max(0, served - head.turn_started) if head is not None else 0,
                    expires_in_ms=max(0, int(expires) - served) if isfinite(expires) else None,
                )
            )
        return found

    @answers
    async def IssueToken(self, request: api.IssueTokenRequest, context: Context) -> api.IssueTokenResponse:
        """A token for a player or a spectator."""
        lifetime = request.lifetime_seconds or _DAY
        role = _ROLES.get(request.role)
        told: About = {"session": request.session[:MOST_SESSION_BYTES], "lifetime_seconds": lifetime}
        with self._access.operating(context, Scope.ISSUE, "IssueToken", told):
            session = session_of(request.session, "session")
            if lifetime > MOST_LIFETIME:
                raise invalid("lifetime_seconds", f"at most {MOST_LIFETIME}")
            if role is None:
                raise invalid("role", "a player's or a spectator's")
            token = self._access.tokens.issue(Caller(session, role), int(time()) + lifetime)
        return api.IssueTokenResponse(token=token)

    @answers
    async def IssueStreamTicket(
        self, request: api.IssueStreamTicketRequest, context: Context
    ) -> api.IssueStreamTicketResponse:
        """A ticket for one stream over HTTP."""
        caller = self._access.enter(context)
        if not caller.session:
            raise refuse(ServiceReason.UNAUTHENTICATED, "a ticket stands for a token: without one none is needed")
        path = text_of("path", request.path, MOST_PATH)
        if not path.startswith("/") or "?" in path:
            raise invalid("path", "a stream's path is needed, without a query")
        return api.IssueStreamTicketResponse(
            ticket=tickets.ticket(self._access.tokens, caller, path), lifetime_seconds=tickets.LIFETIME
        )

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

    def _record(self, record: str) -> str:
        most = self._access.limits.record_bytes
        if len(record.encode()) > most:
            raise invalid("record", f"at most {most} bytes; judge larger ones with `euchre adjudicate`")
        return record


def _own_name(text: str) -> str:
    """The name of a player, whom nobody may take for a bot of the house."""
    if is_bots_name(text):
        raise invalid("name", "bots of the house have that name")
    return text_of("name", text, MOST_NAME)


def _join(game: str, request_id: str, seat: int | None, name: str, nonce: bytes) -> bytes:
    """The whole of a join, for the session of a caller without a token."""
    return json.dumps([game, request_id, seat, name, nonce.hex()]).encode()
