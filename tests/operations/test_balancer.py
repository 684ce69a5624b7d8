"""The real Envoy with the configuration of deploy/ before two referees, one of which is drained while all play."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import run

import envoy
import httpx
import pytest_asyncio
import yaml

from euchre_client import AsyncClient
from euchre_referee.api.tokens import Caller, Tokens
from euchre_referee.cli.local import LocalStack
from euchre_referee.ops.keyring import read_keyring
from tests.certificates import Authority
from tests.failover.tables import SESSIONS, Tables
from tests.operations.balancer import CONFIGURATION, Balancer, all_are_asked, balancing, until_healthy
from tests.store.until import until

WITHIN = 60.0
GAMES = 6
CERTIFICATE_DAYS = "envoy_server_days_until_first_cert_expiring"
"""What the alert of a certificate reads."""
FAR = 2**33
"""Seconds since 1970: no token of these tests expires."""


@dataclass(frozen=True)
class Site:
    """Two referees over one store behind one Envoy."""

    stack: LocalStack
    balancer: Balancer

    def token(self, session: str) -> str:
        """A player's."""
        return Tokens(read_keyring(self.stack.keys)).issue(Caller(session), FAR)


@pytest_asyncio.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """All of it."""
    async with (
        LocalStack(referees=2, options=("--drain-seconds", "2")) as stack,
        balancing(stack.addresses, stack.http, tmp_path / "envoy") as balancer,
    ):
        yield Site(stack, balancer)


@dataclass
class Watcher:
    """A browser that follows a game over REST and comes back where it stopped."""

    url: str
    last: str = ""
    versions: list[int] = field(default_factory=list)
    drains: int = 0
    over: bool = False

    async def follow(self) -> None:
        """Follows it to its end."""
        async with httpx.AsyncClient(timeout=httpx.Timeout(WITHIN, read=None)) as client:
            while not self.over:
                try:
                    await self._stream(client)
                except httpx.TransportError:
                    await asyncio.sleep(0.05)

    async def _stream(self, client: httpx.AsyncClient) -> None:
        headers = {"last-event-id": self.last} if self.last else {}
        async with client.stream("GET", self.url, headers=headers) as answer:
            if answer.status_code == httpx.codes.NO_CONTENT:
                self.over = True
                return
            kind = ""
            async for line in answer.aiter_lines():
                name, _, value = line.partition(": ")
                if name == "event":
                    kind = value
                    self.drains += kind == "drain"
                    self.over |= kind == "end"
                elif name == "id":
                    self.last = value
                elif name == "data" and not kind:
                    self.versions.append(json.loads(value)["version"])
                elif not line:
                    kind = ""


class RestPlayer:
    """A program that cannot stream: it asks for turns and sends decisions again until they are answered."""

    def __init__(self, address: str, token: str, tables: Tables) -> None:
        self._client = httpx.AsyncClient(
            base_url=f"http://{address}", headers={"authorization": f"Bearer {token}"}, timeout=WITHIN
        )
        self._tables = tables
        self.acted = 0

    async def play(self) -> None:
        """Plays until it is cancelled."""
        async with self._client:
            while True:
                turns = (await self._answer("GET", "/v1/turns")).get("turns", ())
                for turn in turns:
                    await self._act(turn)
                await asyncio.sleep(0.02)

    async def _act(self, turn: dict[str, object]) -> None:
        legal = turn["legal"]
        assert isinstance(legal, list)
        text = legal[0]["text"]
        self._tables.decided[str(turn["game"])][int(str(turn["version"]))] = text
        decision = {"game": turn["game"], "version": turn["version"], "text": text}
        verdicts = (await self._answer("POST", "/v1/turns:act", {"decisions": [decision]}))["verdicts"]
        assert ["accepted" in verdict for verdict in verdicts] == [True], verdicts
        self.acted += 1

    async def _answer(self, verb: str, path: str, body: object = None) -> dict[str, list[dict[str, object]]]:
        while True:
            with suppress(httpx.TransportError):
                answer = await self._client.request(verb, path, json=body)
                if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                    assert answer.status_code == httpx.codes.OK, answer.text
                    document: dict[str, list[dict[str, object]]] = answer.json()
                    return document
            await asyncio.sleep(0.05)


async def test_one_referee_is_drained_and_nobody_behind_envoy_loses_a_decision(site: Site) -> None:
    address, watchers = site.balancer.address, list[Watcher]()
    async with AsyncClient(address, site.stack.operator_token, timeout=WITHIN) as operator:
        tables = Tables(operator)
        clients = [AsyncClient(address, site.token(session), timeout=WITHIN) for session in SESSIONS[1:]]
        plays: list[asyncio.Task[object]] = [
            asyncio.create_task(client.play(tables.answer, on_verdict=tables.told, on_end=tables.ended))
            for client in clients
        ]
        rest = RestPlayer(address, site.token(SESSIONS[0]), tables)
        plays.append(asyncio.create_task(rest.play()))
        await tables.begin(GAMES, max_deals=4)
        watchers += [Watcher(f"http://{address}/v1/games/{game}:watch?own=false") for game in tables.all]
        watching = [asyncio.create_task(watcher.follow()) for watcher in watchers]
        try:
            await until(lambda: tables.acknowledged > GAMES and rest.acted > 1, WITHIN)
            await until(lambda: all(watcher.versions for watcher in watchers), WITHIN)
            await all_are_asked(site.balancer)
            site.stack.processes[0].terminate()
            await asyncio.wait_for(site.stack.processes[0].wait(), WITHIN)
            await until(lambda: tables.finished, WITHIN)
            await asyncio.wait_for(asyncio.gather(*watching), WITHIN)
            assert await tables.faults_found() == []
            assert not [play.exception() for play in plays if play.done()]
            await until_healthy(site.balancer, 1)
        finally:
            for task in (*plays, *watching):
                task.cancel()
            await asyncio.gather(*plays, *watching, return_exceptions=True)
            for client in clients:
                await client.close()
    assert site.stack.processes[0].returncode == 0
    for watcher in watchers:
        assert watcher.versions == sorted(set(watcher.versions)), "told twice, or out of order"
    # It is written a little later.
    await until(lambda: len(_watched(site.balancer)) >= len(tables.all), WITHIN)
    text = site.balancer.log.read_text()
    for secret in ("ticket", "Bearer", "eyJ", "?"):
        assert secret not in text


def _watched(balancer: Balancer) -> list[str]:
    """Streams of watchers that are over, by the access log."""
    complete = balancer.log.read_text().rpartition("\n")[0].splitlines()
    paths = [str(json.loads(line)["path"]) for line in complete if line.startswith("{")]
    return [path for path in paths if path.endswith(":watch")]


async def test_an_envoy_tells_of_its_certificates_and_takes_no_more_connections_when_it_drains(tmp_path: Path) -> None:
    async with balancing([], [], tmp_path) as balancer, httpx.AsyncClient(timeout=WITHIN) as client:

        async def is_closed() -> bool:
            try:
                await client.get(f"http://{balancer.address}/readyz", headers={"connection": "close"})
            except httpx.ConnectError:
                return True
            except httpx.TransportError:
                # It was waiting to be accepted.
                return False
            return False

        told = (await client.get(f"http://{balancer.observers}/stats/prometheus")).text
        assert f"\n{CERTIFICATE_DAYS}{{" in told
        assert not await is_closed()
        answer = await client.post(f"http://{balancer.admin}/drain_listeners")
        assert answer.status_code == httpx.codes.OK, answer.text
        await until(is_closed, WITHIN)


def test_envoy_finds_no_fault_with_the_configuration_as_it_stands() -> None:
    _validate(CONFIGURATION)


def test_the_page_says_how_envoy_encrypts(tmp_path: Path) -> None:
    page = (CONFIGURATION.parents[2] / "docs" / "deploy.md").read_text()
    found = re.search(r"```yaml\n(transport_socket:.*?)```", page, re.DOTALL)
    assert found is not None
    certificate = Authority(tmp_path).issue("envoy")
    text = (
        found[1]
        .replace("/certificates/tls.crt", str(certificate.cert))
        .replace("/certificates/tls.key", str(certificate.key))
    )
    configuration = yaml.safe_load(CONFIGURATION.read_text())
    [players] = [each for each in configuration["static_resources"]["listeners"] if each["name"] == "players"]
    players["filter_chains"][0] |= yaml.safe_load(text)
    written = tmp_path / "envoy.yaml"
    written.write_text(yaml.safe_dump(configuration))
    _validate(written)


def _validate(configuration: Path) -> None:
    program = [envoy.get_envoy_path(), "--mode", "validate", "--config-path", configuration, "--log-level", "warn"]
    answer = run(program, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert "deprecated" not in answer.stderr.lower(), answer.stderr
