"""Debian's Prometheus with the configuration and the rules of deploy/, for targets of this machine."""

import re
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import httpx
import yaml

from tests.operations.answering import answering
from tests.operations.programs import program
from tests.store.ports import free_ports

CONFIGURATION: Final = Path(__file__).parents[2] / "deploy" / "prometheus"
_INTERVAL: Final = "1s"
_WAIT: Final = re.compile(r"\bfor: \w+$", re.MULTILINE)
_WITHIN: Final = 60.0


class Prometheus(NamedTuple):
    """One that runs."""

    url: str

    def graph(self, expression: str) -> str:
        """Where a browser finds what comes of an expression."""
        return f"{self.url}/graph?{urlencode({'g0.expr': expression, 'g0.tab': 0, 'g0.range_input': '5m'})}"

    async def value(self, expression: str) -> float:
        """The sum of what comes of an expression now; 0 if nothing does."""
        async with httpx.AsyncClient(timeout=_WITHIN) as client:
            answer = await client.get(f"{self.url}/api/v1/query", params={"query": expression})
        return sum(float(each["value"][1]) for each in answer.json()["data"]["result"])


@asynccontextmanager
async def scraping(
    referees: Sequence[str],
    envoy: str | None,
    folder: Path,
    *,
    alertmanager: str | None = None,
    store_disk: tuple[str, str] | None = None,
) -> AsyncIterator[Prometheus]:
    """Prometheus that asks referees and an Envoy (`host:port` each) every second; its files are in `folder`.

    To an Alertmanager it tells at once what its rules would wait for. Of a store's disk a node exporter tells: its
    address, and the mount point.
    """
    exporter, mount_point = store_disk or (None, "")
    targets = {
        "referees": _group(*referees),
        "balancers": _group(envoy),
        "alertmanagers": _group(alertmanager),
        "store-disks": _group(exporter, data=mount_point),
    }
    configuration = _written(folder, targets, at_once=alertmanager is not None)
    [port] = free_ports(1)
    url = f"http://127.0.0.1:{port}"
    command = (
        program("prometheus"),
        *(f"--config.file={configuration}", f"--storage.tsdb.path={folder / 'data'}"),
        *(f"--web.listen-address=127.0.0.1:{port}", "--log.level=warn"),
    )
    async with answering(f"{url}/-/ready", folder / "prometheus.log", *command):
        yield Prometheus(url)


def _group(*targets: str | None, **labels: str) -> list[dict[str, Any]]:
    """What a file of targets holds."""
    asked = [target for target in targets if target is not None]
    return [{"targets": asked, "labels": labels}] if asked else []


def _written(folder: Path, targets: Mapping[str, list[dict[str, Any]]], *, at_once: bool) -> Path:
    """The configuration, with these targets."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(CONFIGURATION, folder / "configuration")
    written = folder / "configuration" / "prometheus.yml"
    configuration: dict[str, Any] = yaml.safe_load(written.read_text())
    configuration["global"] = {"scrape_interval": _INTERVAL, "evaluation_interval": _INTERVAL}
    written.write_text(yaml.safe_dump(configuration))
    for name, groups in targets.items():
        (folder / "configuration" / "targets" / f"{name}.yml").write_text(yaml.safe_dump(groups))
    if at_once:
        rules = folder / "configuration" / "rules" / "alerts.yml"
        rules.write_text(_WAIT.sub("for: 0s", rules.read_text()))
    return written
