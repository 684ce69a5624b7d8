"""Playing over the `Play` stream: turns in, decisions out, until there is a reason to stop."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import grpc
import grpc.aio

from euchre.v1.game_pb2 import GameEnd, Refusal, Verdict
from euchre.v1.player_service_pb2 import PlayResponse
from euchre_client.answers import Answer, decision
from euchre_client.backoff import Backoff
from euchre_client.decided import DecisionsMade
from euchre_client.desk import Desk
from euchre_client.errors import RefereeError, Refused, Unreachable, of_rpc
from euchre_client.outbox import Outbox, PlayCall
from euchre_client.reasons import Reason

log = logging.getLogger("euchre_client")

PATIENCE: Final = 300.0
"""Seconds without any frame before play gives up on the referee."""

_MOST_TOLD: Final = 65_536
"""Ends remembered, so that one which comes again on a new stream is told once."""

_BROKEN: Final = frozenset({grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.ABORTED})
"""Codes that a stream cut in its middle may end with, when no reason stands beside them."""


class StopPlaying(Exception):
    """Raised by a bot or a callback to end `play` in good order."""


@dataclass
class Played:
    """What came of playing so far."""

    games: int = 0
    """Games that ended, of those in which there was a turn or which the client knew; those from before do not count."""
    decisions: int = 0
    """Decisions that stand in a log."""
    refused: int = 0
    """Decisions that were refused, but for those that another one had overtaken."""
    reconnects: int = 0
    """Streams that broke and were opened again."""


@dataclass(frozen=True)
class Callbacks:
    """Called in the event loop as things happen; they must not take long.

    `on_refusal` may return another answer where the refusal names legal actions: there the decision is still open.
    None leaves it to the clock.
    """

    on_end: Callable[[GameEnd], None] | None = None
    on_verdict: Callable[[Verdict], None] | None = None
    on_refusal: Callable[[Verdict], Answer] | None = None


class Player:
    """One session's play: keeps a stream open and the bot busy."""

    def __init__(
        self,
        open_stream: Callable[[], PlayCall],
        desk: Desk,
        made: DecisionsMade,
        callbacks: Callbacks,
        unfinished: set[str],
        *,
        games: int | None,
        open_frames: int,
        patience: float,
    ) -> None:
        self._open_stream = open_stream
        self._desk = desk
        self._made = made
        self._callbacks = callbacks
        self._unfinished = unfinished
        self._games = games
        self._open_frames = open_frames
        self._patience = patience
        self._backoff = Backoff()
        self._last_frame = time.monotonic()
        self._told: dict[str, None] = {}
        self.played = Played()

    async def run(self) -> Played:
        """Plays until enough games have ended, StopPlaying is raised, or the task is cancelled.

        Raises Refused when the referee will not have this session (SUPERSEDED, UNAUTHENTICATED, ...),
        Unreachable after `patience` seconds without it, and whatever the bot raises.
        """
        desk = asyncio.create_task(self._desk.work())
        streams = asyncio.create_task(self._streams())
        try:
            await asyncio.wait({desk, streams}, return_when=asyncio.FIRST_COMPLETED)
            (desk if desk.done() else streams).result()
        except StopPlaying:
            pass
        finally:
            for task in (desk, streams):
                task.cancel()
            await asyncio.gather(desk, streams, return_exceptions=True)
            await self._desk.close()
        return self.played

    async def _streams(self) -> None:
        self._last_frame = time.monotonic()
        while not self._enough():
            try:
                await self._one_stream()
            except grpc.aio.AioRpcError as error:
                await self._pause(_broken(error))
            else:
                if not self._enough():
                    await self._pause(None)

    async def _pause(self, error: RefereeError | None) -> None:
        """Waits before the next stream; raises where there is to be none."""
        after = None
        if isinstance(error, Refused):
            after = error.retry_after
            if after is None and error.reason is not Reason.DRAINING:
                raise error
        if error is not None and time.monotonic() - self._last_frame > self._patience:
            raise error
        log.warning("no stream (%s); connecting again", error or "closed by the referee")
        self.played.reconnects += 1
        await asyncio.sleep(self._backoff.next(after))

    async def _one_stream(self) -> None:
        call = self._open_stream()
        try:
            outbox = Outbox(call, self._open_frames)
            self._desk.open(outbox)
            await outbox.flush()
            async for frame in call:
                self._last_frame = time.monotonic()
                self._backoff.reset()
                self._receive(frame, outbox)
                if self._enough():
                    return
        finally:
            call.cancel()

    def _receive(self, frame: PlayResponse, outbox: Outbox) -> None:
        if frame.turns:
            outbox.acknowledge(frame.number)
            self._unfinished.update(turn.game for turn in frame.turns)
            self._desk.take(frame.turns)
        for verdict in frame.verdicts:
            self._judged(verdict)
        for end in frame.ends:
            self._over(end)

    def _enough(self) -> bool:
        return self._games is not None and self.played.games >= self._games

    def _over(self, end: GameEnd) -> None:
        # Every new stream tells the ends of all games that the referee still keeps, those of earlier runs too.
        if end.game in self._unfinished:
            self._unfinished.discard(end.game)
            self.played.games += 1
        self._made.forget_game(end.game)
        if self._callbacks.on_end is not None and end.game not in self._told:
            if len(self._told) >= _MOST_TOLD:
                del self._told[next(iter(self._told))]
            self._told[end.game] = None
            self._callbacks.on_end(end)

    def _judged(self, verdict: Verdict) -> None:
        if self._callbacks.on_verdict is not None:
            self._callbacks.on_verdict(verdict)
        if verdict.HasField("refusal"):
            self._refused(verdict, verdict.refusal)
        else:
            self.played.decisions += 1

    def _refused(self, verdict: Verdict, refusal: Refusal) -> None:
        made = self._made.judged(verdict)
        if refusal.HasField("retry_ms"):
            if made is not None:
                asyncio.get_running_loop().call_later(refusal.retry_ms / 1000, self._desk.send, made)
            return
        if refusal.reason == Reason.HISTORY_CHANGED:
            # It may be about an older decision of this version, on the history that is lost; the one that is remembered
            # is given again on nothing but its own head.
            return
        if made is not None:
            self._made.forget(made.game, made.seat)
        if refusal.reason == Reason.ALREADY_DECIDED:
            return
        self.played.refused += 1
        if self._callbacks.on_refusal is None:
            log.warning(
                "game %s, version %d: refused, %s: %s",
                verdict.game,
                verdict.version,
                refusal.reason,
                refusal.message,
            )
            return
        another = self._callbacks.on_refusal(verdict)
        # Only what is open can be decided anew, and the same action would meet the same refusal for ever.
        if made is not None and refusal.legal:
            choice = decision(made, another)
            if choice is not None and choice != made:
                self._made.keep(choice)
                self._desk.send(choice)


def _broken(error: grpc.aio.AioRpcError) -> RefereeError:
    read = of_rpc(error)
    if isinstance(read, Refused) and read.reason is Reason.UNKNOWN and error.code() in _BROKEN:
        return Unreachable(read.message)
    return read
