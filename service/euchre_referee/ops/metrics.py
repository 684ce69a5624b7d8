"""The referee's Prometheus metrics (docs/metrics.md): base units, bounded labels, no ids."""

from collections.abc import Callable, Mapping, Sequence
from time import monotonic, time
from typing import Final

from prometheus_client import CollectorRegistry, Counter
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily

from euchre_referee.ops.distribution import Buckets, Distribution
from euchre_referee.ops.reading import Read, Reading
from euchre_referee.referee.entries import BY_CLOCK, CAUSES, Ended, Mark, Sanction, Termination
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.referee.games import BROKEN_LOG
from euchre_referee.referee.hearing import Hearing
from euchre_referee.referee.judge import RESIGNED
from euchre_referee.referee.observer import CallResult, Observer, Served
from euchre_referee.referee.verdicts import ServiceReason
from euchre_referee.rules.presets import PRESETS
from euchre_referee.store.calls import StoreCall
from euchre_referee.store.committer import Group
from euchre_referee.store.sweeper import Cause, Overdue

HOUSE: Final = "house"
REMOTE: Final = "remote"
"""Players: the house's bots, and all others."""

_LATENCIES: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 20)
_PARTS: Final = (0.00005, 0.0001, 0.0002, *_LATENCIES)
_THINKING: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300)
_SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)

_END_CAUSES: Final = frozenset({*CAUSES.values(), RESIGNED, *(cause.value for cause in Cause), BROKEN_LOG})
_OPERATOR: Final = "operator"

_OUR_FAULTS: Final = frozenset(
    {
        ServiceReason.DRAINING,
        ServiceReason.GAME_SEALED,
        ServiceReason.INTERNAL,
        ServiceReason.STORE_UNAVAILABLE,
    }
)


class Metrics(Observer):
    """Counts what the referee and the store report. One process, one registry, one port."""

    def __init__(self, registry: CollectorRegistry, of_the_house: Callable[[str], bool] = lambda _: False) -> None:
        """`of_the_house`: whether a session is that of a bot of the house."""

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"euchre_{name}", text, labels, registry=registry)

        def histogram(name: str, text: str, *labels: str, bounds: tuple[float, ...] = _LATENCIES) -> Distribution:
            return Distribution(registry, f"euchre_{name}", text, bounds, labels)

        self._registry: Final = registry
        self._of_the_house: Final = of_the_house
        self._decisions: Final = counter("decisions", "Decisions by preset, phase and result",
                                         "preset", "phase", "result")  # fmt: skip
        self._refusals: Final = counter("refusals", "Refused decisions by reason, and whose fault it is",
                                        "reason", "fault")  # fmt: skip
        # A counter that begins with its first event hides that from rates: of our own faults each counts.
        for reason in (*_OUR_FAULTS, ServiceReason.BUSY):
            self._refusals.labels(reason, "service")
        self._calls_refused: Final = counter("calls_refused", "Calls that were refused as a whole",
                                             "method", "reason", "fault")  # fmt: skip
        self._calls: Final = counter("calls", "Calls that are over, streams too", "transport", "method", "result")
        self._call_seconds: Final = histogram("call_seconds", "From a call to its answer; streams are left out",
                                              "transport", "method")  # fmt: skip
        self._decision_seconds: Final = histogram("decision_seconds", "From a decision's arrival to its append").of()
        parts = histogram("decision_part_seconds", "Where that time goes", "part", bounds=_PARTS)
        self._rules, self._queue, self._commit = map(parts.of, ("rules", "queue", "commit"))
        answers = histogram("answer_seconds", "Players' own time for a decision", "player", bounds=_THINKING)
        self._house_answers, self._remote_answers = map(answers.of, (HOUSE, REMOTE))
        self._queue_seconds: Final = histogram("append_queue_seconds",
                                               "Wait of a group's oldest append for its call").of()  # fmt: skip
        self._commit_seconds: Final = histogram("append_commit_seconds",
                                                "Call of the append script, flush included").of()  # fmt: skip
        self._group_size: Final = histogram("append_group_size", "Appends in one call", bounds=_SIZES).of()
        self._unconfirmed: Final = counter(
            "appends_unconfirmed", "Appends of which the replicas waited for did not say in time that they have them"
        )
        self._conflicts: Final = counter("append_conflicts", "Appends that met another history than they were made for")
        store_calls = histogram("store_call_seconds", "Round trips to the store that were answered", "call")
        self._store_calls: Final = {call: store_calls.of(call) for call in StoreCall}
        store_failures = counter("store_calls_failed", "Round trips without an answer, or with an error", "call")
        self._store_failures: Final = {call: store_failures.labels(call) for call in StoreCall}
        self._started: Final = counter("games_started", "Games whose first cards were dealt here", "preset")
        self._ended: Final = counter("games_ended", "Games that ended here", "preset", "termination", "cause")
        for preset in PRESETS:
            self._ended.labels(preset, Termination.VOID.name.lower(), BROKEN_LOG)
        self._timeouts: Final = counter("timeouts", "Turns that the clock decided", "cause", "sanction")
        self._strikes: Final = counter("strikes", "Refused actions that count", "preset")
        self._credited: Final = counter(
            "lag_credited_seconds", "The referee's own delay that players were not charged for"
        )
        self._late_seconds: Final = histogram("timeout_late_seconds",
                                              "Time from a deadline to the referee's action").of()  # fmt: skip
        self._broken: Final = counter("broken_logs", "Stored logs that could not be folded")
        notices = counter(
            "notices", "News of games from other replicas, by whether it was for a session here", "served"
        )
        self._notices: Final = {served: notices.labels(served) for served in Served}
        overdue = counter("overdue", "Games that sweeps found overdue, once for each sweep", "cause")
        self._overdue: Final = {cause: overdue.labels(cause.name.lower()) for cause in Cause}
        self._overdue_since: dict[str, float] = {}
        self._sweeps = 0
        self._last_sweep = 0.0
        # Looked up once: labels() costs more than counting.
        self._deciders: Final[dict[tuple[str, str, str], Counter]] = {}
        self.gauge("overdue_games", "Games that the last sweep found overdue", lambda: len(self._overdue_since))
        self.gauge("overdue_oldest_seconds", "For how long the same game has been found overdue", self._oldest)
        self.gauge("last_sweep_timestamp_seconds", "When the last sweep was done", lambda: self._last_sweep)

    # --- decisions and games

    def decided(self, game: Game, hearing: Hearing, own_ms: int) -> None:
        """A decision stands."""
        now = monotonic()
        self._count(game.rules.preset, game.state.phase, "accepted")
        self._decision_seconds.observe_traced(now - hearing.arrived, hearing.trace)
        self._rules.observe(hearing.judged - hearing.arrived)
        # What was sent twice may have been answered by what is read from the log, behind a later call.
        sent = min(max(hearing.sent, hearing.judged), now)
        self._queue.observe(sent - hearing.judged)
        self._commit.observe(now - sent)
        (self._house_answers if self._of_the_house(hearing.session) else self._remote_answers).observe(own_ms / 1000)

    def refused(self, reason: str, game: Game | None = None) -> None:
        """A decision was refused."""
        # Nobody's decisions are held back by how many they are: what is too busy for one is the store.
        self._refusals.labels(reason, "service" if reason == ServiceReason.BUSY else _fault(reason)).inc()
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

    def timed_out(self, game: Game, late_ms: int) -> None:
        """The clock decided."""
        self._late_seconds.observe(late_ms / 1000)
        # Found once more it is for its next turn: it goes on.
        self._overdue_since.pop(game.id, None)

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

    # --- calls, and news between replicas

    def call_refused(self, method: str, reason: str) -> None:
        """A call was refused as a whole."""
        self._calls_refused.labels(method, reason, _fault(reason)).inc()

    def call_ended(self, method: str, transport: str, result: CallResult, seconds: float | None) -> None:
        """A call is over."""
        self._calls.labels(transport, method, result).inc()
        if seconds is not None:
            trace = self.tracer.current() if self.tracer is not None else ""
            self._call_seconds.of(transport, method).observe_traced(seconds, trace)

    def noticed(self, served: Served) -> None:
        """Another replica sent news."""
        self._notices[served].inc()

    # --- the store

    def conflict(self) -> None:
        """An append met another history."""
        self._conflicts.inc()

    def grouped(self, group: Group, trace: str = "") -> None:
        """A call of the append script was answered; `trace` shows it, if one does."""
        self._group_size.observe(group.size)
        self._queue_seconds.observe(group.waited)
        self._commit_seconds.observe_traced(group.took, trace)
        if not group.confirmed:
            self._unconfirmed.inc(group.size)

    def store_called(self, call: StoreCall, seconds: float | None) -> None:
        """A round trip is over."""
        if seconds is None:
            self._store_failures[call].inc()
        else:
            self._store_calls[call].observe(seconds)

    def swept(self, overdue: Sequence[Overdue]) -> None:
        """All buckets were swept."""
        now = monotonic()
        self._sweeps += 1
        self._last_sweep = time()
        for each in overdue:
            self._overdue[each.cause].inc()
        self._overdue_since = {each.game: self._overdue_since.get(each.game, now) for each in overdue}

    @property
    def sweeps(self) -> int:
        """Sweeps that were done."""
        return self._sweeps

    def _oldest(self) -> float:
        # At once: it is asked for in another thread.
        since = tuple(self._overdue_since.values())
        return monotonic() - min(since) if since else 0.0

    # --- what others know

    def gauge(self, name: str, text: str, read: Read) -> None:
        """A value that is read when it is asked for."""
        self.gauges(name, text, (), {(): read})

    def gauges(self, name: str, text: str, labels: tuple[str, ...], reads: Mapping[tuple[str, ...], Read]) -> None:
        """Values that are read when they are asked for, by those of the labels."""
        Reading(self._registry, GaugeMetricFamily, f"euchre_{name}", text, reads, labels)

    def counter(self, name: str, text: str, read: Read) -> None:
        """A count that is kept elsewhere."""
        self.counters(name, text, (), {(): read})

    def counters(self, name: str, text: str, labels: tuple[str, ...], reads: Mapping[tuple[str, ...], Read]) -> None:
        """Counts that are kept elsewhere, by the values of the labels."""
        Reading(self._registry, CounterMetricFamily, f"euchre_{name}", text, reads, labels)

    def latencies(self, name: str, text: str) -> Buckets:
        """A histogram of seconds."""
        return Distribution(self._registry, f"euchre_{name}", text, _LATENCIES).of()

    def _count(self, preset: str, phase: str, result: str) -> None:
        key = preset, phase, result
        count = self._deciders.get(key)
        if count is None:
            count = self._deciders[key] = self._decisions.labels(*key)
        count.inc()


def _fault(reason: str) -> str:
    return "service" if reason in _OUR_FAULTS else "caller"
