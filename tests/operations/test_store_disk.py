"""The disk of a store that is not embedded, as the real node exporter tells of it, in the rules for Prometheus."""

import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import httpx
import yaml

from euchre_referee.cli.local import LocalStack
from euchre_referee.store import exec_wrapper
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


def _started(port: int, log: Path) -> "subprocess.Popen[bytes]":
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    command = (
        *(sys.executable, "-I", "-S", exec_wrapper.__file__, str(os.getpid()), program("prometheus-node-exporter")),
        *compose["services"]["store-disk"]["command"],
        # In a container the root is an overlay, and a temporary directory may be anywhere.
        *("--collector.filesystem.fs-types-exclude=^$", "--collector.filesystem.mount-points-exclude=^$"),
        *(f"--web.listen-address=127.0.0.1:{port}", "--log.level=warn"),
    )
    with log.open("wb") as said:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)


@asynccontextmanager
async def exporting(folder: Path) -> AsyncIterator[str]:
    """The address of a node exporter of this machine."""
    [port] = free_ports(1)
    log = folder / "node-exporter.log"
    process = _started(port, log)

    async def answers() -> bool:
        assert process.poll() is None, log.read_text()
        try:
            async with httpx.AsyncClient(timeout=_WITHIN) as client:
                return (await client.get(f"http://127.0.0.1:{port}/metrics")).is_success
        except httpx.TransportError:
            return False

    try:
        await until(answers, _WITHIN)
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


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
