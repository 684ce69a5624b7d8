"""A program that joins by itself as it is checked: it meets a referee that is made for the check."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import grpc.aio

from euchre.v1.player_service_pb2_grpc import add_PlayerServiceServicer_to_server
from euchre_referee.api.cancelled_calls import complain_of_no_cancelled_calls
from euchre_referee.cli.checking.findings import Failure, Finding, Verdict
from euchre_referee.cli.checking.scripted_referee import (
    Answered,
    ScriptedReferee,
    accepted,
    illegal,
    refused,
    time_over,
)
from euchre_referee.cli.stdio.process import Command, Running
from euchre_referee.cli.stdio.turn_line import Asking

_LEAVES_IT_AFTER: Final = 1.0
"""Seconds after a refusal in which another answer would come."""
_OF_GRPC: Final = logging.getLogger("grpc._cython.cygrpc")


class OverGrpc:
    """A `Contestant`."""

    def __init__(self, referee: ScriptedReferee, within: float) -> None:
        self._referee: Final = referee
        self._within: Final = within
        self._gone: Final[asyncio.Future[str]] = asyncio.get_running_loop().create_future()

    async def ask(self, asking: Asking) -> str:
        """Its answer."""
        answered = await self._asked(asking)
        self._referee.close()
        stands = answered.text in asking.legal
        decision = answered.decision
        answered.verdict.set_result(accepted(decision, answered.text) if stands else refused(decision, illegal(asking)))
        return answered.text

    async def ask_late(self, asking: Asking) -> None:
        """Its answer is told to be late."""
        answered = await self._asked(asking)
        self._referee.close()
        answered.verdict.set_result(refused(answered.decision, time_over()))

    async def ask_refused(self, asking: Asking) -> str | None:
        """Its answer is refused, and the turn stays open for a while."""
        answered = await self._asked(asking)
        answered.verdict.set_result(refused(answered.decision, illegal(asking)))
        try:
            again = await self._next(_LEAVES_IT_AFTER)
        except TimeoutError:
            return None
        finally:
            self._referee.close()
        again.verdict.set_result(accepted(again.decision, again.text))
        return again.text

    async def interrupt(self) -> None:
        """The stream is cut; the next turn waits for the one that follows."""
        await self._referee.cut()

    def acknowledgements(self) -> Finding:
        """Whether it says that frames have come, without which it would get the next ones late."""
        point = "acknowledges frames"
        if not self._referee.streams:
            return Finding(point, Verdict.OK, "it holds no stream, so there are none")
        if not self._referee.acknowledged:
            return Finding(point, Verdict.FAILS, "no frame names the last one that it received (`acknowledged`)")
        return Finding(point, Verdict.OK, f"up to number {self._referee.acknowledged}")

    async def _asked(self, asking: Asking) -> Answered:
        await self._referee.open(asking)
        try:
            return await self._next(self._within)
        except TimeoutError:
            self._referee.close()
            raise Failure(f"it did not answer within {self._within:g} s{self._without_stream()}") from None

    async def _next(self, within: float) -> Answered:
        answer = asyncio.create_task(self._referee.answers.get())
        try:
            async with asyncio.timeout(within):
                await asyncio.wait((answer, self._gone), return_when=asyncio.FIRST_COMPLETED)
                if not answer.done():
                    raise Failure(self._gone.result())
                return answer.result()
        finally:
            answer.cancel()

    def _without_stream(self) -> str:
        return "" if self._referee.streams else ", and never opened a stream"

    # What its process says

    def heard(self, line: str) -> None:
        """It may say what it likes."""

    def remarked(self, line: str) -> None:
        """Here too."""

    def gone(self, why: str) -> None:
        """It ended by itself."""
        self._gone.set_result(why)


@asynccontextmanager
async def over_grpc(command: Command, within: float) -> AsyncIterator[OverGrpc]:
    """The program, started with the address of a referee of its own."""
    token = secrets.token_hex(16)
    referee = ScriptedReferee(token)
    # It complains, with a traceback, of calls that the check breaks off or that a program leaves open.
    level = _OF_GRPC.level
    _OF_GRPC.setLevel(logging.CRITICAL)
    # It does so even later, of those that are open at the end.
    complain_of_no_cancelled_calls()
    server = grpc.aio.server()
    add_PlayerServiceServicer_to_server(referee, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    contestant = OverGrpc(referee, within)
    try:
        environment = {"EUCHRE_SERVER": f"127.0.0.1:{port}", "EUCHRE_TOKEN": token}
        running = await Running.start(command, contestant, environment)
        try:
            yield contestant
        finally:
            await running.stop()
    finally:
        await server.stop(None)
        _OF_GRPC.setLevel(level)
