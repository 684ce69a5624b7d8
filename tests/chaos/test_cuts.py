"""Every call that changes something, cut at every point and sent again: it is carried out once, and says so."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

import grpc
import pytest

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as referee
from euchre.v1 import tournament_service_pb2 as tournament
from euchre_referee.cli.local import LocalStack
from tests.api.callers import Caller, decision, new_game
from tests.chaos.replica import Replica
from tests.conftest import Server
from tests.faults.kinds import Cut, Kind, Way
from tests.faults.proxy import Proxy

POINTS: Final = 24
"""Points at which a call is cut, each way."""


class Mutation(Protocol):
    """A call that changes something."""

    async def prepare(self, direct: Caller) -> Any:
        """A new request."""
        ...

    async def send(self, caller: Caller, request: Any) -> Any:
        """The answer."""
        ...

    async def check(self, direct: Caller, request: Any, answer: Any) -> None:
        """It was carried out once."""
        ...


class Creating:
    """CreateGame."""

    async def prepare(self, direct: Caller) -> referee.CreateGameRequest:
        return new_game(["cut"] * 4)

    async def send(self, caller: Caller, request: referee.CreateGameRequest) -> referee.CreateGameResponse:
        return await caller.call(caller.referee.CreateGame, request)

    async def check(
        self, direct: Caller, request: referee.CreateGameRequest, answer: referee.CreateGameResponse
    ) -> None:
        assert (await direct.view(answer.game)).version == 2


class Joining:
    """JoinGame, of the last seat too, with which the game begins."""

    def __init__(self) -> None:
        self._game = ""
        self._joins = 0

    async def prepare(self, direct: Caller) -> referee.JoinGameRequest:
        if self._joins % 4 == 0:
            self._game = (await direct.call(direct.referee.CreateGame, new_game())).game
        self._joins += 1
        return referee.JoinGameRequest(
            request_id=str(uuid.uuid4()), game=self._game, name=f"J{self._joins}", seat=(self._joins - 1) % 4
        )

    async def send(self, caller: Caller, request: referee.JoinGameRequest) -> referee.JoinGameResponse:
        return await caller.call(caller.referee.JoinGame, request)

    async def check(self, direct: Caller, request: referee.JoinGameRequest, answer: referee.JoinGameResponse) -> None:
        view = await direct.view(request.game)
        taken = sum(bool(name) for name in view.players)
        assert view.players[answer.seat] == request.name
        assert view.version == 1 + taken + (taken == 4)


class Acting:
    """Act, alone or for several games at once."""

    def __init__(self, many: bool) -> None:
        self._many = many
        self._game = ""

    async def prepare(self, direct: Caller) -> pb.Decision:
        view = await direct.view(self._game, 0) if self._game else None
        if view is None or view.HasField("end"):
            self._game = await direct.create(["operator"] * 4, "buck", max_deals=3)
            view = await direct.view(self._game, 0)
        turn = (await direct.view(self._game, view.view.to_act)).turn
        return decision(turn, turn.legal[-1].text)

    async def send(self, caller: Caller, request: pb.Decision) -> pb.Verdict:
        if not self._many:
            return (await caller.call(caller.referee.Act, referee.ActRequest(decision=request))).verdict
        asked = player.PlayerServiceActRequest(decisions=[request])
        return (await caller.call(caller.player.Act, asked)).verdicts[0]

    async def check(self, direct: Caller, request: pb.Decision, answer: pb.Verdict) -> None:
        assert answer.accepted.action == request.text, answer
        assert (await direct.view(request.game, 0)).version == answer.accepted.next_version


class Boarding:
    """CreateBoards."""

    async def prepare(self, direct: Caller) -> tournament.CreateBoardsRequest:
        return tournament.CreateBoardsRequest(request_id=str(uuid.uuid4()), count=3)

    async def send(self, caller: Caller, request: tournament.CreateBoardsRequest) -> tournament.CreateBoardsResponse:
        return await caller.call(caller.tournament.CreateBoards, request)

    async def check(
        self, direct: Caller, request: tournament.CreateBoardsRequest, answer: tournament.CreateBoardsResponse
    ) -> None:
        assert len(answer.boards) == request.count


MUTATIONS: Final[dict[str, Callable[[], Mutation]]] = {
    "create": Creating,
    "join": Joining,
    "act": lambda: Acting(many=False),
    "act in many games": lambda: Acting(many=True),
    "create boards": Boarding,
}


@pytest.mark.parametrize("name", MUTATIONS)
async def test_a_call_cut_on_its_way_to_the_referee_or_back_is_carried_out_once(server: Server, name: str) -> None:
    mutation = MUTATIONS[name]()
    async with Caller(server.address, server.operator_token) as direct, Proxy(server.address) as proxy:

        async def through_the_proxy(request: Any) -> Any:
            async with Caller(proxy.address, server.operator_token) as caller:
                return await mutation.send(caller, request)

        whole = await mutation.prepare(direct)
        await mutation.check(direct, whole, await through_the_proxy(whole))
        lengths = dict(proxy.passed)
        for way, length in lengths.items():
            for after in range(0, length, max(1, length // POINTS)):
                request = await mutation.prepare(direct)
                proxy.next(Cut(way=way, after=after))
                first = None
                with suppress(grpc.aio.AioRpcError):
                    first = await through_the_proxy(request)
                answer = await mutation.send(direct, request)
                assert first in (None, answer)
                assert await mutation.send(direct, request) == answer
                await mutation.check(direct, request, answer)
        assert proxy.injected[Kind.CUT] >= 2 * POINTS


@pytest.mark.parametrize("name", MUTATIONS)
async def test_a_call_whose_way_to_the_store_is_cut_is_carried_out_once(name: str, tmp_path: Path) -> None:
    mutation = MUTATIONS[name]()
    async with LocalStack() as stack, Proxy(stack.store.socket, listen=tmp_path / "proxy") as proxy:
        token = stack.operator_token
        async with (
            Replica(f"unix://{proxy.address}", stack.keys) as replica,
            Caller(stack.address, token) as direct,
            Caller(replica.address, token) as caller,
        ):
            for after in (*range(0, 700, 100), None):
                request = await mutation.prepare(direct)
                proxy.strike(Cut(way=Way.TO_CLIENT) if after is None else Cut(way=Way.TO_SERVER, after=after))
                answer = await patiently(mutation.send, caller, request)
                assert await patiently(mutation.send, direct, request) == answer
                await mutation.check(direct, request, answer)
            assert proxy.injected == {Kind.CUT: 8}


async def patiently(send: Callable[[Caller, Any], Awaitable[Any]], caller: Caller, request: Any) -> Any:
    """Sends again as long as the store is said to be away."""
    async with asyncio.timeout(30):
        while True:
            try:
                return await send(caller, request)
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise
