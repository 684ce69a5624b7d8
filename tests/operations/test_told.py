"""What the chart and compose.yaml tell a referee, held against what `euchre config check` knows."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.certificates import Authority
from tests.operations.programs import program
from tests.operations.test_chart import SITES, container, rendered, values, variables

COMPOSE = Path(__file__).parents[2] / "deploy" / "compose.yaml"


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    """The files that are mounted, at their places below this directory."""
    euchre = (sys.executable, "-m", "euchre_referee.cli.main")
    for kind in ("token", "seal"):
        subprocess.run([*euchre, "keys", "rotate", "--keys", tmp_path / "secrets" / kind / f"{kind}.keys"], check=True)
    (tmp_path / "keys").symlink_to(tmp_path / "secrets" / "token")
    authority = Authority(tmp_path)
    issued, at_the_store = authority.issue("referee"), authority.issue("referee-at-the-store")
    for folder, name, text in (
        ("tls", "tls.crt", issued.cert.read_text()),
        ("tls", "tls.key", issued.key.read_text()),
        ("store", "password", "a password/with everything@:?"),
        ("authority", "ca.crt", authority.ca.read_text()),
        ("store-client", "tls.crt", at_the_store.cert.read_text()),
        ("store-client", "tls.key", at_the_store.key.read_text()),
        ("sentinel", "sentinel-password", "another one"),
    ):
        path = tmp_path / "secrets" / folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o600)
    return tmp_path


def check(told: dict[str, str], arguments: list[str], root: Path) -> str:
    """Everything that is wrong with it."""
    environment = {name: f"{root}{value}" if value.startswith("/") else value for name, value in told.items()}
    answer = subprocess.run(
        [sys.executable, "-m", "euchre_referee.cli.main", "config", "check", *arguments],
        env=environment | {"PATH": os.defpath}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return "" if answer.returncode == 0 and not answer.stderr else f"{answer.stdout}{answer.stderr}"


@pytest.mark.parametrize("site", ["", *(path.stem for path in SITES)])
def test_a_site_of_the_chart_tells_a_referee_nothing_wrong(site: str, secrets: Path) -> None:
    manifests = rendered(values(site))
    assert container(manifests)["args"] == ["serve"]
    assert check({name: value for name, value in variables(manifests).items() if value}, [], secrets) == ""


def test_compose_tells_a_referee_nothing_wrong(secrets: Path) -> None:
    command = [program("docker-compose"), "--file", str(COMPOSE), "config", "--format", "json"]
    composed: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    referee = composed["services"]["referee-1"]
    assert referee["command"][0] == "serve"
    assert check(referee["environment"], referee["command"][1:], secrets) == ""


def test_what_is_wrong_would_be_told(secrets: Path) -> None:
    assert "EUCHRE_FSYNC" in check({"EUCHRE_FSYNC": "never"}, [], secrets)
