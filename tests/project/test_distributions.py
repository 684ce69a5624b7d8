"""The two distributions belong together, and require what the generated code was made for."""

import re
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.version import Version


def _requirement(project: dict[str, Any], name: str) -> Requirement:
    return next(found for found in map(Requirement, project["project"]["dependencies"]) if found.name == name)


def _floor(project: dict[str, Any], name: str) -> str:
    return next(spec.version for spec in _requirement(project, name).specifier if spec.operator == ">=")


def _stamp(root: Path, suffix: str, pattern: str) -> str:
    generated = root / "clients/python/src/euchre/v1" / f"referee_service_{suffix}.py"
    found = re.search(pattern, generated.read_text(encoding="utf-8"))
    assert found, f"{generated} does not say its version"
    return found[1]


def test_the_floors_are_the_versions_the_generated_code_was_made_for(
    root: Path, service_project: dict[str, Any], client_project: dict[str, Any]
) -> None:
    grpcio = _stamp(root, "pb2_grpc", r"GRPC_GENERATED_VERSION = '([^']+)'")
    protobuf = _stamp(root, "pb2", r"# Protobuf Python Version: (\S+)")
    for project in (service_project, client_project):
        assert (_floor(project, "grpcio"), _floor(project, "protobuf")) == (grpcio, protobuf)


def test_the_service_requires_the_client_of_its_own_release(
    service_project: dict[str, Any], client_project: dict[str, Any]
) -> None:
    version = client_project["project"]["version"]
    assert service_project["project"]["version"] == version
    assert _requirement(service_project, "euchre-client").specifier.contains(Version(version))


def test_the_client_needs_the_three_packages_of_its_contract_only(client_project: dict[str, Any]) -> None:
    names = {Requirement(line).name for line in client_project["project"]["dependencies"]}
    assert names == {"grpcio", "protobuf", "googleapis-common-protos"}


def test_the_changelog_tells_of_this_release(root: Path, service_project: dict[str, Any]) -> None:
    version = service_project["project"]["version"]
    assert f"## {version}" in (root / "CHANGELOG.md").read_text(encoding="utf-8")


def test_continuous_integration_runs_the_commands_of_the_readme(root: Path) -> None:
    script = (root / ".ci/run").read_text(encoding="utf-8").rstrip()
    assert script.endswith("\nmake test\nmake check\nmake test-web\nmake test-ops")
    readme = (root / "README.md").read_text(encoding="utf-8")
    assert "\nmake tournament" in readme
    assert "\nmake test" in readme
