"""The conformance records as pytest parameters."""

import json
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent

Case = dict[str, Any]
"""A record in JSON, with what is expected of it."""


def cases(name: str) -> list[Any]:
    """Every line of a file as a parameter, named by the record's id."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    found: list[Case] = [json.loads(line) for line in lines]
    return [pytest.param(case, id=str(case.get("id", f"line {at}"))) for at, case in enumerate(found)]
