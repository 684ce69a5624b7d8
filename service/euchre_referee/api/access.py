"""Who calls, and whether the caller may: read from a call's metadata before anything else (docs/access.md)."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from time import monotonic
from typing import Final, TypeAlias

import grpc

from euchre_referee.api.limits import Allowances, Limits, Openings
from euchre_referee.api.peers import peer_of
from euchre_referee.api.tokens import NOBODY, Caller, InvalidToken, Role, Scope, Tokens, is_of_a_guest
from euchre_referee.ops.audit import DONE, AuditLog, Deed
from euchre_referee.referee.verdicts import CallRefused, Refused, ServiceReason, refuse

Context: TypeAlias = "grpc.aio.ServicerContext[object, object]"
About: TypeAlias = Mapping[str, str | int]
"""What a call is about, for the audit log."""

_SCHEME: Final = "bearer "
_WAITING_RETRY_MS: Final = 5000
_MOST_REQUEST_ID: Final = 100
_MINUTE: Final = 60.0


class Access:
    """Checks callers: tokens, roles, scopes and rates. Everything that is not allowed is raised as CallRefused."""

    def __init__(
        self, tokens: Tokens, limits: Limits, *, anonymous: bool = True, audit: AuditLog | None = None
    ) -> None:
        """`anonymous`: callers without a token may do what needs none."""
        self.tokens: Final = tokens
        self.limits: Final = limits
        self._anonymous: Final = anonymous
        self._audit: Final = audit or AuditLog()
        self._calls: Final = Allowances(limits.calls_per_second, limits.calls_burst)
        self._idle: Final = Allowances(limits.idle_decisions_per_second, limits.idle_decisions_burst)
        self._games: Final = Allowances(limits.new_games_per_minute / _MINUTE, limits.new_games_per_minute)
        self._plays: Final = Openings(limits.streams, limits.streams_of_one)
        self._watches: Final = Openings(limits.watches, limits.watches_of_one)
        self._open_watches: Final = Openings(limits.open_watches, limits.watches_of_one)
        self.closed: Refused | None = None
        """What everybody is told while nothing can be served yet."""
        self.waiting_games = 0
        """Games with free seats in the store, as they were last counted."""

    # --- who calls

    def caller(self, context: Context) -> Caller:
        """Who calls; NOBODY without a token. A token that is not valid is refused, not ignored, and counted."""
        if self.closed is not None:
            raise CallRefused(self.closed)
        try:
            return self._identified(context)
        except CallRefused:
            self._count_call(f"m {_machine(context)}")
            raise

    def enter(self, context: Context) -> Caller:
        """Who calls, the call being counted; operators are not held back."""
        caller = self.caller(context)
        self.pace(caller, context)
        return caller

    def pace(self, caller: Caller, context: Context) -> None:
        """Counts a call; operators are not held back."""
        if not caller.operator:
            self._count_call(_principal(caller, context))

    def guest(self, context: Context) -> Caller:
        """A caller who may make games and take seats: everybody but spectators. The call is counted."""
        caller = self.enter(context)
        _check_no_spectator(caller)
        return caller

    def player(self, context: Context) -> Caller:
        """A caller with a session that may hold seats."""
        caller = self.caller(context)
        if not caller.session:
            self.pace(caller, context)
            raise refuse(ServiceReason.UNAUTHENTICATED, "this call needs a token: `authorization: Bearer <token>`")
        _check_no_spectator(caller)
        return caller

    @contextmanager
    def operating(
        self, context: Context, scope: Scope, method: str, about: About, request_id: str = ""
    ) -> Iterator[Caller]:
        """A caller with an operator's token that allows it; what became of the call is written down."""
        caller = self.enter(context)
        with self.using(caller, context, scope, method, about, request_id):
            yield caller

    @contextmanager
    def using(
        self, caller: Caller, context: Context, scope: Scope, method: str, about: About, request_id: str = ""
    ) -> Iterator[None]:
        """A caller does what needs a scope of operators; what became of it is written down."""
        with self.noted(caller, context, scope, method, about, request_id):
            _check_scope(caller, scope)
            yield

    @contextmanager
    def noted(
        self, caller: Caller, context: Context, scope: Scope, method: str, about: About, request_id: str = ""
    ) -> Iterator[None]:
        """Writes down what became of a call that needs a scope of operators; whoever makes it checks that."""
        told = (request_id or _metadata(context, "x-request-id") or "")[:_MOST_REQUEST_ID]
        role = caller.role.value if caller.session else ""
        deed = Deed(method, scope.value, caller.session, caller.key, role, _machine(context), told, about)
        result = "FAILED"
        try:
            yield
            result = DONE
        except CallRefused as error:
            result = error.refused.reason
            raise
        finally:
            self._audit.note(deed, result)

    # --- how much

    def make_game(self, caller: Caller, context: Context, *, waits: bool) -> None:
        """Whether one more game may be made; one that waits for players counts at once, not only when they are counted
        in the store."""
        if caller.may(Scope.CREATE):
            return
        if self.waiting_games >= self.limits.waiting_games:
            detail = f"{self.limits.waiting_games} games wait for players: join one of them"
            raise CallRefused(Refused(ServiceReason.BUSY, detail=detail, retry_ms=_WAITING_RETRY_MS))
        detail = f"more than {self.limits.new_games_per_minute} new games a minute"
        self._take(self._games, _principal(caller, context), detail)
        self.waiting_games += waits

    @staticmethod
    def origin(caller: Caller, context: Context) -> str:
        """Whom games with bots of the house are counted for: a session that was given, else the machine."""
        return _principal(NOBODY if is_of_a_guest(caller.session) else caller, context)

    def idle(self, caller: Caller) -> int:
        """Counts a decision of a session that nobody waits for; milliseconds to wait if there were too many."""
        now = monotonic()
        return self._idle.of(caller.session, now).take(now)

    def play(self, caller: Caller) -> AbstractContextManager[None]:
        """Counts a Play stream while it is open."""
        return _opened(self._plays, caller.session, unlimited=caller.operator)

    def watch(self, caller: Caller, context: Context) -> AbstractContextManager[None]:
        """Counts a Watch stream while it is open: players cannot be kept out by those who only look."""
        openings = self._watches if caller.session else self._open_watches
        return _opened(openings, _principal(caller, context), unlimited=caller.operator)

    @property
    def streams(self) -> int:
        """Streams that are open."""
        return self.plays + self.watches

    @property
    def plays(self) -> int:
        """Play streams that are open."""
        return self._plays.number

    @property
    def watches(self) -> int:
        """Streams that are open of those who look on."""
        return self._watches.number + self._open_watches.number

    def check_may_see_vitals(self, authorization: str | None) -> None:
        """How the service does is for operators, and for everybody where nobody needs a token."""
        caller = self._bearer(authorization)
        if not self._anonymous and not caller.operator:
            raise refuse(ServiceReason.PERMISSION_DENIED, "only operators may do that")

    def _identified(self, context: Context) -> Caller:
        return self._bearer(_metadata(context, "authorization"))

    def _bearer(self, text: str | None) -> Caller:
        if text is None:
            if not self._anonymous:
                raise refuse(ServiceReason.UNAUTHENTICATED, "this service serves nobody without a token")
            return NOBODY
        if not text.lower().startswith(_SCHEME):
            raise refuse(ServiceReason.UNAUTHENTICATED, "authorization: expected `Bearer <token>`")
        try:
            return self.tokens.caller(text[len(_SCHEME) :].strip())
        except InvalidToken as error:
            raise refuse(ServiceReason.UNAUTHENTICATED, str(error)) from error

    def _count_call(self, whom: str) -> None:
        self._take(self._calls, whom, f"more than {self.limits.calls_per_second} calls a second")

    def _take(self, allowances: Allowances, whom: str, detail: str) -> None:
        now = monotonic()
        wait_ms = allowances.of(whom, now).take(now)
        if wait_ms:
            raise CallRefused(Refused(ServiceReason.BUSY, detail=detail, retry_ms=wait_ms))


def unheld(tokens: Tokens, caller: Caller) -> Refused | None:
    """Why a stream must end whose caller's key has been retired; None while the key is in use."""
    if tokens.holds(caller):
        return None
    return Refused(ServiceReason.UNAUTHENTICATED, detail=f"the token's key {caller.key} has been retired")


def _check_scope(caller: Caller, scope: Scope) -> None:
    if not caller.session:
        raise refuse(ServiceReason.UNAUTHENTICATED, "this call needs an operator's token")
    if not caller.operator:
        raise refuse(ServiceReason.PERMISSION_DENIED, "only operators may do that")
    if not caller.may(scope):
        raise refuse(ServiceReason.PERMISSION_DENIED, f"the operator's token does not have the scope {scope.value}")


def _check_no_spectator(caller: Caller) -> None:
    if caller.role is Role.SPECTATOR:
        raise refuse(ServiceReason.PERMISSION_DENIED, "a spectator's token only looks on")


def _metadata(context: Context, name: str) -> str | None:
    for key, value in context.invocation_metadata() or ():
        if key == name:
            return value if isinstance(value, str) else value.decode("latin-1")
    return None


def _machine(context: Context) -> str:
    return peer_of(context.peer())


def _principal(caller: Caller, context: Context) -> str:
    """Whom a call is counted for."""
    return f"s {caller.session}" if caller.session else f"m {_machine(context)}"


@contextmanager
def _opened(openings: Openings, whom: str, *, unlimited: bool = False) -> Iterator[None]:
    """Counts what is open; `unlimited`: of one's own as many as there is room for."""
    if not openings.room_for(whom, unlimited=unlimited):
        detail = f"{openings.number} streams of this kind are open here, {openings.of(whom)} of them yours"
        raise CallRefused(Refused(ServiceReason.BUSY, detail=detail, retry_ms=1000))
    with openings.one(whom):
        yield
