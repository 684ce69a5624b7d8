"""The locks pin everything by hash, name no address, and agree with what the projects declare."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

OURS = "euchre-client"
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ ;\\]+)")


def _entries(lock: Path) -> list[str]:
    return lock.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()


def _pins(lock: Path) -> dict[str, Version]:
    found = (PIN.match(entry) for entry in _entries(lock))
    return {canonicalize_name(pin["name"]): Version(pin["version"]) for pin in found if pin}


@pytest.mark.parametrize("name", ["runtime.txt", "dev.txt", "image.txt", "image-build.txt"])
def test_a_lock_pins_every_package_by_hash_and_names_no_address(root: Path, name: str) -> None:
    for entry in _entries(root / "requirements" / name):
        assert PIN.match(entry), entry
        assert "--hash=sha256:" in entry, entry
        assert "://" not in entry


def test_the_development_lock_holds_the_runtime_lock(root: Path) -> None:
    runtime = _pins(root / "requirements" / "runtime.txt")
    assert runtime.items() <= _pins(root / "requirements" / "dev.txt").items()


def test_the_runtime_lock_answers_every_declared_dependency(
    root: Path, service_project: dict[str, Any], client_project: dict[str, Any]
) -> None:
    pins = _pins(root / "requirements" / "runtime.txt")
    declared = [*service_project["project"]["dependencies"], *client_project["project"]["dependencies"]]
    for requirement in map(Requirement, declared):
        if requirement.name != OURS:
            assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)]), requirement


@pytest.mark.parametrize("folder", ["tests/clients/node", "clients/typescript", "clients/web"])
def test_a_node_lock_pins_by_integrity_and_names_no_registry(root: Path, folder: str) -> None:
    lock = json.loads((root / folder / "package-lock.json").read_text(encoding="utf-8"))
    # What lies in this repository is not fetched.
    packages = {name: package for name, package in lock["packages"].items() if name.startswith("node_modules/")}
    fetched = {name: package for name, package in packages.items() if not package.get("link")}
    assert fetched
    for name, package in fetched.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name
