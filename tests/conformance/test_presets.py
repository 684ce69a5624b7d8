"""The presets in code are those of the published table."""

import json
from typing import Any

import pytest

from euchre_referee.rules.options import Between, OneOf, Option, SetOf
from euchre_referee.rules.presets import PRESETS
from tests.conformance.cases import HERE

TABLE: dict[str, Any] = json.loads((HERE / "presets.json").read_text(encoding="utf-8"))


def as_published(option: Option) -> dict[str, Any]:
    values: Any
    match option.allowed:
        case OneOf(values=allowed):
            values = list(allowed)
        case Between(low=low, high=high):
            values = {"from": low, "to": high}
        case SetOf(words=words):
            values = {"set of": list(words)}
    default = list(option.default) if isinstance(option.default, tuple) else option.default
    return {"default": default, "values": values}


def test_every_preset_is_there_in_order() -> None:
    assert list(PRESETS) == list(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_what_a_preset_fixes(name: str) -> None:
    published = TABLE[name]["fixed"]
    assert {key: getattr(PRESETS[name], key) for key in published} == published


@pytest.mark.parametrize("name", TABLE)
def test_the_options_of_a_preset(name: str) -> None:
    options = {option: as_published(accepted) for option, accepted in PRESETS[name].options.items()}
    assert json.dumps(options, sort_keys=True) == json.dumps(TABLE[name]["options"], sort_keys=True)
