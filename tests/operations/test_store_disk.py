"""The disk of a store that is not embedded, as the real node exporter tells of it, in the rules for Prometheus."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import yaml

from euchre_referee.cli.local import LocalStack
from tests.operations.answering import answering
from tests.operations.answers import has_data
from tests.operations.programs import program
from tests.operations.prometheus_files import ROOT, alerts
from tests.operations.scraping import scraping
from tests.store.ports import free_ports
from tests.store.until import until

_WITHIN: Final = 60.0
_FREE: Final = "euchre:store_disk_free:bytes"


def mount_point(path: Path) -> str:
    """Of the file system that a path lies on."""
    return str(next(each for each in (path, *path.parents) if each.is_mount()))


@asynccontextmanager
async def exporting(folder: Path) -> AsyncIterator[str]:
    """The address of a node exporter of this machine."""
    [port] = free_ports(1)
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    command = (
        program("prometheus-node-exporter"),
        *compose["services"]["store-disk"]["command"],
        # In a container the root is an overlay, and a temporary directory may be anywhere.
        *("--collector.filesystem.fs-types-exclude=^$", "--collector.filesystem.mount-points-exclude=^$"),
        *(f"--web.listen-address=127.0.0.1:{port}", "--log.level=warn"),
    )
    async with answering(f"http://127.0.0.1:{port}/metrics", folder / "node-exporter.log", *command):
        yield f"127.0.0.1:{port}"


async def test_the_rules_have_an_answer_of_a_store_that_is_not_embedded(tmp_path: Path) -> None:
    expressions = {alert.name: alert.expression for alert in alerts()}
    disk = mount_point(tmp_path)
    async with (
        LocalStack(options=("--drain-seconds", "0.2")) as stack,
        exporting(tmp_path) as exporter,
        scraping(stack.metrics, None, tmp_path / "prometheus", store_disk=(exporter, disk)) as prometheus,
    ):
        await until(lambda: has_data(prometheus.url, f"{_FREE} + max(euchre_store_aof_bytes)"), _WITHIN)
        assert not await has_data(prometheus.url, "euchre_store_disk_free_bytes")
        kept = f'count(node_filesystem_avail_bytes) == count(node_filesystem_avail_bytes{{mountpoint="{disk}"}})'
        assert await has_data(prometheus.url, kept)
        compared = expressions["EuchreStoreDiskLow"].replace("<", "< bool")
        await until(lambda: has_data(prometheus.url, compared), _WITHIN)
        assert not await has_data(prometheus.url, expressions["EuchreStoreDiskUnwatched"])
