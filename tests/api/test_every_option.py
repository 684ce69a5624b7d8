"""Every option of every preset over the wire: each published value is accepted, each wrong one named."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

import grpc
import pytest
import pytest_asyncio

from euchre.v1 import referee_service_pb2 as api
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_referee.cli.local import LocalStack
from tests.api.callers import Caller, OptionValue, new_game

PRESETS: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "conformance" / "presets.json").read_text(encoding="utf-8")
)
WRONG: Final = ({"what": "an object"}, None, 1.5, "nonsense", [1], 100_000, -100_000)

Options = dict[str, OptionValue]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stack() -> AsyncIterator[LocalStack]:
    """A referee and a store of this module's own, for a thousand games."""
    async with LocalStack() as own:
        yield own


@pytest.fixture
async def host(stack: LocalStack) -> AsyncIterator[Caller]:
    """An operator."""
    async with Caller(stack.address, stack.operator_token) as caller:
        yield caller


def published(values: Any) -> list[Any]:
    """Values to be accepted: all there are, of a range its ends and a number within, of a set some subsets."""
    if isinstance(values, list):
        return values
    if "set of" in values:
        words = values["set of"]
        return [[], *([word] for word in words), words, words[::-1]]
    low, high = values["from"], values["to"]
    return [low, low + 1, (low + high) // 2, high - 1, high]


def companions(preset: str, name: str, value: Any) -> Options | None:
    """What else has to be set for a value to be playable; None for a score that leaves none for its counterpart."""
    options = PRESETS[preset]["options"]
    counts_down = "penalty" in options
    if name in ("start_score", "target_score"):
        ascends = (name == "start_score") is not counts_down
        bound = value + 1 if ascends else value - 1
        other = "target_score" if name == "start_score" else "start_score"
        return {other: bound} if -1000 <= bound <= 1000 else None
    dealt = PRESETS[preset]["fixed"]["players"] + PRESETS[preset]["fixed"]["dead_hand"]
    if name == "min_rank" and value == 10 and dealt == 4 and "joker" not in options:
        return None
    if name == "min_rank" and value == 10 and dealt >= 4:
        return {"joker": True} if dealt == 4 else None
    if name == "joker" and not value and preset == "euchre-auction":
        return {"min_rank": 8}
    if name == "no_trump_call" and value != "off" and options.get("joker", {}).get("default"):
        return {"joker": False}
    if name == "alone" and not value:
        idle: Options = {"call_for_best": "off", "defend_alone": False, "partner_order_must_be_alone": False}
        return {option: off for option, off in idle.items() if option in options}
    return {}


def playable(preset: str) -> Iterator[Options]:
    """For every option and value of a preset a rule set that has it."""
    for name, option in PRESETS[preset]["options"].items():
        for value in published(option["values"]):
            more = companions(preset, name, value)
            if more is not None:
                yield {**more, name: value}


def unplayable(preset: str) -> Iterator[tuple[str, Options]]:
    """Values that are each allowed and can never be played."""
    for name, option in PRESETS[preset]["options"].items():
        for value in published(option["values"]):
            if companions(preset, name, value) is None:
                yield name, {name: value}


async def check(caller: Caller, preset: str, options: Any) -> api.CheckRulesetResponse:
    """What the referee says of a rule set."""
    rules = Ruleset(preset=preset)
    rules.options.update(options)
    return await caller.call(caller.referee.CheckRuleset, api.CheckRulesetRequest(ruleset=rules))


@pytest.mark.parametrize("preset", PRESETS)
async def test_every_value_of_every_option_is_accepted(host: Caller, preset: str) -> None:
    for options in playable(preset):
        checked = await check(host, preset, options)
        assert not checked.problems, options
        assert json.loads(checked.canonical)["preset"] == preset
        assert len(checked.hash) == 64


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_game_is_made_with_every_value_of_every_option(host: Caller, preset: str) -> None:
    wanted = list(playable(preset))
    requests = [new_game((), preset, 0, 0, **options) for options in wanted]
    made = await asyncio.gather(*(host.call(host.referee.CreateGame, request) for request in requests))
    defaults = {name: option["default"] for name, option in PRESETS[preset]["options"].items()}
    for created, options in zip(made, wanted, strict=True):
        kept = defaults | json.loads(created.ruleset)["options"]
        for name, value in options.items():
            assert kept[name] == (sorted(value) if isinstance(value, list) else value)
    assert {name for options in wanted for name in options} == set(defaults)


@pytest.mark.parametrize("preset", PRESETS)
async def test_values_that_cannot_be_played_are_named(host: Caller, preset: str) -> None:
    found = list(unplayable(preset))
    assert {"start_score", "target_score"} <= {name for name, _ in found}
    for name, options in found:
        checked = await check(host, preset, options)
        named = {problem.option for problem in checked.problems}
        assert named == {"start_score" if name == "target_score" else name}, options


@pytest.mark.parametrize("preset", PRESETS)
async def test_every_problem_of_a_rule_set_is_named_at_once(host: Caller, preset: str) -> None:
    names = list(PRESETS[preset]["options"])
    for turn, _ in enumerate(WRONG):
        wrong = {name: WRONG[(turn + at) % len(WRONG)] for at, name in enumerate(names)}
        wrong |= {"no_such_option": True, "": 1}
        checked = await check(host, preset, wrong)
        assert sorted(problem.option for problem in checked.problems) == sorted(wrong)
        assert all("allowed: " in problem.detail for problem in checked.problems)


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_game_with_wrong_rules_is_refused_with_their_problems(host: Caller, preset: str) -> None:
    names = list(PRESETS[preset]["options"])
    for at, name in enumerate(names):
        # A refusal has to fit a status; whatever there is can be asked of CheckRuleset.
        wrong = {name, names[at - 1], names[at - 2]}
        request = new_game((), preset)
        request.ruleset.options.update(dict.fromkeys(wrong, "nonsense"))
        refused = await host.refused(host.referee.CreateGame, request)
        assert (refused.code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_RULESET")
        assert [each for each in wrong if f"{each}: " not in refused.text] == []


@pytest.mark.parametrize("preset", PRESETS)
async def test_an_option_of_another_preset_is_refused(host: Caller, preset: str) -> None:
    others = {
        name: option["default"]
        for other in PRESETS.values()
        for name, option in other["options"].items()
        if name not in PRESETS[preset]["options"]
    }
    checked = await check(host, preset, others)
    assert {problem.option for problem in checked.problems} == set(others)
