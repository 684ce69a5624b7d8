"""Where a bot is asked: in the event loop, as tasks, or on threads."""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, NamedTuple, Protocol

from euchre.v1.game_pb2 import Decision, Turn
from euchre_client.answers import Answer, decision
from euchre_client.decided import DecisionsMade
from euchre_client.outbox import Outbox

SyncBot = Callable[[Turn], Answer]
AsyncBot = Callable[[Turn], Awaitable[Answer]]
Bot = SyncBot | AsyncBot
"""One function from a turn to an action."""

SLICE: Final = 0.002
"""Seconds a bot may go on deciding before what is decided leaves and new frames are read."""


class Desk(Protocol):
    """Asks the bot about turns; decisions go to the outbox of the stream that stands at that time."""

    def open(self, outbox: Outbox) -> None:
        """A new stream stands; the turns that were waiting come again."""

    def take(self, turns: Iterable[Turn]) -> None:
        """Turns to decide on. Never waits for the bot."""

    def send(self, made: Decision) -> None:
        """Sends a decision that needs no asking."""

    async def work(self) -> None:
        """Decides until cancelled; raises what the bot raises."""

    async def close(self) -> None:
        """Lets go of everything under way."""


def is_async(bot: Bot) -> bool:
    """True if the bot is to be awaited."""
    return inspect.iscoroutinefunction(bot) or inspect.iscoroutinefunction(getattr(bot, "__call__", None))  # noqa: B004


class DirectDesk:
    """Calls a plain function in the event loop: the quickest way for bots that decide within a millisecond.

    While such a bot decides quickly, its frame is acknowledged together with the decisions; otherwise before
    them.
    """

    def __init__(self, bot: SyncBot, made: DecisionsMade) -> None:
        self._bot = bot
        self._made = made
        self._turns: dict[tuple[str, int], Turn] = {}
        self._waiting = asyncio.Event()
        self._outbox: Outbox | None = None
        self._seconds_a_turn = SLICE

    def open(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._turns.clear()

    def take(self, turns: Iterable[Turn]) -> None:
        # A seat's newer turn takes the place of one that the clock has decided in the meantime.
        for turn in turns:
            self._turns[turn.game, turn.seat] = turn
        self._waiting.set()

    def send(self, made: Decision) -> None:
        if self._outbox is not None:
            self._outbox.add(made)
            self._waiting.set()

    async def work(self) -> None:
        while True:
            await self._waiting.wait()
            self._waiting.clear()
            # One who decides slowly says first that the frame has come.
            if self._seconds_a_turn * len(self._turns) >= SLICE:
                await self._flush()
            while self._turns:
                self._decide_for_a_slice()
                await self._flush()
            await self._flush()

    def _decide_for_a_slice(self) -> None:
        turns, made, outbox = self._turns, self._made, self._outbox
        begun = now = time.perf_counter()
        count = 0
        while turns and outbox is not None and now - begun < SLICE:
            turn = turns.pop(next(iter(turns)))
            choice = made.again(turn)
            if choice is None:
                choice = decision(turn, self._bot(turn))
                if choice is not None:
                    made.keep(choice)
            if choice is not None:
                outbox.add(choice)
            count += 1
            now = time.perf_counter()
        if count:
            self._seconds_a_turn = (now - begun) / count

    async def _flush(self) -> None:
        if self._outbox is not None:
            await self._outbox.flush()

    async def close(self) -> None:
        self._turns.clear()


class _Thought(NamedTuple):
    """A turn that a bot is thinking about."""

    version: int
    head: bytes
    task: asyncio.Task[None]


class TaskDesk:
    """Asks about every turn in a task of its own, so that a slow game holds up no other."""

    def __init__(self, bot: AsyncBot, made: DecisionsMade) -> None:
        self._bot = bot
        self._made = made
        self._thinking: dict[tuple[str, int], _Thought] = {}
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._outbox: Outbox | None = None
        self._flush_wanted = asyncio.Event()

    def open(self, outbox: Outbox) -> None:
        self._outbox = outbox

    def take(self, turns: Iterable[Turn]) -> None:
        for turn in turns:
            thought = self._thinking.get((turn.game, turn.seat))
            if thought is not None:
                if (thought.version, thought.head) == (turn.version, turn.head):
                    continue
                # The clock has decided what the bot still thinks about.
                thought.task.cancel()
            self._begin(turn)
        self._flush_wanted.set()

    def _begin(self, turn: Turn) -> None:
        key = (turn.game, turn.seat)
        thought = _Thought(turn.version, turn.head, asyncio.create_task(self._decide(turn)))
        self._thinking[key] = thought
        thought.task.add_done_callback(partial(self._decided, key, thought))

    async def _decide(self, turn: Turn) -> None:
        made = self._made.again(turn)
        if made is None:
            made = decision(turn, await self._bot(turn))
            if made is not None:
                self._made.keep(made)
        if made is not None:
            self.send(made)

    def send(self, made: Decision) -> None:
        if self._outbox is not None:
            self._outbox.add(made)
            self._flush_wanted.set()

    def _decided(self, key: tuple[str, int], thought: "_Thought", task: asyncio.Task[None]) -> None:
        if self._thinking.get(key) is thought:
            del self._thinking[key]
        if not task.cancelled() and (error := task.exception()) is not None and not self._failed.done():
            self._failed.set_exception(error)
            self._flush_wanted.set()

    async def work(self) -> None:
        while True:
            await self._flush_wanted.wait()
            self._flush_wanted.clear()
            if self._failed.done():
                self._failed.result()
            if self._outbox is not None:
                await self._outbox.flush()

    async def close(self) -> None:
        tasks = [thought.task for thought in self._thinking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._failed.done():
            self._failed.exception()


def on_threads(bot: SyncBot, threads: ThreadPoolExecutor) -> AsyncBot:
    """A plain function that may take its time, as one to be awaited."""

    async def ask(turn: Turn) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(threads, bot, turn)

    return ask
