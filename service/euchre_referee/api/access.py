"""Who calls, and whether the caller may: read from a call's metadata before anything else."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final, TypeAlias

import grpc

from euchre_referee.api.limits import Bucket, Limits
from euchre_referee.api.tokens import NOBODY, Caller, InvalidToken, Tokens
from euchre_referee.referee.verdicts import CallRefused, Refused, ServiceReason, refuse

Context: TypeAlias = "grpc.aio.ServicerContext[object, object]"

_SCHEME: Final = "bearer "
_MOST_BUCKETS: Final = 10_000


class Access:
    """Checks callers: tokens, roles and rates. Everything that is not allowed is raised as CallRefused."""

    def __init__(self, tokens: Tokens, limits: Limits) -> None:
        self.tokens: Final = tokens
        self.limits: Final = limits
        self._buckets: Final[dict[str, Bucket]] = {}
        self._streams = 0

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
        """Counts a call that makes, joins, reads or lists games; operators are not held back."""
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

    @contextmanager
    def stream(self) -> Iterator[None]:
        """Counts a stream while it is open."""
        if self._streams >= self.limits.streams:
            detail = f"{self.limits.streams} streams are open here"
            raise CallRefused(Refused(ServiceReason.BUSY, detail=detail, retry_ms=1000))
        self._streams += 1
        try:
            yield
        finally:
            self._streams -= 1

    @property
    def streams(self) -> int:
        """Streams that are open."""
        return self._streams
