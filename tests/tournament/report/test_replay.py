"""The replay's states, made by its script on Node, are those of the engine, for every recorded game and preset."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

import pytest

from euchre_referee.rules.actions import ACTION_TEXT
from euchre_referee.rules.adjudicate import ruleset_of
from euchre_referee.rules.answers import trump_text
from euchre_referee.rules.cards import card_text
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.losing import lose_deal
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.records import Record, parse_move, read_record
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State
from euchre_referee.rules.views import view
from euchre_referee.tournament.fields import FieldError
from euchre_referee.tournament.report.retelling import EMPTY, LOST, retell
from tests.tournament.report.node import answer, asset

CONFORMANCE: Final = Path(__file__).parents[2] / "conformance"
Json = dict[str, Any]

pytestmark = pytest.mark.timeout(600)


def recorded() -> Iterator[Json]:
    """Every game of the conformance suite that breaks no rule."""
    for name in ("worked.jsonl", "random.jsonl"):
        for line in (CONFORMANCE / name).read_text(encoding="utf-8").splitlines():
            case: Json = json.loads(line)
            if case["expect"].get("error") is None:
                yield case


def rules_of(record: Json) -> RuleSet:
    found = ruleset_of(record["ruleset"])
    assert isinstance(found, RuleSet)
    return found


def states(record: Json) -> Iterator[list[State]]:
    """The engine's states, deal by deal: as dealt, and after every action or lost deal."""
    read, state = read_record(record), new_game(rules_of(record))
    assert isinstance(read, Record)
    for number, entry in enumerate(read.deals):
        state = accepted(deal(state, entry.dealt))
        found, lost = [state], read.lost.get(number)
        for at in range(len(entry.actions) + 1):
            if lost is not None and lost.action == at:
                state = lose_deal(state, lost.seat)
                found.append(state)
            if at < len(entry.actions):
                move = parse_move(entry.actions[at])
                assert move is not None
                state = accepted(apply(state, *move))
                found.append(state)
        yield found


def accepted(after: object) -> State:
    assert isinstance(after, State), after
    return after


def seen(state: State) -> Json:
    """What the views of all seats and of a spectator show of a state, in the replay's words."""
    public = view(state, None)
    seats = [view(state, seat) for seat in range(state.rules.players)]
    return {
        "hands": [cards(state, each.hand) if not state.withheld else None for each in seats],
        "away": [" ".join(map(card_text, each.put_away)) for each in seats],
        "turn": None if public.turn_up is None else card_text(public.turn_up),
        "down": public.turned_down,
        "proposed": trump_text(public.proposed),
        "trump": trump_text(public.trump),
        "maker": public.maker,
        "alone": public.alone,
        "defender": public.lone_defender,
        "out": list(public.sits_out),
        "bid": None if public.best_bid is None else list(public.best_bid),
        "called": None if public.called is None else card_text(public.called),
        "partner": public.partner,
        "withdrew": list(public.withdrew),
        "stayed": list(public.stayed),
        "scores": list(public.scores),
        "phase": str(public.phase),
        "to": public.to_act,
        "leader": public.leader,
        "trick": [f"{seat} {card_text(card)}" for seat, card in public.trick],
        "tricks": list(public.tricks),
        "dealer": public.dealer,
        "winners": list(public.winners),
        "points": None if public.result is None else list(public.result.points),
    }


def cards(state: State, hand: tuple[int, ...]) -> str:
    return " ".join(map(card_text, hand))


def shown(scene: Json, expected: Mapping[str, Any]) -> Json:
    """A scene of the replay as far as views tell it."""
    told = {key: value for key, value in scene.items() if key not in ("result", "shown")}
    told["points"] = scene["result"] and scene["result"]["points"]
    if None in expected["hands"]:
        # The replay shows a hand that its seat was not yet given to see.
        told["hands"] = [None] * len(told["hands"])
    return told


def scenes_of(records: list[Json]) -> list[list[list[Json]]]:
    replays = [retell(rules_of(record), record).replay for record in records]
    found: list[list[list[Json]]] = answer("scenes_of.js", {"scenes": asset("scenes.js"), "replays": replays})
    return found


def test_every_step_of_every_recorded_game_is_as_the_engine_has_it() -> None:
    records = list(recorded())
    assert {record["ruleset"]["preset"] for record in records} == set(PRESETS)
    for record, told in zip(records, scenes_of(records), strict=True):
        for scenes, due in zip(told, states(record), strict=True):
            for at, (scene, state) in enumerate(zip(scenes, due, strict=True)):
                expected = seen(state)
                assert shown(scene, expected) == expected, f"{record['id']}, step {at}"


def test_a_trick_stays_in_sight_when_it_is_complete() -> None:
    record = next(each for each in recorded() if each["id"] == "E-4")
    ((scenes,),) = scenes_of([record])
    first = [scene["shown"] for scene in scenes[3:9]]
    assert first[0] == {"cards": [], "won": None}
    assert first[4] == {"cards": ["0 As", "1 9s", "2 Ts", "3 Th"], "won": 3}
    assert first[5] == {"cards": ["3 Jd"], "won": None}


def test_a_lost_deal_is_a_step_of_its_own() -> None:
    record = next(each for each in recorded() if each["id"] == "E-4")
    del record["deals"][0]["actions"][5:]
    lost = {"deal": 0, "action": 5, "mark": "lost", "seat": 2, "cause": "timeout"}
    record["marks"] = [lost]
    ((scenes,),) = scenes_of([record])
    (due,) = states(record)
    assert [scene["to"] for scene in scenes] == [state.to_act for state in due]
    assert scenes[-1]["result"] == {"outcome": "LOST", "points": [0, 2, 0, 2], "tricks": [0, 0, 0, 0]}
    (told,) = cast(list[Json], retell(rules_of(record), record).replay["deals"])
    assert told["steps"][-1][0] == "2 lost"
    assert told["marks"] == [{key: value for key, value in lost.items() if key != "deal"}]


def test_a_record_against_the_rules_is_refused() -> None:
    record = next(each for each in recorded() if each["id"] == "E-4")
    record["deals"][0]["actions"][0] = "0 play As"
    with pytest.raises(FieldError):
        retell(rules_of(record), record)


def test_the_script_begins_with_the_same_empty_table() -> None:
    (((scene,),),) = answer(
        "scenes_of.js", {"scenes": asset("scenes.js"), "replays": [{"deals": [{"first": {}, "steps": []}]}]}
    )
    assert {key: value for key, value in scene.items() if key != "shown"} == EMPTY


def test_every_action_and_every_step_has_its_words() -> None:
    deeds = [text for text in ACTION_TEXT.values() if not text.endswith("?")]
    told = answer("words_of.js", {"wording": asset("wording.js"), "deeds": [*deeds, LOST]})
    assert set(told["phases"]) == {str(phase) for phase in Phase}
    assert all(words and "undefined" not in words for words in told["deeds"])
    assert not set(told["deeds"]) & set(deeds)
    named = dict(zip(deeds, told["deeds"], strict=False))
    assert named["play Th"] == "plays the ten of hearts"
    assert named["give B"] == "gives the joker"
    assert named["name n alone"] == "names no trump, alone"
    assert named["order alone"] == "orders it up, alone"
