"""What the runner remembers, and how another configuration differs from it."""

import json
from dataclasses import replace

import pytest

from euchre_referee.bots import BOTS
from euchre_referee.tournament.config import TournamentConfig, parse_config
from euchre_referee.tournament.runner.plan import Plan, differences, plan_text, read_plan

VALUES: dict[str, object] = {"rules": "buck", "bots": "greedy,random", "boards": 10, "seed": "x"}


def config(**values: object) -> TournamentConfig:
    found = parse_config({**VALUES, **values}, BOTS)
    assert isinstance(found, TournamentConfig), found
    return found


def test_a_plan_is_read_as_it_was_written() -> None:
    plan = Plan.drawn(VALUES, "referee.example:7447")
    assert read_plan(plan_text(plan)) == plan
    later = replace(plan, tournament="7-abc", nonces=(bytes(32), b"\x01" * 32), over=True)
    assert read_plan(plan_text(later)) == later


def test_every_plan_asks_for_a_tournament_of_its_own() -> None:
    one, other = Plan.drawn(VALUES, None), Plan.drawn(VALUES, None)
    assert one.request_id != other.request_id
    assert one.registering("greedy") == one.registering("greedy")
    assert len({plan.registering(name) for plan in (one, other) for name in ("greedy", "random")}) == 4


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"format": 2}, "`format` must be 1, not 2"),
        ({"request_id": "many"}, "badly formed hexadecimal UUID"),
        ({"nonces": ["xy"]}, "non-hexadecimal"),
        ({"server": 7}, "`server` must be a text"),
        ({"values": []}, "`values` must be an object"),
    ],
)
def test_what_is_no_plan_says_why(changed: dict[str, object], why: str) -> None:
    told = {**json.loads(plan_text(Plan.drawn(VALUES, None))), **changed}
    with pytest.raises(ValueError, match=why):
        read_plan(json.dumps(told))


def test_what_differs_is_named_by_its_key() -> None:
    assert list(differences(config(), config())) == []
    assert list(differences(config(), config(boards=11, bots="greedy,b=random", seed=None))) == [
        "bots: it was begun with ['greedy=greedy', 'random=random'], not with ['greedy=greedy', 'b=random']",
        "boards: it was begun with 10, not with 11",
        "seed: it was begun with x, not with nothing",
    ]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rules", "buck-three"),
        ("options", {"uncontested": "five_tricks"}),
        ("format", "swiss"),
        ("seatings", "all"),
        ("concurrency", 3),
        ("pairings_at_once", 2),
        ("clocks", {"preset": "slow"}),
        ("conduct", {"strike_limit": 1}),
    ],
)
def test_every_choice_is_held_against_what_was_chosen(key: str, value: object) -> None:
    assert list(differences(config(), config(**{key: value}))) != []
