"""The layers of the service hold: who may import whom (contracts in pyproject.toml)."""

import subprocess
import sys
from pathlib import Path


def test_every_contract_of_the_layers_is_kept(root: Path) -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
