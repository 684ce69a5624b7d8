"""Generates the package `euchre.v1` from the contract in `proto/`.

As a build hook it runs before every wheel, editable ones included; as a program (`python hatch_build.py`)
it only generates. In a checkout the contract stands at the top of the repository, in a source archive
beside this file.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import google.api
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "src" / "euchre"
DESCRIPTORS = "contract.binpb"
INIT = '"""Generated from the contract of the Euchre referee (`proto/euchre`); do not edit."""\n'


def contract() -> Path:
    """The folder that holds `euchre/v1/*.proto`; FileNotFoundError if there is none."""
    for folder in (HERE.parent.parent / "proto", HERE / "proto"):
        if any(folder.glob("euchre/v1/*.proto")):
            return folder
    raise FileNotFoundError(f"no euchre/v1/*.proto: neither in a checkout's proto/ nor in {HERE / 'proto'}")


def google_protos() -> Path:
    """The folder under which `google/api/*.proto` are installed (by googleapis-common-protos)."""
    return Path(next(iter(google.api.__path__))).parent.parent


def generate() -> None:
    """Writes `src/euchre` anew: messages, services, the type stubs of both, and their descriptors with comments.

    Raises FileNotFoundError without a contract and CalledProcessError when protoc refuses it.
    """
    source = contract()
    files = sorted(str(path.relative_to(source)) for path in source.glob("euchre/**/*.proto"))
    staging = PACKAGE.with_name(".euchre-staging")
    shutil.rmtree(staging, ignore_errors=True)
    (staging / "euchre").mkdir(parents=True)
    plugins = ("--python_out=", "--grpc_python_out=", "--mypy_out=quiet:", "--mypy_grpc_out=quiet:")
    described = (
        "--include_imports",
        "--include_source_info",
        f"--descriptor_set_out={staging / 'euchre' / DESCRIPTORS}",
    )
    options = [f"-I{source}", f"-I{google_protos()}", *(f"{plugin}{staging}" for plugin in plugins), *described]
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)])
    command = [sys.executable, "-m", "grpc_tools.protoc", *options, *files]
    subprocess.run(command, check=True, env={**os.environ, "PATH": path})
    made = staging / "euchre"
    for folder in (made, *(entry for entry in made.rglob("*") if entry.is_dir())):
        (folder / "__init__.py").write_text(INIT, encoding="utf-8")
    (made / "py.typed").touch()
    shutil.rmtree(PACKAGE, ignore_errors=True)
    made.rename(PACKAGE)
    staging.rmdir()


class ContractHook(BuildHookInterface[Any]):
    """Generates before the wheel's files are collected; a source archive carries the contract instead."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling for each target; `version` is `standard` or `editable`."""
        if self.target_name == "wheel":
            generate()


if __name__ == "__main__":
    generate()
