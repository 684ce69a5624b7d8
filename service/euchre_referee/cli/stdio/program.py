"""A program that is asked about turns, one at a time: strictly a question, then its answer."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from euchre_referee.cli.stdio.process import Command, Running
from euchre_referee.cli.stdio.turn_line import Asking, turn_line

ANSWERS_WITHIN: Final = 60.0
"""Seconds for an answer where a turn has no limit."""
MOST_UNASKED: Final = 100
"""Lines that a program may write between two questions before it is taken for broken."""

_SHOWN: Final = 60


class NoAnswer(Exception):
    """The program did not answer as it should, and is stopped; the text says what it did instead."""


class NotAsked(Exception):
    """The turn's time was over before the program was free to be asked."""


class Program:
    """A program and its processes: the first is started with the first question, another after each fault.

    Answers are the program's words, whatever they are. `remark` is told, a line each, what the program writes on
    standard error and what it writes without being asked.
    """

    def __init__(self, command: Command, remark: Callable[[str], None]) -> None:
        self._command: Final = command
        self._remark: Final = remark
        self._free: Final = asyncio.Lock()
        self._running: Running | None = None
        self._question: asyncio.Future[str] | None = None
        self._exchanges: Final[set[asyncio.Task[str]]] = set()
        self.unasked = 0
        """Lines since the last question that nobody had asked for."""

    async def ask(self, asking: Asking) -> str:
        """The program's next line. Raises NoAnswer, NotAsked.

        The turn's time runs from now on, also while another one is asked. Whoever stops waiting does not disturb the
        order: the answer is still read before anything else is asked.
        """
        left_ms = asking.time_left_ms
        deadline = None if left_ms is None else asyncio.get_running_loop().time() + left_ms / 1000
        exchange = asyncio.create_task(self._exchange(asking, deadline))
        self._exchanges.add(exchange)
        exchange.add_done_callback(self._exchanged)
        return await asyncio.shield(exchange)

    async def begin(self) -> None:
        """Starts the first process, so that the first question need not wait for it."""
        async with self._free:
            await self._start()

    async def restart(self) -> None:
        """Ends the process; the next question meets a new one."""
        async with self._free:
            await self._kill()

    async def stop(self) -> bool:
        """Ends the program; whether it went by itself when its input ended."""
        for exchange in self._exchanges:
            exchange.cancel()
        await asyncio.gather(*self._exchanges, return_exceptions=True)
        running, self._running = self._running, None
        return True if running is None else await running.stop()

    def _exchanged(self, exchange: asyncio.Task[str]) -> None:
        self._exchanges.discard(exchange)
        if not exchange.cancelled():
            # Nobody may be waiting for it any more.
            exchange.exception()

    async def _exchange(self, asking: Asking, deadline: float | None) -> str:
        loop = asyncio.get_running_loop()
        async with self._free:
            left = ANSWERS_WITHIN if deadline is None else deadline - loop.time()
            if left <= 0:
                raise NotAsked
            if deadline is not None:
                asking = replace(asking, time_left_ms=int(left * 1000))
            running = self._running or await self._start()
            question: asyncio.Future[str] = loop.create_future()
            self._question = question
            self.unasked = 0
            try:
                running.tell(turn_line(asking))
                async with asyncio.timeout(left):
                    return await question
            except TimeoutError:
                why = f"the program did not answer within {left:.3g} s{_partial(running)}"
                await self._kill()
                raise NoAnswer(why) from None
            finally:
                self._question = None

    async def _start(self) -> Running:
        self._running = running = await Running.start(self._command, self)
        return running

    async def _kill(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            await running.kill()

    # What its process says

    def heard(self, line: str) -> None:
        """An answer, if there is a question."""
        if self._question is not None and not self._question.done():
            self._question.set_result(line)
            return
        self.unasked += 1
        if self.unasked == 1:
            self._remark(f"wrote {line[:_SHOWN]!r} without being asked, which is passed over")
        elif self.unasked > MOST_UNASKED and self._running is not None:
            self._running.dismiss(f"the program wrote more than {MOST_UNASKED} lines without being asked")

    def remarked(self, line: str) -> None:
        """It is passed on."""
        self._remark(line)

    def gone(self, why: str) -> None:
        """The next question meets another process."""
        running, self._running = self._running, None
        assert running is not None
        why += _partial(running)
        if self._question is not None and not self._question.done():
            self._question.set_exception(NoAnswer(why))
        else:
            self._remark(why)


def _partial(running: Running) -> str:
    unfinished = running.unfinished[:_SHOWN].decode(errors="replace")
    return f"; it wrote {unfinished!r} without an end of line" if unfinished else ""
