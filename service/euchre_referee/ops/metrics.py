"""The referee's Prometheus metrics (docs/metrics.md): base units, bounded labels, no ids."""

from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from euchre_referee.referee.entries import BY_CLOCK, CAUSES, Ended, Mark, Sanction, Termination
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.referee.games import BROKEN_LOG
from euchre_referee.referee.judge import RESIGNED
from euchre_referee.referee.observer import CallResult, Observer, Served
from euchre_referee.store.committer import Group
from euchre_referee.store.sweeper import Cause

_LATENCIES: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 20)
_SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


_END_CAUSES: Final = frozenset({*CAUSES.values(), RESIGNED, *(cause.value for cause in Cause), BROKEN_LOG})
_OPERATOR: Final = "operator"


class Metrics(Observer):
    """Counts what the referee and the store report. One process, one registry, one port."""

    def __init__(self, registry: CollectorRegistry) -> None:
        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"euchre_{name}", text, labels, registry=registry)

        def histogram(name: str, text: str, buckets: tuple[float, ...] = _LATENCIES) -> Histogram:
            return Histogram(f"euchre_{name}", text, buckets=buckets, registry=registry)

        self._registry: Final = registry
        self._decisions: Final = counter(
            "decisions", "Decisions by preset, phase and result", "preset", "phase", "result"
        )
        self._refusals: Final = counter("refusals", "Refused decisions by reason", "reason")
        self._calls_refused: Final = counter(
            "calls_refused", "Calls that were refused as a whole, by method and reason", "method", "reason"
        )
        self._calls: Final = counter(
            "calls",
            "Calls that are over, streams too, by transport, method and result",
            "transport",
            "method",
            "result",
        )
        self._call_seconds: Final = Histogram(
            "euchre_call_seconds", "From a call to its answer; streams are left out", ("transport",),
            buckets=_LATENCIES, registry=registry,
        )  # fmt: skip
        self._decision_seconds: Final = histogram(
            "decision_seconds", "From a decision's arrival to the end of its append"
        )
        self._queue_seconds: Final = histogram("append_queue_seconds", "Wait of a group's oldest append for its call")
        self._commit_seconds: Final = histogram("append_commit_seconds", "Call of the append script, flush included")
        self._group_size: Final = histogram("append_group_size", "Appends in one call", _SIZES)
        self._unconfirmed: Final = counter(
            "appends_unconfirmed", "Appends of which the replicas waited for did not say in time that they have them"
        )
        self._conflicts: Final = counter("append_conflicts", "Appends that met another history than they were made for")
        self._started: Final = counter("games_started", "Games whose first cards were dealt here", "preset")
        self._ended: Final = counter("games_ended", "Games that ended here", "preset", "termination", "cause")
        self._timeouts: Final = counter(
            "timeouts",
            "Turns that the clock decided, by cause and sanction",
            "cause",
            "sanction",
        )
        self._strikes: Final = counter("strikes", "Refused actions that count", "preset")
        self._credited: Final = counter(
            "lag_credited_seconds", "The referee's own delay that players were not charged for"
        )
        self._late_seconds: Final = histogram("timeout_late_seconds", "Time from a deadline to the referee's action")
        self._broken: Final = counter("broken_logs", "Stored logs that could not be folded")
        self._notices: Final = counter(
            "notices", "News of games from other replicas, by whether it was for a session here", "served"
        )
        # Looked up once: labels() costs more than counting.
        self._deciders: Final[dict[tuple[str, str, str], Counter]] = {}

    def decided(self, game: Game, phase: str, seconds: float) -> None:
        """A decision stands."""
        self._count(game.rules.preset, phase, "accepted")
        self._decision_seconds.observe(seconds)

    def refused(self, reason: str, game: Game | None = None) -> None:
        """A decision was refused."""
        self._refusals.labels(reason).inc()
        if game is not None:
            self._count(game.rules.preset, game.state.phase, "refused")

    def credited(self, lag_ms: int) -> None:
        """The referee's own delay was credited."""
        self._credited.inc(lag_ms / 1000)

    def struck(self, game: Game) -> None:
        """A refused action counts."""
        self._strikes.labels(game.rules.preset).inc()

    def sanctioned(self, game: Game, sanction: Sanction, mark: Mark) -> None:
        """The referee decides for a seat."""
        if mark in BY_CLOCK:
            cause = "disconnect" if mark is Mark.DISCONNECT else "stall"
            self._timeouts.labels(cause, sanction.name.lower()).inc()
        result = "timeout" if mark in BY_CLOCK and sanction is Sanction.DEFAULT_ACTION else sanction.name.lower()
        self._count(game.rules.preset, game.state.phase, result)

    def call_refused(self, method: str, reason: str) -> None:
        """A call was refused as a whole."""
        self._calls_refused.labels(method, reason).inc()

    def call_ended(self, method: str, transport: str, result: CallResult, seconds: float | None) -> None:
        """A call is over."""
        self._calls.labels(transport, method, result).inc()
        if seconds is not None:
            self._call_seconds.labels(transport).observe(seconds)

    def conflict(self) -> None:
        """An append met another history."""
        self._conflicts.inc()

    def timed_out(self, game: Game, late_ms: int) -> None:
        """The clock decided."""
        self._late_seconds.observe(late_ms / 1000)

    def started(self, game: Game) -> None:
        """A game's first cards were dealt."""
        self._started.labels(game.rules.preset).inc()

    def ended(self, game: Game, ended: Ended) -> None:
        """A game is over."""
        # An operator's own words are no label: there is no end of them.
        normal = ended.termination is Termination.NORMAL
        cause = "rules" if normal else ended.cause if ended.cause in _END_CAUSES else _OPERATOR
        self._ended.labels(game.rules.preset, ended.termination.name.lower(), cause).inc()

    def broken(self, error: BrokenLog) -> None:
        """A stored log cannot be folded."""
        self._broken.inc()

    def noticed(self, served: Served) -> None:
        """Another replica sent news."""
        self._notices.labels(served).inc()

    def grouped(self, group: Group) -> None:
        """A call of the append script was answered."""
        self._group_size.observe(group.size)
        self._queue_seconds.observe(group.waited)
        self._commit_seconds.observe(group.took)
        if not group.confirmed:
            self._unconfirmed.inc(group.size)

    def gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        """A value that is read when it is asked for."""
        Gauge(f"euchre_{name}", text, registry=self._registry).set_function(read)

    def stages(self) -> Gauge:
        """Games by stage, to be set from the store from time to time."""
        return Gauge("euchre_games", "Games in the store by stage", ("stage",), registry=self._registry)

    def tournaments(self, running: Callable[[], int], over: Callable[[], int], left: Callable[[], int]) -> None:
        """Tournaments that are coordinated here and their boards, read when they are asked for."""
        self.gauge("tournaments", "Tournaments that are coordinated by this process", running)
        boards = Gauge("euchre_tournament_boards", "Their boards", ("state",), registry=self._registry)
        boards.labels("over").set_function(over)
        boards.labels("left").set_function(left)

    def _count(self, preset: str, phase: str, result: str) -> None:
        key = preset, phase, result
        count = self._deciders.get(key)
        if count is None:
            count = self._deciders[key] = self._decisions.labels(*key)
        count.inc()
