"""What every method has in common: refusals become statuses, and the store's faults too."""

import functools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, TypeVar

from euchre_referee.api.access import Context
from euchre_referee.api.refusing import refuse_call
from euchre_referee.referee.game import BrokenLog
from euchre_referee.referee.verdicts import CallRefused, Refused, ServiceReason
from euchre_referee.store.errors import STORE_FAULTS

_LOGGER: Final = logging.getLogger(__name__)

S = TypeVar("S")
Q = TypeVar("Q")
A = TypeVar("A")


def refused_as(error: Exception) -> Refused | None:
    """The refusal that an exception stands for, if it is one that callers are told of."""
    if isinstance(error, CallRefused):
        return error.refused
    if isinstance(error, STORE_FAULTS):
        return Refused(ServiceReason.STORE_UNAVAILABLE, detail="the store does not answer", retry_ms=1000)
    if isinstance(error, BrokenLog):
        _LOGGER.error("%s", error)
        return Refused(ServiceReason.INTERNAL, detail="the game's log cannot be read")
    return None


def answers(method: Callable[[S, Q, Context], Awaitable[A]]) -> Callable[[S, Q, Context], Awaitable[A]]:
    """A unary method whose refusals are answered with rich statuses."""

    @functools.wraps(method)
    async def call(service: S, request: Q, context: Context) -> A:
        try:
            return await method(service, request, context)
        except Exception as error:
            refused = refused_as(error)
            if refused is None:
                raise
            await refuse_call(context, refused, game=getattr(request, "game", ""))

    return call


def streams(
    method: Callable[[S, Q, Context], AsyncIterator[Any]],
) -> Callable[[S, Q, Context], AsyncIterator[Any]]:
    """A server stream whose refusals are answered with rich statuses."""

    @functools.wraps(method)
    async def call(service: S, request: Q, context: Context) -> AsyncIterator[Any]:
        try:
            async for response in method(service, request, context):
                yield response
        except Exception as error:
            refused = refused_as(error)
            if refused is None:
                raise
            await refuse_call(context, refused, game=getattr(request, "game", ""))

    return call
