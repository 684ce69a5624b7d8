"""The benchmark's baseline: a bare grpc.aio server that answers with recorded bytes, with and without appends.

It does what every referee on this stack must do at the least: receive, append with the same store module and fsync
policy, and answer only then.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

import grpc
import uvloop

from euchre_referee.store.append import Append, Committed, Stage
from euchre_referee.store.committer import Committer
from euchre_referee.store.connect import connect
from euchre_referee.store.game_id import game_id
from euchre_referee.store.head import NO_DIGEST

SERVICE: Final = "bench.Echo"
_ENTRY: Final = bytes(13)
_LIMIT_MS: Final = 600_000


class Logs:
    """As many logs as there are games, each with the head that its next append expects."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._heads: dict[str, tuple[int, bytes]] = {}

    async def append(self, name: str) -> None:
        """One more entry, as the referee would append an action."""
        game = game_id(sha256(name.encode()).digest())
        version, digest = self._heads.get(game, (0, NO_DIGEST))
        new = (version + 1).to_bytes(16, "big")
        stage = None if version else Stage.RUNNING
        append = Append(game, version, digest, (_ENTRY,), new, 1, "bot", "bot", _LIMIT_MS, stage=stage)
        outcome = await self._committer.append(append)
        assert isinstance(outcome, Committed), outcome
        self._heads[game] = version + 1, new


class Echo:
    """Answers every message with `answer`, after as many appends as decisions came with it."""

    def __init__(self, logs: Logs, answers: dict[str, bytes]) -> None:
        self._logs = logs
        self._answers = answers

    async def unary(self, request: bytes, context: Any) -> bytes:
        """A call: one decision."""
        case, appends = _case(context)
        if appends:
            await self._logs.append(f"{case} {request[:24].hex()}")
        return self._answers[case]

    async def stream(self, requests: Any, context: Any) -> None:
        """A stream: a frame of decisions."""
        case, games = _case(context)
        answer = self._answers[case]
        while (request := await context.read()) is not grpc.aio.EOF:
            assert request
            if games:
                await asyncio.gather(*(self._logs.append(f"{case} {number}") for number in range(games)))
            await context.write(answer)


def _case(context: Any) -> tuple[str, int]:
    metadata = dict(context.invocation_metadata())
    return metadata["case"], int(metadata["appends"])


def handlers(echo: Echo) -> grpc.GenericRpcHandler:
    """The server's two methods; bytes in, bytes out."""
    return grpc.method_handlers_generic_handler(
        SERVICE,
        {
            "Unary": grpc.unary_unary_rpc_method_handler(echo.unary, bytes, bytes),
            "Stream": grpc.stream_stream_rpc_method_handler(echo.stream, bytes, bytes),
        },
    )


async def serve(store_url: str, answers: dict[str, bytes]) -> None:
    """Serves until standard input ends; prints the address."""
    store = connect(store_url)
    committer = Committer(store)
    committer.start()
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((handlers(Echo(Logs(committer), answers)),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(f"127.0.0.1:{port}", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await server.stop(0)
    await committer.aclose()
    await store.aclose()


def main(argv: Sequence[str] | None = None) -> None:
    """`python -m tests.load.echo --store URL --answers FILE`: the file maps cases to hexadecimal answers."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--store", required=True)
    parser.add_argument("--answers", required=True)
    options = parser.parse_args(argv)
    with open(options.answers, encoding="utf-8") as file:
        answers = {case: bytes.fromhex(digits) for case, digits in json.load(file).items()}
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(options.store, answers))


if __name__ == "__main__":
    main()
