"""Streams as server-sent events: ids that resume, heartbeats, the drain, and ends that are told."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from http import HTTPStatus
from random import randint
from typing import Any, Final, Literal

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from starlette.types import Receive, Send

from euchre_referee.api.http.call import CallRefusedOverHttp
from euchre_referee.api.http.draining import Draining
from euchre_referee.api.http.refusals import HttpRefused, Problem, answer_tree
from euchre_referee.referee.verdicts import ServiceReason
from euchre_referee.store.cancellation import end_tasks

CONTENT_TYPE: Final = "text/event-stream; charset=utf-8"
RETRY_MS: Final = 1000
HEARTBEAT_SECONDS: Final = 10.0
FIRST_SECONDS: Final = 2.0
"""So long a stream that has nothing to tell waits to be refused with a status of its own."""

_HEADERS: Final = {
    "content-type": CONTENT_TYPE,
    "cache-control": "no-store",
    # Proxies would keep events until there are enough of them.
    "x-accel-buffering": "no",
}
_HEARTBEAT: Final = b": alive\n\n"
_DRAIN_RETRY_MS: Final = (100, 1000)
_ID: Final = re.compile(r"(?P<version>\d{1,9})(?:-(?P<head>[0-9a-f]{32}))?")


class Resumption:
    """Ids of a stream's events, and where it goes on after one of them. Streams without versions have none."""

    def __init__(self, request: Any, answered: Descriptor, last_id: str) -> None:
        """Lets the request begin after `last_id`. Raises HttpRefused if it is no id."""
        asked = request.DESCRIPTOR.fields_by_name
        self._versions: Final = "from_version" in asked and "version" in answered.fields_by_name
        self._heads: Final = "from_head" in asked and "head" in answered.fields_by_name
        self._known: int | None = None
        self._first = True
        if not last_id or not self._versions:
            return
        found = _ID.fullmatch(last_id)
        if found is None:
            raise HttpRefused(HTTPStatus.BAD_REQUEST, "last-event-id: the id of an event of this stream is needed")
        self._known = request.from_version = int(found["version"])
        if self._heads:
            request.from_head = bytes.fromhex(found["head"] or "")

    @property
    def resumed(self) -> bool:
        """The client has seen events of this stream."""
        return self._known is not None

    def is_known(self, message: Any) -> bool:
        """The client has seen all that the stream's first message tells."""
        first, self._first = self._first, False
        if not (first and self._versions and message.version == self._known):
            return False
        told = {field.name for field, _ in message.ListFields()} - {"version", "head"}
        # A view is what the version leads to; without one, whatever is told beside it is news.
        return "events" not in told and (not told or "view" in told)

    def id_of(self, message: Any) -> str | None:
        """The log's version, and its head where there is one."""
        if not self._versions:
            return None
        return f"{message.version}-{message.head.hex()}" if self._heads else str(message.version)


def event(data: object, name: str = "", event_id: str | None = None, retry_ms: int | None = None) -> bytes:
    """An event; JSON has no line ends."""
    lines = []
    if event_id is not None:
        lines.append(f"id: {event_id}")
    if name:
        lines.append(f"event: {name}")
    if retry_ms is not None:
        lines.append(f"retry: {retry_ms}")
    lines.append(f"data: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}")
    return ("\n".join(lines) + "\n\n").encode()


class EventStream:
    """One stream of messages, sent to one client until either ends."""

    def __init__(self, messages: AsyncGenerator[Message], resumption: Resumption, draining: Draining) -> None:
        self._messages: Final = messages
        self._resumption: Final = resumption
        self._draining: Final = draining
        self._started = False
        self._next: asyncio.Task[Message | None] | None = None

    async def serve(self, receive: Receive, send: Send) -> None:
        """Sends events until the stream is over or the client has gone.

        Raises CallRefusedOverHttp while nothing has been sent.
        """
        gone = asyncio.create_task(_gone(receive))
        bells = [asyncio.create_task(bell.wait()) for bell in (self._draining.begun, self._draining.closing)]
        try:
            async with aclosing(self._messages):
                try:
                    await self._serve(gone, bells, send)
                finally:
                    if self._next is not None:
                        await end_tasks([self._next])
        finally:
            for task in (gone, *bells):
                task.cancel()

    async def _serve(self, gone: asyncio.Task[None], bells: list[asyncio.Task[Literal[True]]], send: Send) -> None:
        while True:
            if self._next is None:
                self._next = asyncio.create_task(self._following())
            waited = {gone, self._next, *bells[:1]}
            seconds = HEARTBEAT_SECONDS if self._started else FIRST_SECONDS
            done, _ = await asyncio.wait(waited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if gone in done:
                return
            if self._next in done:
                following, self._next = self._next, None
                if not await self._tell(following, send):
                    return
            elif bells[0] in done:
                del bells[0]
                if not bells:
                    break
                drain = {"closesInMs": self._draining.closes_in_ms}
                await self._send(send, event(drain, "drain", retry_ms=randint(*_DRAIN_RETRY_MS)))
            else:
                await self._send(send, _HEARTBEAT)
        await self._end(send)

    async def _following(self) -> Message | None:
        """The next message; None when the stream is over."""
        return await anext(self._messages, None)

    async def _tell(self, following: "asyncio.Task[Message | None]", send: Send) -> bool:
        """Tells a message, or how the stream ended; False if it has ended."""
        try:
            message = following.result()
        except CallRefusedOverHttp as error:
            problem = error.problem
            if not self._started and not (self._resumption.resumed and _is_other_history(problem)):
                raise
            await self._send(send, _refused(problem))
            await self._end(send)
            return False
        if message is None:
            await self._over(send)
            return False
        if not self._resumption.is_known(message):
            await self._send(send, event(answer_tree(message), event_id=self._resumption.id_of(message)))
        return True

    async def _over(self, send: Send) -> None:
        if not self._started and self._resumption.resumed:
            # This is what keeps an EventSource from coming again.
            await send({"type": "http.response.start", "status": 204, "headers": [(b"cache-control", b"no-store")]})
            await send({"type": "http.response.body"})
            return
        await self._send(send, event({}, "end"))
        await self._end(send)

    async def _send(self, send: Send, content: bytes) -> None:
        """Sends some of the body; waits where the client does not read."""
        if not self._started:
            self._started = True
            headers = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            content = f"retry: {RETRY_MS}\n\n".encode() + content
        await send({"type": "http.response.body", "body": content, "more_body": True})

    async def _end(self, send: Send) -> None:
        await send({"type": "http.response.body"})


async def _gone(receive: Receive) -> None:
    """Comes back when the client has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _is_other_history(problem: Problem) -> bool:
    return bool(problem.document["reason"] == ServiceReason.HISTORY_CHANGED)


def _refused(problem: Problem) -> bytes:
    """The refusal that ends a stream; after another history there is nothing to resume."""
    retry_ms = problem.document.get("retryMs")
    return event(problem.document, "refused", "" if _is_other_history(problem) else None, retry_ms)
