"""Who calls, and whether the caller may: read from a call's metadata before anything else."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from time import monotonic
from typing import Final, TypeAlias

import grpc

from euchre_referee.api.limits import Bucket, Limits
from euchre_referee.api.tokens import NOBODY, Caller, InvalidToken, Tokens
from euchre_referee.referee.verdicts import CallRefused, Refused, ServiceReason, refuse

Context: TypeAlias = "grpc.aio.ServicerContext[object, object]"

_SCHEME: Final = "bearer "
_MOST_BUCKETS: Final = 10_000
_WAITING_RETRY_MS: Final = 5000


class Access:
    """Checks callers: tokens, roles and rates. Everything that is not allowed is raised as CallRefused."""

    def __init__(self, tokens: Tokens, limits: Limits) -> None:
        self.tokens: Final = tokens
        self.limits: Final = limits
        self._buckets: Final[dict[str, Bucket]] = {}
        self._plays: Final = _Streams(limits.streams)
        self._watches: Final = _Streams(limits.watches)
        self._open_watches: Final = _Streams(limits.open_watches)
        self.waiting_games = 0
        """Games with free seats in the store, as they were last counted."""

    def caller(self, context: Context) -> Caller:
        """Who calls; NOBODY without a token. A token that is not valid is refused, not ignored."""
        for key, value in context.invocation_metadata() or ():
            if key == "authorization":
                text = value if isinstance(value, str) else value.decode("latin-1")
                if not text.lower().startswith(_SCHEME):
                    raise refuse(ServiceReason.UNAUTHENTICATED, "authorization: expected `Bearer <token>`")
                try:
                    return self.tokens.caller(text[len(_SCHEME) :].strip())
                except InvalidToken as error:
                    raise refuse(ServiceReason.UNAUTHENTICATED, str(error)) from error
        return NOBODY

    def player(self, context: Context) -> Caller:
        """A caller with a session."""
        caller = self.caller(context)
        if not caller.session:
            raise refuse(ServiceReason.UNAUTHENTICATED, "this call needs a token: `authorization: Bearer <token>`")
        return caller

    def operator(self, context: Context) -> Caller:
        """A caller with an operator's token."""
        caller = self.player(context)
        if not caller.operator:
            raise refuse(ServiceReason.PERMISSION_DENIED, "only operators may do that")
        return caller

    def pace(self, caller: Caller) -> None:
        """Counts a call; operators are not held back."""
        if caller.operator:
            return
        now = monotonic()
        bucket = self._buckets.get(caller.session)
        if bucket is None:
            if len(self._buckets) >= _MOST_BUCKETS:
                self._buckets.clear()
            limits = self.limits
            bucket = self._buckets[caller.session] = Bucket(limits.calls_per_second, limits.calls_burst, now)
        wait_ms = bucket.take(now)
        if wait_ms:
            detail = f"more than {self.limits.calls_per_second} calls a second"
            raise CallRefused(Refused(ServiceReason.BUSY, detail=detail, retry_ms=wait_ms))

    def make_game(self, caller: Caller) -> None:
        """Whether one more game may wait for players; operators make as many as they like."""
        if self.waiting_games >= self.limits.waiting_games and not caller.operator:
            detail = f"{self.limits.waiting_games} games wait for players: join one of them"
            raise CallRefused(Refused(ServiceReason.BUSY, detail=detail, retry_ms=_WAITING_RETRY_MS))

    def play(self) -> AbstractContextManager[None]:
        """Counts a Play stream while it is open."""
        return self._plays.one()

    def watch(self, caller: Caller) -> AbstractContextManager[None]:
        """Counts a Watch stream while it is open: players cannot be kept out by those who only look."""
        return (self._watches if caller.session else self._open_watches).one()

    @property
    def streams(self) -> int:
        """Streams that are open."""
        return self._plays.number + self._watches.number + self._open_watches.number


class _Streams:
    """Streams of one kind."""

    def __init__(self, most: int) -> None:
        self._most: Final = most
        self.number = 0

    @contextmanager
    def one(self) -> Iterator[None]:
        if self.number >= self._most:
            detail = f"{self._most} streams of this kind are open here"
            raise CallRefused(Refused(ServiceReason.BUSY, detail=detail, retry_ms=1000))
        self.number += 1
        try:
            yield
        finally:
            self.number -= 1
