"""What the tests of operations need is there, and new enough for what deploy/ uses."""

import re
import subprocess

import pytest

from tests.operations.programs import program


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("prometheus", (2, 42)),
        ("promtool", (2, 42)),
        ("prometheus-alertmanager", (0, 25)),
        ("amtool", (0, 25)),
        ("prometheus-node-exporter", (1, 5)),
        ("hadolint", (2, 15)),
        ("docker-compose", (5, 6)),
    ],
)
def test_a_program_is_new_enough(name: str, least: tuple[int, int]) -> None:
    answer = subprocess.run([program(name), "--version"], capture_output=True, text=True, check=True)
    found = re.search(r"(\d+)\.(\d+)", answer.stdout + answer.stderr)
    assert found is not None, answer
    assert (int(found[1]), int(found[2])) >= least


def test_a_program_that_is_missing_is_named_with_what_brings_it() -> None:
    with pytest.raises(FileNotFoundError, match="no-such-program is not installed: make setup"):
        program("no-such-program")
