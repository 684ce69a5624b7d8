"""What `euchre serve` measures: where each metric's values come from (docs/metrics.md)."""

import asyncio
import logging
import platform
from importlib.metadata import version
from pathlib import Path
from shutil import disk_usage
from time import monotonic
from typing import TYPE_CHECKING, Final

from prometheus_client import REGISTRY, CollectorRegistry, disable_created_metrics, start_http_server

from euchre_referee.api.access import Access
from euchre_referee.api.house import is_of_the_house
from euchre_referee.api.server import Server
from euchre_referee.api.transport import Tls
from euchre_referee.cli.exposure import is_local
from euchre_referee.cli.house.keeper import HouseKeeper
from euchre_referee.cli.web import Web
from euchre_referee.ops.chronicle import Chronicle
from euchre_referee.ops.distribution import Buckets
from euchre_referee.ops.log_counting import count_lines
from euchre_referee.ops.metrics import HOUSE, REMOTE
from euchre_referee.referee.referee import Referee
from euchre_referee.store.calls import StoreCall
from euchre_referee.store.catalogue import StageCounts
from euchre_referee.store.committer import Committer, Group
from euchre_referee.store.connect import Store
from euchre_referee.store.errors import STORE_FAULTS
from euchre_referee.store.health import StoreHealth, look_at

if TYPE_CHECKING:
    from euchre_referee.ops.tracing import Tracing

_ASKED_EVERY: Final = 2.0
_PAUSE: Final = 0.1

_LOGGER: Final = logging.getLogger(__name__)


class Metering:
    """The metrics of one process; `metrics` is the referee's observer."""

    def __init__(self, registry: CollectorRegistry = REGISTRY, tracing: "Tracing | None" = None) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # the library does not annotate it
        self.metrics: Final = Chronicle(registry, is_of_the_house)
        self.metrics.tracer = self._tracing = tracing
        self._games = StageCounts(0, 0, 0)
        self._health = StoreHealth(0, 0, 0, 0, False, True, 0)
        built = version("euchre-referee"), platform.python_version()
        self.metrics.gauges("build_info", "Release and Python", ("version", "python"), {built: lambda: 1})
        self._registry: Final = registry

    def committer(self, store: Store) -> Committer:
        """One that is measured, on a store that is."""
        store.observe = self._store_called
        mark = None if self._tracing is None else self._tracing.mark
        return Committer(store, observe=self._grouped, mark=mark)

    def _store_called(self, call: StoreCall, seconds: float | None) -> None:
        self.metrics.store_called(call, seconds)
        if self._tracing is not None:
            self._tracing.store_called(call, seconds)

    def _grouped(self, group: Group) -> None:
        self.metrics.grouped(group, "" if self._tracing is None else self._tracing.grouped(group))

    def referee(self, referee: Referee, access: Access, data: Path | None = None) -> None:
        """Measures a referee and its store; `data`: where that is embedded."""
        metrics, committer, store, games = self.metrics, referee.committer, referee.store, referee.games
        metrics.gauges(
            "streams", "Streams that are open", ("kind",),
            {("play",): lambda: access.plays, ("watch",): lambda: access.watches},
        )  # fmt: skip
        metrics.gauge("appends_waiting", "Appends that are not settled yet", lambda: committer.waiting)
        metrics.counters(
            "append_retries", "Appends that are sent once more", ("cause",),
            {("not_run",): lambda: committer.not_run, ("unanswered",): lambda: committer.unanswered},
        )  # fmt: skip
        metrics.counter("log_appended_bytes", "Entries appended to logs", lambda: committer.appended_bytes)
        metrics.counter("store_connections", "Connections made to the store", lambda: store.connections)
        metrics.gauge("store_up", "Whether the store takes what is written", lambda: referee.store_answers)
        metrics.counters(
            "fold_lookups", "Games looked for in memory", ("result",),
            {("hit",): lambda: games.hits, ("miss",): lambda: games.misses},
        )  # fmt: skip
        metrics.gauge("folds", "Games kept in memory", lambda: games.kept)
        metrics.counter("folds_evicted", "Games put out of memory", lambda: games.evicted)
        metrics.counters(
            "sweeps", "Sweeps for overdue games", ("result",),
            {("done",): lambda: metrics.sweeps, ("failed",): lambda: referee.sweeps_failed},
        )  # fmt: skip
        metrics.gauges(
            "games", "Games in the store by stage", ("stage",),
            {
                ("waiting",): lambda: self._games.waiting,
                ("running",): lambda: self._games.running,
                ("finished",): lambda: self._games.finished,
            },
        )  # fmt: skip
        self._store(data)

    def _store(self, data: Path | None) -> None:
        gauge = self.metrics.gauge
        gauge("store_memory_used_bytes", "Memory that the store uses", lambda: self._health.memory_used)
        gauge("store_memory_max_bytes", "Memory that it may use; 0: all", lambda: self._health.memory_max)
        gauge("store_aof_bytes", "Its append-only file", lambda: self._health.aof)
        gauge("store_aof_base_bytes", "That file when it was rewritten", lambda: self._health.aof_base)
        gauge("store_aof_rewriting", "Whether it is being rewritten", lambda: self._health.aof_rewriting)
        gauge("store_aof_ok", "Whether it could be written and rewritten last", lambda: self._health.aof_ok)
        gauge("store_replicas", "Replicas that are connected", lambda: self._health.replicas)
        if data is not None:
            gauge("store_disk_free_bytes", "Room on the embedded store's disk", lambda: disk_usage(data).free)

    def server(self, server: Server, web: Web, tls: Tls | None) -> None:
        """Measures what serves calls, and the tournaments that are played from here."""
        metrics, hosting = self.metrics, server.hosting
        if tls is not None:
            metrics.gauge("certificate_expires_timestamp_seconds", "When the certificate expires", tls.expires_at)
        metrics.gauge("http_connections", "Connections of HTTP that are open", lambda: web.connections)
        metrics.gauge("ready", "Whether calls can be served", lambda: server.ready)
        metrics.gauge("draining", "Whether it is closing", lambda: server.draining)
        metrics.gauges(
            "turns_outstanding", "Turns that wait for sessions with streams here", ("player",),
            {
                (HOUSE,): lambda: server.turns_outstanding(of_the_house=True),
                (REMOTE,): lambda: server.turns_outstanding(of_the_house=False),
            },
        )  # fmt: skip
        metrics.gauges(
            "tournaments", "Tournaments coordinated here", ("state",),
            {("running",): lambda: hosting.load.running, ("stalled",): lambda: hosting.load.stalled},
        )  # fmt: skip
        metrics.gauges(
            "tournament_boards", "Their boards", ("state",),
            {("over",): lambda: hosting.load.over, ("left",): lambda: hosting.load.left},
        )  # fmt: skip
        metrics.gauge("tournament_games_running", "Their games in play", lambda: hosting.load.games)
        metrics.counter("tournament_results", "Results written by this process", lambda: hosting.journal.results)

    def house(self, keeper: HouseKeeper) -> None:
        """Measures the processes of the house's bots."""
        quick, thinking = keeper.quick, keeper.thinking
        self.metrics.gauges(
            "house_processes", "Processes of the house's bots that run", ("kind",),
            {("quick",): lambda: quick.runs, ("thinking",): lambda: thinking.runs},
        )  # fmt: skip
        self.metrics.counters(
            "house_processes_ended", "Processes of the house's bots that have ended", ("kind",),
            {("quick",): lambda: quick.ends, ("thinking",): lambda: thinking.ends},
        )  # fmt: skip

    def export(self, address: str) -> str | None:
        """Serves the metrics at `host:port`, and returns where; None if they are off. Raises OSError."""
        count_lines(self._registry)
        if address == "off":
            return None
        if not is_local(address):
            _LOGGER.warning("metrics at %s can be read by everybody who reaches it, unencrypted", address)
        host, _, port = address.rpartition(":")
        try:
            server, _ = start_http_server(int(port), host, self._registry)
        except OSError as error:
            raise OSError(f"metrics cannot be served at {address}: {error}; name another with --metrics") from error
        return f"{host}:{server.server_port}"

    async def aclose(self) -> None:
        """Sends the traces that have not been sent yet."""
        if self._tracing is not None:
            await asyncio.to_thread(self._tracing.close)

    async def keep_asking(self, referee: Referee, access: Access) -> None:
        """Asks the store what only it knows, again and again."""
        while True:
            try:
                self._games = await referee.catalogue.counts()
                access.waiting_games = self._games.waiting
                self._health = await look_at(referee.store)
            except STORE_FAULTS as error:
                _LOGGER.warning("the store could not be measured: %s", error)
            except Exception:
                # Limits look at what is asked here: one answer that nobody foresaw must not end all later ones.
                _LOGGER.exception("the store's answers about itself could not be understood")
            await asyncio.sleep(_ASKED_EVERY)

    async def keep_pausing(self) -> None:
        """Measures by how much the event loop is behind."""
        lag: Buckets = self.metrics.latencies("event_loop_lag_seconds", "By how much a pause was longer than asked")
        while True:
            begun = monotonic()
            await asyncio.sleep(_PAUSE)
            lag.observe(max(0.0, monotonic() - begun - _PAUSE))
