"""The referee for programs that use asyncio."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Self, TypeVar, cast

import grpc
import grpc.aio

from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as referee
from euchre.v1 import tournament_service_pb2 as tournament
from euchre.v1.game_pb2 import Decision, GameEnd, Turn, Verdict
from euchre.v1.player_service_pb2_grpc import PlayerServiceStub
from euchre.v1.referee_service_pb2_grpc import RefereeServiceStub
from euchre.v1.ruleset_pb2 import PresetDescription, Ruleset
from euchre.v1.tournament_service_pb2 import Place
from euchre.v1.tournament_service_pb2_grpc import TournamentServiceStub
from euchre_client import requests
from euchre_client.aio_tournaments import AsyncTournaments
from euchre_client.answers import Answer
from euchre_client.attending import OVER, Attending, BotOf
from euchre_client.connection import Connection
from euchre_client.decided import DecisionsMade
from euchre_client.desk import AsyncBot, Bot, Desk, DirectDesk, SyncBot, TaskDesk, is_async, on_threads
from euchre_client.errors import of_rpc
from euchre_client.following import Following
from euchre_client.playing import PATIENCE, Callbacks, Played, Player
from euchre_client.retrying import DEFAULT_TIMEOUT, Patience

Request = TypeVar("Request")
Response = TypeVar("Response")


class AsyncClient(AsyncTournaments):
    """A connection to the referee, made and used in one event loop; close it, or use it in `async with`.

    `address` is a gRPC target, `host:port` or several referees as `ipv4:10.0.0.1:7000,10.0.0.2:7000`, with
    `grpcs://` before it for an encrypted connection (`tls` has the certificates). Calls
    raise `Refused` with the referee's reason, or `Unreachable` after `timeout` seconds of trying; they are
    repeated as long as repeating is safe and may help.
    """

    def __init__(
        self,
        address: str,
        token: str = "",
        *,
        language: str = "en",
        credentials: grpc.ChannelCredentials | None = None,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        self._connection = Connection(address, token, language, credentials)
        self._timeout = timeout
        self.unfinished: set[str] = set()
        """Games whose end counts in `play`: those joined and those with a turn in it; add those you know otherwise."""
        self._channel = self._connection.aio_channel()
        self._referee = RefereeServiceStub(self._channel)
        self._player = PlayerServiceStub(self._channel)
        self._tournament = TournamentServiceStub(self._channel)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the connection and every call on it."""
        await self._channel.close()

    @property
    def token(self) -> str:
        """What this client proves itself with; empty for none."""
        return self._connection.token

    async def _call(
        self,
        method: "grpc.aio.UnaryUnaryMultiCallable[Request, Response]",
        request: Request,
        repeatable: bool = True,
    ) -> Response:
        patience = Patience(self._timeout, repeatable)
        while True:
            try:
                return await method(request, timeout=patience.left(), metadata=self._connection.metadata())
            except grpc.aio.AioRpcError as error:
                wait = patience.wait(of_rpc(error))
            await asyncio.sleep(wait)

    # Rules

    async def list_presets(self, locale: str = "") -> list[PresetDescription]:
        """All presets with every option they accept; texts in en, fr or nl."""
        answer = await self._call(self._referee.ListPresets, referee.ListPresetsRequest(locale=locale))
        return list(answer.presets)

    async def list_clock_presets(self) -> list[referee.ClockPreset]:
        """The clocks that have a name."""
        answer = await self._call(self._referee.ListPresets, referee.ListPresetsRequest())
        return list(answer.clocks)

    async def describe_rules(self, rules: Ruleset | str, locale: str = "") -> referee.DescribeRulesResponse:
        """Explains a rule set to people."""
        request = referee.DescribeRulesRequest(ruleset=requests.as_ruleset(rules), locale=locale)
        return await self._call(self._referee.DescribeRules, request)

    async def check_ruleset(self, rules: Ruleset | str) -> referee.CheckRulesetResponse:
        """Names every problem of a rule set, or its canonical form and hash."""
        request = referee.CheckRulesetRequest(ruleset=requests.as_ruleset(rules))
        return await self._call(self._referee.CheckRuleset, request)

    # Games

    async def create_game(
        self,
        rules: Ruleset | str,
        *,
        seats: Sequence[referee.SeatReservation] = (),
        clocks: referee.Clocks | str | None = None,
        action_limit_ms: int | None = None,
        conduct: referee.Conduct | None = None,
        strike_limit: int | None = None,
        board: str = "",
        nonces: Sequence[bytes] = (),
        seed: bytes = b"",
        first_dealer: int | None = None,
        spectator_delay: referee.SpectatorDelay | None = None,
        request_id: str | None = None,
    ) -> referee.CreateGameResponse:
        """Makes a game. Limits: 0 for none, None for the server's default. A request id makes it repeatable
        later.

        `clocks` may be the name of a preset; `action_limit_ms` and `strike_limit` are short for clocks and conduct
        rules that say no more. Raises ValueError where both are given.
        """
        request = requests.create_game(
            rules,
            seats,
            clocks,
            action_limit_ms,
            conduct,
            strike_limit,
            board,
            nonces,
            seed,
            first_dealer,
            spectator_delay,
            request_id,
        )
        return await self._call(self._referee.CreateGame, request)

    async def join_game(
        self,
        game: str,
        name: str = "",
        *,
        seat: int | None = None,
        nonce: bytes = b"",
        request_id: str | None = None,
    ) -> referee.JoinGameResponse:
        """Takes a seat, the first free one by default. A client without a token goes on with the one it is
        given."""
        request = requests.join_game(game, seat, name, nonce, request_id)
        answer = await self._call(self._referee.JoinGame, request)
        self.unfinished.add(game)
        if answer.token and not self.token:
            self._connection = self._connection.with_token(answer.token)
        return answer

    async def get_view(self, game: str, seat: int | None = None, *, full: bool = False) -> referee.GetViewResponse:
        """What this client may know of a game, and its turn if it has one. All cards are for operators only."""
        return await self._call(self._referee.GetView, referee.GetViewRequest(game=game, seat=seat, full=full))

    async def act(self, made: Decision) -> Verdict:
        """Decides on a turn; `decision(turn, answer)` makes one. Raises Refused with the legal actions."""
        answer = await self._call(self._referee.Act, referee.ActRequest(decision=made))
        return answer.verdict

    def watch(
        self, game: str, version: int = 0, head: bytes = b"", *, full: bool = False
    ) -> AsyncIterator[referee.WatchResponse]:
        """Follows a game from a version on until it is over; goes on by itself after a break, from where it was.

        All cards are for operators only.
        """
        return self._watch(Following(game, version, head, full, self._timeout))

    async def _watch(self, following: Following) -> AsyncIterator[referee.WatchResponse]:
        while not following.over:
            call = self._referee.Watch(following.request(), metadata=self._connection.metadata())
            try:
                async for answer in call:
                    following.took(answer)
                    yield answer
                wait = following.wait(None)
            except grpc.aio.AioRpcError as error:
                wait = following.wait(of_rpc(error))
            finally:
                call.cancel()
            if not following.over:
                await asyncio.sleep(wait)

    async def get_record(self, game: str, *, full: bool = False) -> str:
        """The game record, JSON text, as this client may see it. All cards of a running game are for operators only."""
        return (await self._call(self._referee.GetRecord, referee.GetRecordRequest(game=game, full=full))).record

    async def resign(self, game: str, seat: int | None = None) -> GameEnd:
        """Gives a game up; the others win. A game that is over answers with the end it had."""
        request = referee.ResignRequest(game=game, seat=seat)
        return (await self._call(self._referee.Resign, request)).end

    async def abort_game(self, game: str, cause: str) -> GameEnd:
        """Ends a game before its time; operators only."""
        request = referee.AbortGameRequest(game=game, cause=cause)
        return (await self._call(self._referee.AbortGame, request, repeatable=False)).end

    async def list_games(
        self, stage: referee.Stage.ValueType, page_size: int = 0, page_token: str = "", *, times: bool = False
    ) -> referee.ListGamesResponse:
        """One page of the games of a stage; of finished ones also when they ended, where `times` are asked for."""
        request = referee.ListGamesRequest(stage=stage, page_size=page_size, page_token=page_token, times=times)
        return await self._call(self._referee.ListGames, request)

    # Records

    async def adjudicate(self, record: str) -> str:
        """Judges a game record, JSON text; the judgement is JSON text with the documented keys."""
        return (await self._call(self._referee.Adjudicate, referee.AdjudicateRequest(record=record))).adjudication

    async def verify(self, record: str) -> referee.VerifyResponse:
        """Verifies the proofs in a game record, JSON text."""
        return await self._call(self._referee.Verify, referee.VerifyRequest(record=record))

    # Operators

    async def issue_token(self, session: str, lifetime_seconds: int = 0, *, spectator: bool = False) -> str:
        """Signs a token for a session, a player's or a spectator's; 0: for one day. Operators only."""
        role = referee.ROLE_SPECTATOR if spectator else referee.ROLE_PLAYER
        request = referee.IssueTokenRequest(session=session, lifetime_seconds=lifetime_seconds, role=role)
        return (await self._call(self._referee.IssueToken, request)).token

    async def issue_stream_ticket(self, path: str) -> str:
        """Signs a ticket that opens one stream over HTTP, by its path without a query: for this client's browser."""
        request = referee.IssueStreamTicketRequest(path=path)
        return (await self._call(self._referee.IssueStreamTicket, request)).ticket

    async def create_boards(
        self, count: int, *, seed: bytes = b"", first_number: int = 0, request_id: str | None = None
    ) -> list[tournament.Board]:
        """Makes boards, seeds drawn and committed to. Operators only.

        With a chosen seed a board's number, from `first_number` on (0: 1), decides its cards.
        """
        request = requests.create_boards(count, seed, first_number, request_id)
        return list((await self._call(self._tournament.CreateBoards, request)).boards)

    # Play

    async def list_turns(self, max_turns: int = 0) -> list[Turn]:
        """The turns that wait for this client, for programs that do not stream."""
        answer = await self._call(self._player.ListTurns, player.ListTurnsRequest(max_turns=max_turns))
        return list(answer.turns)

    async def decide(self, decisions: Sequence[Decision]) -> list[Verdict]:
        """Decides in many games at once; one verdict a decision, in order, refusals included."""
        request = player.PlayerServiceActRequest(decisions=decisions)
        return list((await self._call(self._player.Act, request)).verdicts)

    async def play(
        self,
        bot: Bot,
        *,
        games: int | None = None,
        threads: int = 0,
        open_frames: int = 1,
        patience: float = PATIENCE,
        on_end: Callable[[GameEnd], None] | None = None,
        on_verdict: Callable[[Verdict], None] | None = None,
        on_refusal: Callable[[Verdict], Answer] | None = None,
    ) -> Played:
        """Plays all games of this client's session: asks the bot about every turn, in every game at once.

        `bot` is one function from a turn to an action, plain or async. A plain one is called in the event
        loop; one that takes longer than a few milliseconds belongs on `threads`, or should be async. Ends
        when `games` of the `unfinished` ones are over, when the bot or a callback raises StopPlaying, or when
        cancelled; goes on by itself after a break. `on_refusal` may return another answer. Raises Refused when
        the referee will not have this session (SUPERSEDED: another stream of the session has begun),
        Unreachable after `patience` seconds without it, and what the bot raises.
        """
        made = DecisionsMade()
        pool = ThreadPoolExecutor(threads, "bot") if threads else None
        try:
            return await Player(
                lambda: self._player.Play(metadata=self._connection.metadata()),
                _desk(bot, made, pool),
                made,
                Callbacks(on_end, on_verdict, on_refusal),
                self.unfinished,
                games=games,
                open_frames=open_frames,
                patience=patience,
            ).run()
        finally:
            if pool is not None:
                pool.shutdown(wait=False, cancel_futures=True)

    async def play_tournament(
        self, tournament: str, bot_of: BotOf, *, entrant: str = "", patience: float = PATIENCE
    ) -> None:
        """Plays at all places of a tournament that are this client's to fill, until the tournament is over.

        Every place has a stream of its own and is played by what `bot_of` gives for it, as in `play`. Operators
        play for all entrants, or the one they name. Raises as `play` does.
        """

        async def play(place: Place) -> Played:
            connection = self._connection
            async with AsyncClient(
                connection.address,
                place.token,
                language=connection.language,
                credentials=connection.credentials,
            ) as client:
                return await client.play(bot_of(place), patience=patience)

        async def over() -> bool:
            return (await self.get_tournament(tournament)).state in OVER

        await Attending(lambda: self.list_places(tournament, entrant=entrant), play).until(over)


def _desk(bot: Bot, made: DecisionsMade, pool: ThreadPoolExecutor | None) -> Desk:
    if is_async(bot):
        return TaskDesk(cast(AsyncBot, bot), made)
    plain = cast(SyncBot, bot)
    return DirectDesk(plain, made) if pool is None else TaskDesk(on_threads(plain, pool), made)
