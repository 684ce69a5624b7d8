"""The few numbers of a process that a page shows to whoever runs it: read from its metrics, none says who plays."""

import secrets
from collections.abc import Iterable
from importlib.metadata import version
from time import monotonic
from typing import Any, Final, NamedTuple

from prometheus_client import REGISTRY
from prometheus_client.registry import Collector

_READ_AGAIN: Final = 0.5
"""Seconds: however many look, the metrics are gone through no more often."""
_VALUES: Final = {
    "ready": ("euchre_ready", None),
    "draining": ("euchre_draining", None),
    "storeUp": ("euchre_store_up", None),
    "decisions": ("euchre_decisions_total", ("result", "accepted")),
    "refusals": ("euchre_refusals_total", None),
    "refusalsByService": ("euchre_refusals_total", ("fault", "service")),
    "timeouts": ("euchre_timeouts_total", None),
    "gamesWaiting": ("euchre_games", ("stage", "waiting")),
    "gamesRunning": ("euchre_games", ("stage", "running")),
    "gamesFinished": ("euchre_games", ("stage", "finished")),
    "overdueSeconds": ("euchre_overdue_oldest_seconds", None),
    "streams": ("euchre_streams", None),
    "tournamentsRunning": ("euchre_tournaments", ("state", "running")),
    "tournamentsStalled": ("euchre_tournaments", ("state", "stalled")),
    "storeMemoryBytes": ("euchre_store_memory_used_bytes", None),
    "storeFileBytes": ("euchre_store_aof_bytes", None),
}  # fmt: skip
_DISTRIBUTIONS: Final = {
    "decisionSeconds": "euchre_decision_seconds_bucket",
    "loopLagSeconds": "euchre_event_loop_lag_seconds_bucket",
}


class _Sample(NamedTuple):
    """As far as it is looked at."""

    name: str
    labels: dict[str, str]
    value: float


class Vitals:
    """Of this process; what it has counted, it has counted since it began."""

    def __init__(self, metrics: Collector = REGISTRY) -> None:
        """`metrics`: what the process exports."""
        self._metrics: Final = metrics
        self._process: Final = secrets.token_hex(4)
        self._version: Final = version("euchre-referee")
        self._read_at = 0.0
        self._last: dict[str, Any] = {}

    def read(self) -> dict[str, Any]:
        """Names and numbers; distributions as pairs of a bound and how many were not above it."""
        now = monotonic()
        if not self._last or now - self._read_at >= _READ_AGAIN:
            self._last, self._read_at = self._gathered(now), now
        return self._last

    def _gathered(self, now: float) -> dict[str, Any]:
        samples = [
            _Sample(sample.name, sample.labels, sample.value)
            for family in self._metrics.collect()
            if family.name.startswith("euchre_")
            for sample in family.samples
        ]
        return {
            "process": self._process,
            "version": self._version,
            "atSeconds": now,
            **{name: _sum(samples, *wanted) for name, wanted in _VALUES.items()},
            **{name: _buckets(samples, metric) for name, metric in _DISTRIBUTIONS.items()},
        }


def _sum(samples: Iterable[_Sample], metric: str, label: tuple[str, str] | None) -> float:
    return sum(
        sample.value
        for sample in samples
        if sample.name == metric and (label is None or sample.labels.get(label[0]) == label[1])
    )


def _buckets(samples: Iterable[_Sample], metric: str) -> list[tuple[float | None, float]]:
    """The last has no bound."""
    found = ((sample.labels["le"], sample.value) for sample in samples if sample.name == metric)
    return [(None if bound == "+Inf" else float(bound), count) for bound, count in found]
