"""Animals that misuse streams, calls and connections."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import Final

import grpc

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as api
from euchre.v1 import referee_service_pb2 as referee
from tests.api.callers import Caller, Frames, decision
from tests.faults.kinds import Fault, HalfOpen, SlowReader, Way
from tests.faults.proxy import Proxy
from tests.zoo.cage import Cage
from tests.zoo.garbage import GARBAGE, throw

PLAY: Final = "/euchre.v1.PlayerService/Play"
FLOOD: Final = 150
"""Calls of each kind at once."""
TOO_LARGE: Final = 300_000
"""Bytes; a frame may have 262,144."""


async def never_acknowledging(cage: Cage) -> None:
    """Answers, but acknowledges no frame."""
    async with cage.caller() as caller:
        call = caller.play()
        await call.write(api.PlayRequest())
        async for frame in cage.frames(call):
            if frame.turns:
                await call.write(api.PlayRequest(decisions=[decision(turn) for turn in frame.turns]))


async def reconnecting(cage: Cage) -> None:
    """Answers each frame on a stream of its own, begun while the one before is still open."""
    async with cage.caller() as caller:
        older: Frames | None = None
        over = False
        while not over:
            call = caller.play()
            over = True
            async for frame in cage.frames(call):
                if older is not None:
                    await _read_to_its_end(cage, older)
                    older = None
                if frame.turns:
                    over = False
                    await call.write(
                        api.PlayRequest(acknowledged=frame.number, decisions=[decision(turn) for turn in frame.turns])
                    )
                    break
            older = call


async def _read_to_its_end(cage: Cage, call: Frames) -> None:
    try:
        while isinstance(frame := await call.read(), api.PlayResponse):
            cage.judged(frame.verdicts)
    except grpc.aio.AioRpcError as error:
        cage.refused(error)


async def flooding(cage: Cage) -> None:
    """Sends decisions on games that are none as fast as it can, and reads nothing."""
    async with cage.caller() as caller:
        call = caller.play()
        nonsense = api.PlayRequest(decisions=[pb.Decision(game="none", version=9, text="pass", seat=0)] * 1000)

        async def flood() -> None:
            with suppress(grpc.aio.AioRpcError):
                while True:
                    await call.write(nonsense)

        sending = asyncio.create_task(flood())
        await cage.until_over()
        sending.cancel()
        call.cancel()


async def calling(cage: Cage) -> None:
    """Makes hundreds of calls at its first turns, and in their midst it decides as it should."""
    async with cage.caller() as caller:
        call = caller.play()
        await call.write(api.PlayRequest())
        async for frame in cage.frames(call):
            if not frame.turns:
                continue
            await call.write(api.PlayRequest(acknowledged=frame.number))
            idle = pb.Decision(game="none", version=9, text="pass", seat=0)
            calls: list[Awaitable[object]] = []
            for _ in range(FLOOD if frame.number <= 2 else 0):
                calls += [caller.call(caller.player.ListTurns, api.ListTurnsRequest()), _act(caller, idle)]
            calls += [_act(caller, decision(turn)) for turn in frame.turns]
            await asyncio.gather(*(_asked(cage, each) for each in calls))


async def _act(caller: Caller, made: pb.Decision) -> None:
    await caller.call(caller.referee.Act, referee.ActRequest(decision=made))


async def _asked(cage: Cage, call: Awaitable[object]) -> None:
    try:
        await call
    except grpc.aio.AioRpcError as error:
        cage.refused(error)


async def garbage_frames(cage: Cage) -> None:
    """Sends a frame that is no message of the contract, and does not come back."""
    await _frame(cage, b"\xff" * 64)


async def too_large_frames(cage: Cage) -> None:
    """Sends a frame beyond every limit, and does not come back."""
    await _frame(cage, bytes(TOO_LARGE))


async def _frame(cage: Cage, content: bytes) -> None:
    async with cage.caller() as caller:
        begin: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = caller.channel.stream_stream(PLAY)
        call = begin(metadata=caller.metadata)
        try:
            await call.write(content)
            while await call.read() is not grpc.aio.EOF:
                pass
        except grpc.aio.AioRpcError as error:
            cage.refused(error)


async def garbage_bytes(cage: Cage) -> None:
    """Throws at the referee's port what is not HTTP/2, or bad HTTP/2, until the game is over."""
    while not cage.over.is_set():
        for thrown in GARBAGE.values():
            with suppress(TimeoutError):
                await throw(cage.address, thrown.content, within=0.05)


async def half_open(cage: Cage) -> None:
    """Its connection dies at its first turn, and nobody is told."""
    await _behind(cage, HalfOpen())


async def slow_reader(cage: Cage) -> None:
    """From its first turn on it reads four bytes a second."""
    await _behind(cage, SlowReader(way=Way.TO_CLIENT, bytes_per_second=4))


async def _behind(cage: Cage, fault: Fault) -> None:
    async with Proxy(cage.address) as proxy, cage.caller(proxy.address) as caller:
        call = caller.play()
        await call.write(api.PlayRequest())
        async for frame in cage.frames(call):
            if frame.turns:
                proxy.now(fault)
                break
        await cage.until_over()
        call.cancel()
