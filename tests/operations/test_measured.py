"""What a referee tells those who run it, of one run: metrics as documented, traces at a collector, logs."""

import asyncio
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics_families
from prometheus_client.parser import text_string_to_metric_families as families

from euchre.v1 import player_service_pb2, referee_service_pb2, tournament_service_pb2
from euchre_referee.referee.verdicts import ServiceReason
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.refusals import Reason
from tests.operations.documented_metrics import Documented, Exposed, documented, exposed
from tests.operations.measured_run import Run, measured_run
from tests.operations.receiver import Received, receiving

CARD: Final = re.compile(r"\b[789TJQKA][cdhs]\b")
METHODS: Final = frozenset(
    f"{service.name}.{method.name}"
    for module in (referee_service_pb2, player_service_pb2, tournament_service_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
)
CLOSED: Final = {
    "preset": frozenset(PRESETS),
    "phase": frozenset(map(str, Phase)),
    "method": METHODS,
    "reason": frozenset({*map(str, ServiceReason), *map(str, Reason)}),
}
"""The values of labels that stand elsewhere."""
OF_THE_BUILD: Final = frozenset({"version", "python"})


class Told(NamedTuple):
    """The run, and the traces of it that came."""

    run: Run
    traces: Received


@pytest.fixture(scope="module")
def told() -> Iterator[Told]:
    """The run is made once."""
    with tempfile.TemporaryDirectory(prefix="euchre-m-") as folder, receiving() as received:
        yield Told(asyncio.run(measured_run(Path(folder), received.url)), received)


@pytest.fixture(scope="module")
def found(told: Told) -> dict[str, Exposed]:
    """Our metrics of all pages."""
    return {each.name: each for each in exposed(told.run.pages)}


def test_every_metric_is_documented_and_every_documented_one_is_exposed(found: dict[str, Exposed]) -> None:
    rows = {row.name: row for row in documented()}
    assert found.keys() == rows.keys()
    wrong = {
        name: (row, found[name])
        for name, row in rows.items()
        if (row.kind, row.labels) != (found[name].kind, found[name].labels)
    }
    assert not wrong


def test_units_stand_in_the_names() -> None:
    for row in documented():
        name = row.name.removesuffix("_total")
        expected = "s" if name.endswith("_seconds") else "bytes" if name.endswith("_bytes") else ""
        assert row.unit == expected, row.name


def test_labels_have_no_values_but_those_of_closed_lists(found: dict[str, Exposed]) -> None:
    words = _words(documented())
    for metric in found.values():
        for label, value in metric.values:
            if label not in OF_THE_BUILD:
                assert value in CLOSED.get(label, words[label]), (metric.name, label, value)


def test_nobody_is_named_on_a_page(told: Told) -> None:
    for page in (*told.run.pages, told.run.openmetrics):
        assert not [secret for secret in (*told.run.secrets, *told.run.games) if secret in page]


def test_the_runtime_and_the_process_stand_beside_them(told: Told) -> None:
    names = {family.name for family in families(told.run.pages[0])}
    assert {
        "process_resident_memory_bytes",
        "process_cpu_seconds",
        "process_open_fds",
        "python_gc_collections",
    } <= names


def test_openmetrics_has_the_same_with_traces_that_came(told: Told) -> None:
    names = {each.name for each in exposed([told.run.pages[0]])}
    found = list(openmetrics_families(told.run.openmetrics))  # type: ignore[no-untyped-call]
    assert {family.name + "_total" * (family.type == "counter") for family in found} >= names
    samples = [sample for family in found for sample in family.samples]
    shown = {sample.exemplar.labels["trace_id"] for sample in samples if sample.exemplar is not None}
    assert shown
    assert shown <= {span.trace_id.hex() for span in told.traces.spans}


def test_traces_come_to_a_collector(told: Told) -> None:
    services = {
        attribute.key: attribute.value.string_value
        for each in told.traces.resources
        for attribute in each.resource.attributes
    }
    assert services["service.name"] == "euchre-referee"
    assert {
        "decide", "rules", "queue", "commit", "append", "euchre.v1.PlayerService/Play",
        "euchre.v1.RefereeService/CreateGame", "euchre.v1.RefereeService/GetView",
    } <= told.traces.names  # fmt: skip
    for span in told.traces.spans:
        text = f"{span.name} {' '.join(str(attribute.value) for attribute in span.attributes)} {span.status.message}"
        assert not [secret for secret in told.run.secrets if secret in text]
        assert not CARD.search(text)


def test_logs_say_of_which_game_and_version_and_trace_and_never_a_card(told: Told) -> None:
    log = told.run.log
    about = {line["game"] for line in log if "game" in line}
    assert about >= {game for game in told.run.games if any(game == line.get("game") for line in log)}
    begun = [line for line in log if line["message"] == "the game has begun"]
    assert begun
    for line in log:
        assert {"time", "level", "logger", "message"} <= line.keys()
        if line["logger"] == "euchre_referee.ops.chronicle":
            assert line["version"] > 0
        text = str(line)
        assert not [secret for secret in told.run.secrets if secret in text], line
        assert not CARD.search(text), line
    assert {line["trace_id"] for line in log if "trace_id" in line} <= {
        span.trace_id.hex() for span in told.traces.spans
    }


def _words(rows: list[Documented]) -> dict[str, frozenset[str]]:
    """What is written as code in the rows that have a label."""
    labels = {label for row in rows for label in row.labels}
    return {label: frozenset[str]().union(*(row.words for row in rows if label in row.labels)) for label in labels}
