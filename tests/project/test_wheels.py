"""The built archives, not the editable install: what they carry, and that an empty environment suffices."""

import re
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

UV = str(Path(sys.executable).with_name("uv"))
CONTRACT = "import euchre.v1.referee_service_pb2_grpc, euchre.v1.player_service_pb2_grpc"

pytestmark = pytest.mark.timeout(300)


def _run(*command: str | Path) -> str:
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert run.returncode == 0, f"{' '.join(map(str, command))}\n{run.stdout}{run.stderr}"
    return run.stdout


@dataclass(frozen=True)
class Archives:
    """The archives of one distribution."""

    sdist: Path
    wheel: Path


@dataclass(frozen=True)
class Environment:
    """A virtual environment that began empty."""

    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    def install(self, *arguments: str | Path) -> None:
        _run(UV, "pip", "install", "--quiet", "--python", self.python, *arguments)

    def packages(self) -> set[str]:
        frozen = _run(UV, "pip", "freeze", "--python", self.python)
        return {re.split("==| @ ", line)[0] for line in frozen.splitlines()}


def _build(project: Path, out: Path) -> Archives:
    # The wheel is built from the source archive, so that one proves the other complete.
    options = ("--quiet", "--offline", "--no-build-isolation", "--python", sys.executable)
    _run(UV, "build", *options, "--out-dir", out, project)
    return Archives(next(out.glob("*.tar.gz")), next(out.glob("*.whl")))


def _environment(folder: Path) -> Environment:
    _run(UV, "venv", "--quiet", "--python", sys.executable, folder)
    return Environment(folder)


@pytest.fixture(scope="module")
def client(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Archives:
    return _build(root / "clients" / "python", tmp_path_factory.mktemp("client"))


@pytest.fixture(scope="module")
def service(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Archives:
    return _build(root, tmp_path_factory.mktemp("service"))


def _wheel_names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_client_wheel_carries_contract_types_and_sdk(root: Path, client: Archives) -> None:
    names = _wheel_names(client.wheel)
    for proto in (root / "proto/euchre/v1").glob("*.proto"):
        module = f"euchre/v1/{proto.stem}_pb2"
        assert {f"{module}.py", f"{module}.pyi", f"{module}_grpc.py", f"{module}_grpc.pyi"} <= names
    assert {"euchre/py.typed", "euchre/contract.binpb", "euchre_client/py.typed", "euchre_client/__init__.py"} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any(name.endswith(".proto") or name.startswith("euchre_referee") for name in names)


def test_the_client_source_archive_carries_contract_and_hook(client: Archives) -> None:
    with tarfile.open(client.sdist) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames()}
    assert {"proto/euchre/v1/card.proto", "hatch_build.py", "src/euchre_client/__init__.py"} <= names
    assert not any(name.startswith("src/euchre/") for name in names)


def test_the_service_wheel_carries_the_service_and_no_tests(root: Path, service: Archives) -> None:
    names = _wheel_names(service.wheel)
    package = root / "service" / "euchre_referee"
    sources = (path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    assert {f"euchre_referee/{path.relative_to(package)}" for path in sources} <= names
    assert "euchre_referee/py.typed" in names
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"euchre_referee"}


def test_both_wheels_work_in_an_empty_environment(
    root: Path, client: Archives, service: Archives, tmp_path: Path
) -> None:
    empty = _environment(tmp_path / "env")
    empty.install("--require-hashes", "-r", root / "requirements" / "runtime.txt")
    empty.install("--no-deps", "--offline", client.wheel, service.wheel)
    _run(UV, "pip", "check", "--python", empty.python)
    assert "tournament" in _run(empty.folder / "bin" / "euchre", "--help")
    _run(empty.python, "-I", "-W", "error", "-c", f"{CONTRACT}, euchre_client, euchre_referee")


def test_the_client_alone_needs_only_what_it_declares(root: Path, client: Archives, tmp_path: Path) -> None:
    empty = _environment(tmp_path / "env")
    empty.install("--constraint", root / "requirements" / "runtime.txt", client.wheel)
    _run(empty.python, "-I", "-W", "error", "-c", f"{CONTRACT}, euchre_client")
    brought = empty.packages() - {"euchre-client", "grpcio", "protobuf", "googleapis-common-protos"}
    assert brought <= {"typing-extensions"}
