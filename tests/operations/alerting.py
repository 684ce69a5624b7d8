"""Debian's Alertmanager with the configuration of deploy/, and receivers of this machine that it tells."""

import json
import re
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx

from tests.operations.answering import answering
from tests.operations.programs import program
from tests.store.ports import free_ports

CONFIGURATION: Final = Path(__file__).parents[2] / "deploy" / "alertmanager" / "alertmanager.yml"
RECEIVERS: Final = "/etc/alertmanager/receivers"
_WITHIN: Final = 60.0
_URL_FILE: Final = re.compile(rf"url_file: {RECEIVERS}/(\w+)\.url$", re.MULTILINE)
_PAUSE: Final = re.compile(r"(group_wait|group_interval): \w+$", re.MULTILINE)


class Told(NamedTuple):
    """What one of the receivers was told of one alert."""

    receiver: str
    """By its URL."""
    name: str
    severity: str
    status: str
    """`firing` or `resolved`."""


class _Server(ThreadingHTTPServer):
    told: list[Told]


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        """Takes a notification."""
        said = json.loads(self.rfile.read(int(self.headers["content-length"])))
        for alert in said["alerts"]:
            labels = alert["labels"]
            self.server.told.append(Told(self.path[1:], labels["alertname"], labels["severity"], alert["status"]))
        self.send_response(HTTPStatus.OK)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Writes none."""


class Alertmanager(NamedTuple):
    """One that runs."""

    url: str
    told: list[Told]
    """All that was told until now."""

    @property
    def address(self) -> str:
        """`host:port`."""
        return self.url.removeprefix("http://")

    async def post(self, *alerts: Mapping[str, str], over: bool = False) -> None:
        """Give it alerts by their labels, as Prometheus does: they fire from now on, or are over."""
        now = datetime.now(UTC).isoformat()
        given = [{"labels": labels, "startsAt": now} | ({"endsAt": now} if over else {}) for labels in alerts]
        async with httpx.AsyncClient(timeout=_WITHIN) as client:
            (await client.post(f"{self.url}/api/v2/alerts", json=given)).raise_for_status()

    async def states(self) -> dict[tuple[str, str], str]:
        """By name and severity: `active` or `suppressed`; of several alike, the last one's."""
        async with httpx.AsyncClient(timeout=_WITHIN) as client:
            found: list[dict[str, Any]] = (await client.get(f"{self.url}/api/v2/alerts")).json()
        return {(each["labels"]["alertname"], each["labels"]["severity"]): each["status"]["state"] for each in found}


def readable_by_debians(folder: Path, url: str) -> Path:
    """The configuration of deploy/ with URLs themselves, since Debian's Alertmanager (0.25) knows no `url_file` yet."""
    written = folder / "alertmanager.yml"
    text, files = _URL_FILE.subn(lambda found: f"url: {url}/{found[1]}", CONFIGURATION.read_text())
    assert files, "receivers have their URLs in files"
    written.write_text(text)
    return written


@asynccontextmanager
async def notifying(folder: Path) -> AsyncIterator[Alertmanager]:
    """Alertmanager that groups for a second only; its files are in `folder`, which is there."""
    with _receivers() as server:
        configuration = readable_by_debians(folder, f"http://127.0.0.1:{server.server_port}")
        configuration.write_text(_PAUSE.sub(r"\1: 1s", configuration.read_text()))
        [port] = free_ports(1)
        url = f"http://127.0.0.1:{port}"
        command = (
            program("prometheus-alertmanager"),
            *(f"--config.file={configuration}", f"--storage.path={folder / 'alertmanager'}", "--log.level=warn"),
            *(f"--web.listen-address=127.0.0.1:{port}", "--cluster.listen-address="),
        )
        async with answering(f"{url}/-/ready", folder / "alertmanager.log", *command):
            yield Alertmanager(url, server.told)


@contextmanager
def _receivers() -> Iterator[_Server]:
    with _Server(("127.0.0.1", 0), _Handler) as server:
        server.told = []
        thread = threading.Thread(target=server.serve_forever, name="receivers")
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
