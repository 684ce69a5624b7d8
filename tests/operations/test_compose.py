"""compose.yaml and the files that it mounts, each read by the program that it is for."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from euchre_referee.ops.keyring import read_keyring
from euchre_referee.store.check import check
from euchre_referee.store.connect import connect
from euchre_referee.store.server_options import Fsync
from tests.operations.alerting import CONFIGURATION, RECEIVERS
from tests.operations.programs import program
from tests.store.ports import free_ports
from tests.store.servers import running

DEPLOY: Final = Path(__file__).parents[2] / "deploy"


@pytest.fixture(scope="module")
def composed() -> dict[str, Any]:
    """As Compose itself reads it, with all defaults."""
    command = [program("docker-compose"), "--file", str(DEPLOY / "compose.yaml"), "config", "--format", "json"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, env={"HOME": "/nowhere"})
    assert (answer.returncode, answer.stderr) == (0, "")
    read: dict[str, Any] = json.loads(answer.stdout)
    return read


def test_whatever_is_mounted_is_there(composed: dict[str, Any]) -> None:
    bound = [
        Path(volume["source"])
        for service in composed["services"].values()
        for volume in service.get("volumes", ())
        if volume["type"] == "bind"
    ]
    assert bound
    assert [path for path in bound if not path.exists()] == []
    assert all(path.is_relative_to(DEPLOY) for path in bound)


def test_nothing_is_published_beyond_this_machine(composed: dict[str, Any]) -> None:
    published = [port for service in composed["services"].values() for port in service.get("ports", ())]
    assert published
    assert {port["host_ip"] for port in published} == {"127.0.0.1"}


def test_only_referees_reach_the_store(composed: dict[str, Any]) -> None:
    inside = {name for name, service in composed["services"].items() if "store" in (service.get("networks") or {})}
    assert inside == {"valkey", "referee-1", "referee-2"}
    assert composed["networks"]["store"]["internal"]


def test_envoy_and_prometheus_know_the_referees(composed: dict[str, Any]) -> None:
    referees = {name for name in composed["services"] if name.startswith("referee-")}
    assert len(referees) == 2
    for name in referees:
        assert composed["services"][name]["networks"]["players"]["aliases"] == ["referees"]
        assert composed["services"][name]["read_only"]
    envoy = yaml.safe_load((DEPLOY / "envoy" / "envoy.yaml").read_text())
    clusters = {each["name"]: each for each in envoy["static_resources"]["clusters"]}
    for cluster, port in (("referees-grpc", 7447), ("referees-http", 7448)):
        endpoint = clusters[cluster]["load_assignment"]["endpoints"][0]["lb_endpoints"][0]["endpoint"]
        assert endpoint["address"]["socket_address"] == {"address": "referees", "port_value": port}
    targets = yaml.safe_load((DEPLOY / "prometheus" / "targets" / "referees.yml").read_text())
    assert {target for group in targets for target in group["targets"]} == {f"{name}:9464" for name in referees}
    balancers = yaml.safe_load((DEPLOY / "prometheus" / "targets" / "balancers.yml").read_text())
    assert [group["targets"] for group in balancers] == [["envoy:9902"]]
    assert "observers" in composed["services"]["envoy"]["networks"]


def test_prometheus_tells_the_alertmanager_and_that_finds_its_receivers(composed: dict[str, Any]) -> None:
    targets = yaml.safe_load((DEPLOY / "prometheus" / "targets" / "alertmanagers.yml").read_text())
    assert [group["targets"] for group in targets] == [["alertmanager:9093"]]
    alertmanager, prometheus = composed["services"]["alertmanager"], composed["services"]["prometheus"]
    assert set(alertmanager["networks"]) & set(prometheus["networks"])
    mounted = {volume["target"]: volume["source"] for volume in alertmanager["volumes"]}
    configuration = Path(alertmanager["command"][0].removeprefix("--config.file="))
    assert (Path(mounted[str(configuration.parent)]) / configuration.name).samefile(CONFIGURATION)
    assert Path(RECEIVERS).parent == configuration.parent
    # Whoever knows the receivers' URLs can wake people: Prometheus has no business with them.
    assert mounted[str(configuration.parent)] not in {volume["source"] for volume in prometheus["volumes"]}


def test_the_disk_of_the_store_is_watched(composed: dict[str, Any]) -> None:
    [group] = yaml.safe_load((DEPLOY / "prometheus" / "targets" / "store-disks.yml").read_text())
    watching, store = composed["services"]["store-disk"], composed["services"]["valkey"]
    assert group["targets"] == ["store-disk:9100"]
    assert set(watching["networks"]) <= set(composed["services"]["prometheus"]["networks"])
    [volume] = watching["volumes"]
    assert volume["target"] == group["labels"]["data"]
    assert volume["read_only"]
    assert volume["source"] in {each["source"] for each in store["volumes"]}


def test_grafana_asks_the_prometheus_beside_it_and_finds_its_dashboards(composed: dict[str, Any]) -> None:
    provisioning = DEPLOY / "grafana" / "provisioning"
    [source] = yaml.safe_load((provisioning / "datasources" / "prometheus.yml").read_text())["datasources"]
    asked = source["url"].removeprefix("http://").partition(":")
    assert asked[2] in {str(port["target"]) for port in composed["services"][asked[0]]["ports"]}
    [provider] = yaml.safe_load((provisioning / "dashboards" / "euchre.yml").read_text())["providers"]
    mounted = {volume["target"]: Path(volume["source"]) for volume in composed["services"]["grafana"]["volumes"]}
    assert list(mounted[provider["options"]["path"]].glob("*.json"))


def test_the_key_is_drawn_once(composed: dict[str, Any], tmp_path: Path) -> None:
    drawing = composed["services"]["keys"]
    # Whose it is then only root can say.
    command = drawing["command"][0].replace("/keys", str(tmp_path)).partition("; chown")[0]
    environment = {"PATH": f"{Path(sys.executable).parent}:{os.defpath}"}
    drawn = set()
    for _ in range(2):
        subprocess.run([*drawing["entrypoint"], command], check=True, env=environment)
        drawn.add((tmp_path / "token.keys").read_text())
    assert len(drawn) == 1
    assert read_keyring(tmp_path / "token.keys").keys


def test_a_referee_is_given_longer_than_it_drains(composed: dict[str, Any]) -> None:
    referee = composed["services"]["referee-1"]
    command = referee["command"]
    drains = int(command[command.index("--drain-seconds") + 1])
    assert referee["stop_grace_period"] == "40s"
    assert drains < 40


def test_prometheus_finds_no_fault() -> None:
    command = [program("promtool"), "check", "config", str(DEPLOY / "prometheus" / "prometheus.yml")]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr


async def test_the_store_of_its_configuration_is_one_that_referees_take(tmp_path: Path) -> None:
    [port] = free_ports(1)
    # What stands behind the file's name counts more than what is in it.
    with running(tmp_path / "store", port, str(DEPLOY / "valkey" / "valkey.conf")) as server:
        await server.answering()
        store = connect(f"redis://127.0.0.1:{port}/0")
        try:
            report = await check(store, Fsync.ALWAYS)
        finally:
            await store.aclose()
        assert list(report.warnings) == []
        asked = ("slowlog-log-slower-than", "commandlog-request-larger-than", "commandlog-reply-larger-than")
        assert {server.client.config_get(name)[name] for name in asked} == {"-1"}
