"""A process that plays for sessions of the house: `python -m euchre_referee.cli.house.players SERVER NICENESS`.

Whoever starts it writes an order a line on its standard input, and ends it by closing that.
"""

import asyncio
import json
import logging
import os
import secrets
import sys
from typing import Final, NamedTuple

import uvloop

from euchre.v1 import game_pb2 as pb
from euchre_client import AsyncClient, RefereeError, SyncBot
from euchre_referee.api.turn_reading import read_turn
from euchre_referee.bots import make_bot, thinks
from euchre_referee.ops.logs import log_as_json
from euchre_referee.rules.actions import ACTION_TEXT

_FRAMES: Final = 2

_LOGGER: Final = logging.getLogger(__name__)


class Order(NamedTuple):
    """To play a bot's seats from now on; nothing changes where that is done already."""

    bot: str
    token: str
    """Of its session."""

    def line(self) -> bytes:
        """As it is written."""
        return json.dumps(self._asdict()).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> "Order":
        """The order that was written."""
        return cls(**json.loads(line))


def main(argv: list[str]) -> None:
    """Plays until standard input ends."""
    server, niceness = argv
    log_as_json("warning")
    os.nice(int(niceness))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_attend(server))


async def _attend(server: str) -> None:
    orders = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    playing: dict[str, asyncio.Task[None]] = {}
    while line := await orders.readline():
        order = Order.read(line)
        known = playing.get(order.bot)
        if known is None or known.done():
            playing[order.bot] = asyncio.create_task(_play(server, order))
    for task in playing.values():
        task.cancel()
    await asyncio.gather(*playing.values(), return_exceptions=True)


async def _play(server: str, order: Order) -> None:
    """Plays all games of a bot's session, until another process does or the referee will not have it."""
    # What takes long is decided on a thread, one turn after the other: streams are attended to meanwhile.
    threads = 1 if thinks(order.bot) else 0
    async with AsyncClient(server, order.token) as client:
        try:
            await client.play(_unfailing(order.bot), threads=threads, open_frames=_FRAMES)
        except RefereeError as error:
            _LOGGER.warning("%s plays no longer here: %s", order.bot, error)


def _unfailing(name: str) -> SyncBot:
    """A built-in bot as a function of the contract's turn; where it fails the game goes on all the same."""
    bot = make_bot(name, secrets.randbits(63))

    def decide(turn: pb.Turn) -> str | pb.LegalAction:
        try:
            return ACTION_TEXT[bot(read_turn(turn))]
        except Exception:
            _LOGGER.exception("%s fails in game %s, version %d", name, turn.game, turn.version)
            return turn.legal[0]

    return decide


if __name__ == "__main__":
    main(sys.argv[1:])
