"""A pytest plugin for `make mutants`: many tests named one by one are collected file by file.

For a mutant mutmut names every test that reaches the function. pytest looks each name up among all tests of its file,
which takes far longer than the tests themselves.
"""

import pytest

CHOSEN: pytest.StashKey[frozenset[str]] = pytest.StashKey()


def pytest_configure(config: pytest.Config) -> None:
    """Collect whole files instead of their tests."""
    named = frozenset(argument for argument in config.args if "::" in argument)
    config.stash[CHOSEN] = named
    if named:
        files = {name.partition("::")[0] for name in config.args}
        # Small positions stand in tests/rules; the records of whole games come after them.
        config.args = sorted(files, reverse=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests that were named."""
    named = config.stash[CHOSEN]
    if named:
        items[:] = [item for item in items if item.nodeid in named]
