"""What a module says it exports, it has."""

import importlib
import pkgutil
from types import ModuleType

import pytest

import euchre_client
import euchre_referee


def _modules() -> list[str]:
    names: list[str] = []
    for package in (euchre_referee, euchre_client):
        walked = pkgutil.walk_packages(package.__path__, package.__name__ + ".")
        names += [package.__name__, *(found.name for found in walked if not found.name.endswith("__main__"))]
    return names


def _exports(module: ModuleType) -> list[str]:
    return list(getattr(module, "__all__", []))


@pytest.mark.parametrize("name", _modules())
def test_exported_names_exist_once(name: str) -> None:
    module = importlib.import_module(name)
    exports = _exports(module)
    assert [export for export in exports if not hasattr(module, export)] == []
    assert len(exports) == len(set(exports))


def test_the_sdk_says_what_it_exports() -> None:
    assert _exports(euchre_client), "euchre_client needs an __all__: it is the public face of the client"


@pytest.mark.parametrize("name", _modules())
def test_public_modules_say_what_they_are(name: str) -> None:
    assert importlib.import_module(name).__doc__, f"{name} has no docstring"
