"""Values that are read when they are asked for."""

from pathlib import Path
from shutil import disk_usage

from prometheus_client import CollectorRegistry, generate_latest

from euchre_referee.ops.metrics import Metrics


def test_a_value_that_cannot_be_read_is_left_out_and_the_others_are_told(tmp_path: Path) -> None:
    registry = CollectorRegistry()
    metrics = Metrics(registry)
    metrics.gauge("room_bytes", "Of a disk that is gone", lambda: disk_usage(tmp_path / "gone").free)
    metrics.gauge("other", "Of something else", lambda: 7)
    lines = generate_latest(registry).decode().splitlines()
    assert not [line for line in lines if line.startswith("euchre_room_bytes")]
    assert "euchre_other 7.0" in lines
