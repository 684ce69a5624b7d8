"""The calls that the document's examples come from: a game against two bots of the house, and what operators do."""

import uuid
from typing import Any, Final

import httpx

from euchre_referee.api.openapi.examples import Example
from tests.store.until import until
from tests.tournament.hosting.organizing import Organizer
from tests.web.openapi.recorder import Recorder
from tests.web.openapi.tournament_story import record_tournament

GAMES: Final = "RefereeService."
PLAYERS: Final = "PlayerService."

_WITHIN: Final = 120.0


async def record(client: httpx.AsyncClient, address: str, operator: str) -> tuple[Example, ...]:
    """Every example, from a server without games; `address` is that for gRPC."""
    recorder = Recorder(client)
    await _rules(recorder)
    game, token = await _game_against_bots(recorder, client)
    await _end_of_the_game(recorder, game, token)
    await _what_operators_do(recorder, operator)
    async with Organizer(address, operator) as organizer:
        await record_tournament(recorder, organizer, address, operator)
    await _refusals(recorder)
    return tuple(recorder.examples)


def _request_id() -> str:
    return str(uuid.uuid4())


async def _rules(recorder: Recorder) -> None:
    await recorder.call(
        "Rules and bots (each list cut after two)", f"{GAMES}ListPresets", query={"locale": "en"}, shortened=True
    )
    described = {"ruleset": {"preset": "euchre", "options": {"all_pass": "stick_dealer"}}, "locale": "fr"}
    await recorder.call(
        "A rule set in French (each list cut after two)", f"{GAMES}DescribeRules", body=described, shortened=True
    )
    wrong = {"ruleset": {"preset": "buck", "options": {"withdraw": "sometimes"}}}
    await recorder.call("A rule set with a mistake", f"{GAMES}CheckRuleset", body=wrong)


async def _game_against_bots(recorder: Recorder, client: httpx.AsyncClient) -> tuple[str, str]:
    body = {
        "requestId": _request_id(),
        "ruleset": {"preset": "euchre-cutthroat"},
        "seats": [{}, {"bot": "greedy"}, {"bot": "careful"}],
        "clocks": {"actionLimitMs": 600_000},
    }
    created = await recorder.call("A seat for yourself, two for bots of the house", f"{GAMES}CreateGame", body=body)
    game = created["game"]
    joined = await recorder.call(
        "The free seat",
        f"{GAMES}JoinGame",
        path={"game": game},
        body={"requestId": _request_id(), "name": "Ann"},
    )
    token = joined["token"]
    headers = {"authorization": f"Bearer {token}"}

    async def is_to_act() -> bool:
        return "turn" in (await client.get(f"/v1/games/{game}/view", headers=headers)).json()

    await until(is_to_act, _WITHIN)
    seen = await recorder.call("Your cards and your turn", f"{GAMES}GetView", path={"game": game}, token=token)
    turn = seen["turn"]
    await recorder.call("The turns that wait for you", f"{PLAYERS}ListTurns", token=token)
    await recorder.follow(
        "The game as you see it", f"{GAMES}Watch", path={"game": game}, query={"own": "true"}, token=token, events=1
    )
    ticket = {"path": f"/v1/games/{game}:watch"}
    await recorder.call("For an EventSource", f"{GAMES}IssueStreamTicket", body=ticket, token=token)
    decision = {
        "version": turn["version"],
        "head": turn["head"],
        "seat": turn["seat"],
        "text": turn["legal"][0]["text"],
    }
    await recorder.call(
        "The first of what is legal", f"{GAMES}Act", path={"game": game}, body={"decision": decision}, token=token
    )
    await recorder.call(
        "The same decision again: it counts once",
        f"{PLAYERS}Act",
        body={"decisions": [{"game": game, **decision}]},
        token=token,
    )
    stale = {**decision, "version": turn["version"] + 1000}
    await recorder.call(
        "A version that the game does not have",
        f"{GAMES}Act",
        path={"game": game},
        body={"decision": stale},
        token=token,
        status=httpx.codes.CONFLICT,
    )
    return game, token


async def _end_of_the_game(recorder: Recorder, game: str, token: str) -> None:
    here = {"game": game}
    await recorder.call("Giving up", f"{GAMES}Resign", path=here, body={}, token=token)
    record = (await recorder.call("A game that is over, with its proof", f"{GAMES}GetRecord", path=here))["record"]
    await recorder.call("A record judged", f"{GAMES}Adjudicate", body={"record": record})
    await recorder.call("A proof checked", f"{GAMES}Verify", body={"record": record})
    await recorder.call("Games that are over", f"{GAMES}ListGames", query={"stage": "STAGE_FINISHED", "pageSize": "10"})


async def _what_operators_do(recorder: Recorder, operator: str) -> None:
    body: Any = {"requestId": _request_id(), "ruleset": {"preset": "euchre"}}
    game = (await recorder.call("A game that waits for four players", f"{GAMES}CreateGame", body=body))["game"]
    body = {"cause": "nobody came"}
    await recorder.call("By an operator", f"{GAMES}AbortGame", path={"game": game}, body=body, token=operator)
    body = {"session": "ann", "lifetimeSeconds": 3600}
    await recorder.call("By an operator, for a player", f"{GAMES}IssueToken", body=body, token=operator)


async def _refusals(recorder: Recorder) -> None:
    await recorder.call(
        "No such game",
        f"{GAMES}GetView",
        path={"game": "20-4s47mu7lxg4ofvj4"},
        status=httpx.codes.NOT_FOUND,
    )
    await recorder.call("A token is needed", f"{PLAYERS}ListTurns", status=httpx.codes.UNAUTHORIZED)
