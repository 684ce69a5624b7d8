"""What every method has in common: refusals become statuses, and so do faults, the store's and our own."""

import functools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import monotonic
from typing import Any, Final, NoReturn, Protocol, TypeVar

import grpc

from euchre_referee.api.access import Context
from euchre_referee.api.refusing import refuse_call
from euchre_referee.api.unreadable import readable
from euchre_referee.referee.game import BrokenLog
from euchre_referee.referee.observer import CallResult, Observer
from euchre_referee.referee.tracer import CallTrace
from euchre_referee.referee.verdicts import LOG_BROKEN, OUR_FAULT, CallRefused, Refused, store_fault
from euchre_referee.store.errors import STORE_FAULTS

GRPC: Final = "grpc"
"""The transport of a call that names no other."""

_LASTING: Final = frozenset({"PlayerService.Play"})
"""A stream that writes by itself."""

_NOT_FOLLOWED: Final = nullcontext()

_LOGGER: Final = logging.getLogger(__name__)


class Service(Protocol):
    """What the methods of a service share."""

    @property
    def observer(self) -> Observer:
        """Hears of refused calls."""


S = TypeVar("S", bound=Service)
Q = TypeVar("Q")
A = TypeVar("A")


def refused_as(error: Exception, method: str) -> Refused:
    """The refusal that an exception stands for. One that nobody expected is logged, and its text is not told; whoever
    observes hears of a log that is broken."""
    if isinstance(error, CallRefused):
        return error.refused
    if isinstance(error, STORE_FAULTS):
        return store_fault(error)
    if isinstance(error, BrokenLog):
        return LOG_BROKEN
    _LOGGER.error("%s failed", method, exc_info=error)
    return OUR_FAULT


def answers(method: Callable[[S, Q, Context], Awaitable[A]]) -> Callable[[S, Q, Context], Awaitable[A]]:
    """A method that answers once, or writes to the call by itself; refusals and faults end in rich statuses."""
    name = method.__qualname__

    @functools.wraps(method)
    async def call(service: S, request: Q, context: Context) -> A:
        with _followed(service, name, context, current=True) as trace, _counted(service, name, context, monotonic()):
            try:
                return await method(service, readable(request), context)
            except grpc.aio.BaseError:
                # The call has its status already.
                raise
            except Exception as error:
                await _refuse(service, name, request, context, error, trace)

    return call


def streams(
    method: Callable[[S, Q, Context], AsyncIterator[Any]],
) -> Callable[[S, Q, Context], AsyncIterator[Any]]:
    """A method that answers with a stream; refusals and faults end in rich statuses."""
    name = method.__qualname__

    @functools.wraps(method)
    async def call(service: S, request: Q, context: Context) -> AsyncIterator[Any]:
        # A stream is asked for more from wherever: what is current there is not its own.
        with _followed(service, name, context, current=False) as trace, _counted(service, name, context):
            try:
                async for response in method(service, readable(request), context):
                    yield response
            except grpc.aio.BaseError:
                # The call has its status already.
                raise
            except Exception as error:
                await _refuse(service, name, request, context, error, trace)

    return call


def _followed(
    service: Service, method: str, context: Context, *, current: bool
) -> AbstractContextManager[CallTrace | None]:
    """Lets a tracer follow the call, if there is one; over HTTP it has been followed for a while."""
    tracer = service.observer.tracer
    if tracer is None:
        return _NOT_FOLLOWED
    trace: CallTrace | None = getattr(context, "trace", None)
    if trace is not None:
        return nullcontext(trace)
    headers = {key: value for key, value in context.invocation_metadata() or () if isinstance(value, str)}
    return tracer.call(method, GRPC, headers, lasting=method in _LASTING, current=current)


@contextmanager
def _counted(service: Service, method: str, context: Context, begun: float | None = None) -> Iterator[None]:
    """Reports a call when it is over; how long it took only if it is told when it began."""
    result = CallResult.CANCELLED
    try:
        yield
        result = CallResult.OK
    except Exception:
        result = CallResult.REFUSED
        raise
    finally:
        transport = getattr(context, "transport", GRPC)
        seconds = None if begun is None or method in _LASTING else monotonic() - begun
        service.observer.call_ended(method, transport, result, seconds)


async def _refuse(
    service: Service, method: str, request: object, context: Context, error: Exception, trace: CallTrace | None
) -> NoReturn:
    if isinstance(error, BrokenLog):
        service.observer.broken(error)
    refused = refused_as(error, method)
    if trace is not None:
        trace.reason = refused.reason
    service.observer.call_refused(method, refused.reason)
    await refuse_call(context, refused, game=getattr(request, "game", ""))
