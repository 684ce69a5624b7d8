"""Where the project's own files are."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "clients" / "python"


def _pyproject(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def service_project() -> dict[str, Any]:
    """pyproject.toml of euchre-referee."""
    return _pyproject(ROOT)


@pytest.fixture(scope="session")
def client_project() -> dict[str, Any]:
    """pyproject.toml of euchre-client."""
    return _pyproject(CLIENT)
