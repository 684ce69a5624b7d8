"""Metrics whose values are kept elsewhere, and read when somebody asks for them."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final, TypeAlias

from prometheus_client import CollectorRegistry
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

Read: TypeAlias = Callable[[], float]


class Reading(Collector):
    """Counters or gauges of one name; they are read in the thread of whoever asks."""

    def __init__(
        self,
        registry: CollectorRegistry,
        family: type[CounterMetricFamily] | type[GaugeMetricFamily],
        name: str,
        text: str,
        reads: Mapping[tuple[str, ...], Read],
        labels: tuple[str, ...] = (),
    ) -> None:
        """`reads` by the values of the labels, in their order."""
        self._family: Final = family
        self._name: Final = name
        self._text: Final = text
        self._reads: Final = reads
        self._labels: Final = labels
        registry.register(self)

    def describe(self) -> Iterable[CounterMetricFamily | GaugeMetricFamily]:
        """The name and its type, without values."""
        yield self._family(self._name, self._text, labels=self._labels)

    def collect(self) -> Iterable[CounterMetricFamily | GaugeMetricFamily]:
        """The values as they are now; those that cannot be read are left out."""
        family = self._family(self._name, self._text, labels=self._labels)
        for values, read in self._reads.items():
            # Without a value there is an alert; without the page nobody knows anything.
            with suppress(OSError):
                family.add_metric(values, read())
        yield family
