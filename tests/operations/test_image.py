"""The container image: its Dockerfile is linted, and its steps are carried out in clean directories."""

import asyncio
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from euchre.v1.referee_service_pb2 import SeatReservation
from euchre_client import AsyncClient, ruleset
from euchre_referee.store.exec_wrapper import ending_with_us
from tests.operations.dockerfile import Builder, Stage, read
from tests.operations.programs import program
from tests.store.until import until

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
IGNORED = ROOT / "deploy" / "Dockerfile.dockerignore"
WITHIN = 60.0


def test_hadolint_finds_nothing() -> None:
    answer = subprocess.run([program("hadolint"), DOCKERFILE], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")


def test_nothing_that_was_made_gets_into_the_image(tmp_path: Path) -> None:
    builder = Builder(ROOT, IGNORED, tmp_path, {})
    for kept_out in (".git", ".venv", "out", "tests", "deploy", "clients/web/node_modules/svelte",
                     "clients/python/src/euchre/v1", "service/euchre_referee/web/index.html",
                     "service/euchre_referee/cli/__pycache__", "clients/typescript/src/gen"):  # fmt: skip
        assert builder.is_ignored(ROOT / kept_out), kept_out
    for let_in in ("proto/euchre/v1/game.proto", "service/euchre_referee/cli/main.py", "clients/python/hatch_build.py",
                   "clients/web/package-lock.json", "requirements/image.txt"):  # fmt: skip
        assert not builder.is_ignored(ROOT / let_in), let_in


@pytest.mark.parametrize("lock", ["image.txt", "image-build.txt"])
def test_the_image_holds_the_versions_that_are_tested(lock: str) -> None:
    pins = {line for line in (ROOT / "requirements" / lock).read_text().splitlines() if "==" in line}
    assert pins
    assert pins <= set((ROOT / "requirements" / "dev.txt").read_text().splitlines())


@pytest.mark.timeout(900)
async def test_the_steps_give_a_referee_that_plays(tmp_path: Path) -> None:
    stage = _build(tmp_path)
    assert stage.said["USER"] == "10001:10001", "by number: Kubernetes can see that it is not root"
    with _served(stage, tmp_path) as ready:
        await asyncio.to_thread(_look, stage, tmp_path, ready)
        await _play(ready["address"])
    # Half a gigabyte, which pytest would keep.
    shutil.rmtree(tmp_path / "image")


def _look(stage: Stage, folder: Path, ready: dict[str, str]) -> None:
    """The health check, the pages and the metrics."""
    health = stage.rewritten(stage.said["HEALTHCHECK"].partition("CMD ")[2])
    asked = [each.replace("127.0.0.1:7448", ready["http"]) for each in json.loads(health)]
    subprocess.run(asked, env=_environment(stage, folder), check=True, timeout=WITHIN)
    assert "<title>" in httpx.get(f"http://{ready['http']}/", timeout=WITHIN).text, "the pages are there"
    assert "euchre_decisions" in httpx.get(f"http://{ready['metrics']}/metrics", timeout=WITHIN).text


def _build(folder: Path) -> Stage:
    """The image's last stage, built by a Python that has nothing but pip, as the base image has."""
    base = folder / "base"
    subprocess.run([program("uv"), "venv", "--quiet", "--seed", "--python", sys.executable, base], check=True)
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    environment = kept | {"PATH": f"{base / 'bin'}:{os.defpath}:/bin"}
    return Builder(ROOT, IGNORED, folder / "image", environment).build(read(DOCKERFILE))


def _environment(stage: Stage, folder: Path) -> dict[str, str]:
    """What the image says, and no more."""
    said = {name: stage.rewritten(value) for name, value in stage.environment.items()}
    said["PATH"] = said["PATH"].replace("$PATH", f"{folder / 'base' / 'bin'}:{os.defpath}")
    return said


@contextmanager
def _served(stage: Stage, folder: Path) -> Iterator[dict[str, str]]:
    """ENTRYPOINT and CMD, on ports of this machine's own; drained by the signal that the image names."""
    written = folder / "tmp"
    written.mkdir()
    environment = _environment(stage, folder) | {"HOME": str(written), "TMPDIR": str(written)}
    command = [*json.loads(stage.said["ENTRYPOINT"]), *json.loads(stage.said["CMD"])]
    command = ["127.0.0.1:0" if each.startswith("0.0.0.0:") else each for each in command]
    path = stage.root / "opt" / "euchre" / "bin" / command[0]
    assert path.exists(), f"{path} is what the image starts"
    bound = ending_with_us(str(path), *command[1:])
    process = subprocess.Popen(bound, stdout=subprocess.PIPE, text=True, env=environment, cwd=written)
    try:
        assert process.stdout is not None
        ready: dict[str, str] = json.loads(process.stdout.readline())
        yield ready
        process.terminate()
        assert process.wait(WITHIN) == 0, shlex.join(command)
    finally:
        process.kill()
        process.communicate()


async def _play(address: str) -> None:
    """A game of the house's bots, from the image alone."""
    async with AsyncClient(address, timeout=WITHIN) as client:
        made = await client.create_game(
            ruleset("euchre", {"max_deals": 1}), seats=[SeatReservation(bot="greedy") for _ in range(4)]
        )

        async def over() -> bool:
            return (await client.get_view(made.game)).HasField("end")

        await until(over, WITHIN)
