"""Histograms of our own are what the library's are."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, Histogram
from prometheus_client.exposition import generate_latest
from prometheus_client.openmetrics.exposition import generate_latest as openmetrics

from euchre_referee.ops.distribution import Distribution

BOUNDS = (0.0005, 0.5, 1, 20)


@given(st.lists(st.sampled_from((0.0, 0.0005, 0.25, 0.5, 1.0, 1.5, 20.0, 4096.0)), max_size=20))
def test_they_say_what_the_librarys_own_would(values: list[float]) -> None:
    ours, theirs = CollectorRegistry(), CollectorRegistry()
    mine = Distribution(ours, "h", "a text", BOUNDS, ("kind",)).of("a")
    other = Histogram("h", "a text", ("kind",), buckets=BOUNDS, registry=theirs).labels("a")
    for value in values:
        mine.observe(value)
        other.observe(value)
    assert list(_told(ours)) == list(_told(theirs))


def test_without_labels_they_are_there_before_anything_is_observed() -> None:
    registry = CollectorRegistry()
    Distribution(registry, "h", "a text", BOUNDS)
    assert registry.get_sample_value("h_count") == 0


def test_the_latest_trace_of_each_bucket_is_told_in_openmetrics() -> None:
    registry = CollectorRegistry()
    seconds = Distribution(registry, "h", "a text", BOUNDS).of()
    for value, trace in ((0.1, "aa"), (0.2, "bb"), (0.3, ""), (30.0, "cc")):
        seconds.observe_traced(value, trace)
    page: bytes = openmetrics(registry)  # type: ignore[no-untyped-call]
    shown = {line.partition(" # ")[0]: line.partition(" # ")[2] for line in page.decode().splitlines()}
    assert shown['h_bucket{le="0.5"} 3.0'].startswith('{trace_id="bb"} 0.2 ')
    assert shown['h_bucket{le="+Inf"} 4.0'].startswith('{trace_id="cc"} 30.0 ')
    assert shown['h_bucket{le="1.0"} 3.0'] == ""
    assert b"trace_id" not in generate_latest(registry)


def _told(registry: CollectorRegistry) -> Iterator[tuple[str, dict[str, str], float]]:
    for family in registry.collect():
        for sample in family.samples:
            if not sample.name.endswith("_created"):
                yield sample.name, sample.labels, sample.value
