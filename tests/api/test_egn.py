"""Games over the wire in Euchre Game Notation."""

import json
from pathlib import Path
from typing import Any

from euchre.v1 import referee_service_pb2 as api
from euchre_referee.rules.cards import CARD_TEXT
from tests.api.callers import Caller
from tests.api.test_watching import play_on

FILES = Path(__file__).parent.parent / "rules" / "egn"


async def written(caller: Caller, game: str, record_format: api.RecordFormat.ValueType) -> Any:
    """A game's record in a format."""
    request = api.GetRecordRequest(game=game, format=record_format)
    return json.loads((await caller.call(caller.referee.GetRecord, request)).record)


async def judged(caller: Caller, text: str) -> Any:
    """The verdict of the service."""
    answer = await caller.call(caller.referee.Adjudicate, api.AdjudicateRequest(record=text))
    return json.loads(answer.adjudication)


async def test_a_running_game_shows_only_what_everybody_has_seen(
    operator: Caller, bot: Caller, anybody: Caller, session: str
) -> None:
    game = await operator.create([session] * 4, all_pass="stick_dealer", call_for_best="partner")
    for _ in range(40):
        shown = await written(anybody, game, api.RECORD_FORMAT_EGN)
        assert await written(bot, game, api.RECORD_FORMAT_EGN) == shown
        seen = await anybody.view(game)
        told = json.dumps(shown["deals"][-1])
        public = {seen.view.turn_up, *(move.action.card for move in seen.view.moves)}
        for seat in range(4):
            held = {*(await bot.view(game, seat)).view.hand}
            assert not [card for card in held - public if f'"{CARD_TEXT[card - 1]}"' in told]
        verdict = await judged(anybody, json.dumps(shown, indent=1))
        assert verdict["error"] is None
        assert verdict["scores"] == list(seen.view.scores)
        await play_on(bot, game, 1)


async def test_a_finished_game_is_told_whole(operator: Caller, bot: Caller, anybody: Caller, session: str) -> None:
    game = await operator.create([session] * 4, all_pass="stick_dealer", target_score=2)
    while not (await anybody.view(game)).HasField("end"):
        await play_on(bot, game, 1)
    record = await written(anybody, game, api.RECORD_FORMAT_JSON)
    assert record == await written(anybody, game, api.RECORD_FORMAT_UNSPECIFIED)
    whole = await written(anybody, game, api.RECORD_FORMAT_EGN)
    assert whole["metadata"]["gameId"] == game
    assert all(len(hand) == 5 for deal in whole["deals"] for hand in deal["initialState"]["playerCards"])
    verdict, wanted = await judged(anybody, json.dumps(whole)), await judged(anybody, json.dumps(record))
    for key in ("id", "deals", "scores", "winners", "finished"):
        assert verdict[key] == wanted[key]


async def test_what_the_notation_cannot_express_is_refused_by_name(
    operator: Caller, anybody: Caller, session: str
) -> None:
    egn = api.RECORD_FORMAT_EGN
    for preset, options, named in (("euchre", {"slam": True, "laps": True}, "slam"), ("buck", {}, "preset")):
        game = await operator.create([session] * 4, preset, **options)
        refused = await anybody.refused(anybody.referee.GetRecord, api.GetRecordRequest(game=game, format=egn))
        assert refused.reason == "INVALID_REQUEST"
        assert named in str(refused)
    request = api.GetRecordRequest(format=9)  # type: ignore[arg-type]
    assert (await anybody.refused(anybody.referee.GetRecord, request)).reason == "INVALID_REQUEST"


async def test_files_are_judged_as_they_are(anybody: Caller) -> None:
    verdict = await judged(anybody, (FILES / "old-names.egn").read_text(encoding="utf-8"))
    assert verdict["error"] == {"deal": 1, "action": None, "reason": "MUST_FOLLOW_SUIT"}


async def test_half_a_character_in_a_name_does_not_break_the_answer(anybody: Caller) -> None:
    verdict = await judged(anybody, '{"id": "\\ud800", "ruleset": {"preset": "euchre"}, "deals": []}')
    assert verdict["id"] == "\ud800"
