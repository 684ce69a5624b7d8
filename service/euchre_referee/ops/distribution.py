"""Histograms that cost little where observations are many (docs/metrics.md).

They are observed by one thread, the event loop's, and read by another. So an observation takes no lock, and what is
read may lack one that is being made.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from time import time
from typing import Final

from prometheus_client import CollectorRegistry
from prometheus_client.metrics_core import HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.samples import Exemplar

TRACE: Final = "trace_id"
"""The label of exemplars."""


class Buckets:
    """How observations are distributed, for one set of labels' values."""

    __slots__ = ("_bounds", "counts", "exemplars", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0
        self.exemplars: list[Exemplar | None] = [None] * (len(bounds) + 1)

    def observe(self, value: float, times: int = 1) -> None:
        """One more observation, or several equal ones."""
        self.counts[bisect_left(self._bounds, value)] += times
        self.total += value * times

    def observe_traced(self, value: float, trace: str) -> None:
        """One more observation, and the trace that shows it; an empty one shows nothing."""
        self.observe(value)
        if trace:
            self.exemplars[bisect_left(self._bounds, value)] = Exemplar({TRACE: trace}, value, time())


class Distribution(Collector):
    """A histogram with labels. Whoever observes often keeps what `of` gives."""

    def __init__(
        self,
        registry: CollectorRegistry,
        name: str,
        text: str,
        bounds: tuple[float, ...],
        labels: Sequence[str] = (),
    ) -> None:
        """`bounds` ascend; what is larger than the last is counted too."""
        self._name: Final = name
        self._text: Final = text
        self._labels: Final = tuple(labels)
        self._bounds: Final = bounds
        self._names: Final = [_text(bound) for bound in bounds] + ["+Inf"]
        self._children: Final[dict[tuple[str, ...], Buckets]] = {}
        if not labels:
            self.of()
        registry.register(self)

    def of(self, *values: str) -> Buckets:
        """The observations with these values of the labels."""
        child = self._children.get(values)
        if child is None:
            child = self._children[values] = Buckets(self._bounds)
        return child

    def describe(self) -> Iterable[HistogramMetricFamily]:
        """The name and its type, without observations."""
        yield HistogramMetricFamily(self._name, self._text, labels=self._labels)

    def collect(self) -> Iterable[HistogramMetricFamily]:
        """What was observed until now."""
        family = HistogramMetricFamily(self._name, self._text, labels=self._labels)
        for values, child in list(self._children.items()):
            buckets: list[tuple[str, float] | tuple[str, float, Exemplar]] = []
            # One reading of them, so that what is added up below is of one moment.
            counts, below = list(child.counts), 0
            for name, count, exemplar in zip(self._names, counts, child.exemplars, strict=True):
                below += count
                buckets.append((name, below) if exemplar is None else (name, below, exemplar))
            family.add_metric(values, buckets, child.total)
        yield family


def _text(bound: float) -> str:
    """As Prometheus's own library writes it: `1.0`, never `1`."""
    return str(float(bound))
