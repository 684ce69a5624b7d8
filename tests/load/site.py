"""A store with referees on it, all processes of their own, for measurements."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from time import time
from types import TracebackType
from typing import Any, Final, Self
from uuid import uuid4

import grpc
from google.protobuf import struct_pb2
from redis import Redis

from euchre.v1 import referee_service_pb2, referee_service_pb2_grpc, ruleset_pb2
from euchre_referee.api.tokens import Caller, Tokens
from euchre_referee.ops.keyring import make_keyring
from euchre_referee.store.append import Stage
from euchre_referee.store.connect import connect
from euchre_referee.store.embedded import Embedded
from euchre_referee.store.game_log import GameLog
from euchre_referee.store.server_options import Fsync
from tests.chaos.replica import Replica
from tests.load.crowd import Pattern
from tests.load.player import Player, all_decide
from tests.load.processes import Usage, usage

_DAY: Final = 86_400
_MADE_AT_ONCE: Final = 64
_LIMIT_MS: Final = _DAY * 1000
_PATTERN_ENTRIES: Final = 60
"""A game of usual length is then in its third deal."""


class Site:
    """A referee for each of `options`; the first `host:port` is `replicas[0].address`."""

    def __init__(self, folder: Path, options: Sequence[tuple[str, ...]], fsync: Fsync = Fsync.ALWAYS) -> None:
        self._folder: Final = folder
        self._options: Final = [("--fsync", fsync.value, "--drain-seconds", "0.1", *each) for each in options]
        self._stack: Final = AsyncExitStack()
        self.store: Final = Embedded(folder / "store", fsync=fsync)
        self.replicas: list[Replica] = []
        self._tokens = Tokens({"k": bytes(32)})

    async def __aenter__(self) -> Self:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._stack.enter_context(self.store)
        keys = self._folder / "keys"
        self._tokens = Tokens(make_keyring(keys))
        for options in self._options:
            replica = Replica(self.store.url, keys, *options)
            self.replicas.append(await self._stack.enter_async_context(replica))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    def token(self, session: str) -> str:
        """A player's; the operator's for "operator"."""
        caller = Caller.operating(session) if session == "operator" else Caller(session)
        return self._tokens.issue(caller, int(time()) + _DAY)

    def player(self, session: str, replica: int = 0) -> Player:
        """A session's bot at a referee."""
        return Player(self.replicas[replica].address, self.token(session))

    async def make_games(self, sessions: Sequence[str], number: int, **options: float) -> list[str]:
        """So many real games, each of one session that has all seats, in turn."""
        made: list[str] = []
        rules = struct_pb2.Struct()
        rules.update({"target_score": 1000, **options})
        numbers = iter(range(number))
        names = [f"N{seat}" for seat in range(4)]
        async with AsyncExitStack() as stack:
            channels = [
                await stack.enter_async_context(grpc.aio.insecure_channel(replica.address)) for replica in self.replicas
            ]
            stubs: list[Any] = [referee_service_pb2_grpc.RefereeServiceStub(channel) for channel in channels]

            async def maker() -> None:
                for each in numbers:
                    session = sessions[each % len(sessions)]
                    request = referee_service_pb2.CreateGameRequest(
                        request_id=str(uuid4()),
                        ruleset=ruleset_pb2.Ruleset(preset="euchre", options=rules),
                        seats=[referee_service_pb2.SeatReservation(name=name, session=session) for name in names],
                        clocks=referee_service_pb2.Clocks(action_limit_ms=_LIMIT_MS),
                    )
                    stub = stubs[each % len(stubs)]
                    answer = await stub.CreateGame(request, metadata=(("authorization", f"Bearer {operator}"),))
                    made.append(answer.game)

            operator = self.token("operator")
            await asyncio.gather(*(maker() for _ in range(_MADE_AT_ONCE)))
        return made

    async def patterns(self) -> dict[Stage, Pattern]:
        """Logs of games of each stage, really played."""
        (game,) = await self.make_games(["pattern"], 1, target_score=10)
        player = self.player("pattern")
        await player.begin()
        try:
            await all_decide([player], _PATTERN_ENTRIES)
        finally:
            await player.end()
        store = connect(self.store.url)
        try:
            log = GameLog(store)
            whole, head = await log.whole(game), await log.head(game)
        finally:
            await store.aclose()
        running = whole[:_PATTERN_ENTRIES]
        return {
            Stage.WAITING: Pattern(Stage.WAITING, whole[:1], 0),
            Stage.RUNNING: Pattern(Stage.RUNNING, running, min(head.deal_version, len(running))),
            Stage.FINISHED: Pattern(Stage.FINISHED, whole, head.deal_version),
        }

    def store_memory(self) -> int:
        """Bytes that the store's data take, by its own count."""
        with Redis(unix_socket_path=str(self.store.socket), protocol=2) as client:
            found: Any = client.info("memory")
            return int(found["used_memory"]) - int(found.get("mem_clients_normal", 0))

    def usage_of_store(self) -> Usage:
        """What the store's process has used."""
        assert self.store.pid is not None
        return usage(self.store.pid)

    def usage_of(self, replica: int) -> Usage:
        """What a referee's process has used."""
        return usage(self.replicas[replica].pid)
