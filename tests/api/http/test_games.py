"""A game over HTTP: made, joined, looked at, acted in; and what its refusals tell."""

import uuid

import httpx

from euchre.v1 import game_pb2 as pb
from euchre.v1 import referee_service_pb2 as api
from tests.api.callers import Caller, new_game
from tests.api.http.callers import Site, Tree, answered, refused
from tests.conftest import Server


async def table(anybody: Site, server: Server) -> tuple[str, list[Site]]:
    """A game whose four seats are taken, and their bearers."""
    game = await anybody.create()
    seats = [await anybody.join(game, f"N{seat}") for seat in range(4)]
    assert [seat["seat"] for seat in seats] == [0, 1, 2, 3]
    return game, [Site(server.http, seat["token"]) for seat in seats]


async def view(site: Site, game: str) -> tuple[Tree, str]:
    """What somebody may know, and the tag of it."""
    response = await site.get(f"/v1/games/{game}/view")
    return answered(response), response.headers["etag"]


async def to_act(sites: list[Site], game: str) -> tuple[int, Tree, str]:
    """The seat to act, its view and its tag."""
    seat = (await view(sites[0], game))[0]["view"]["toAct"]
    return seat, *await view(sites[seat], game)


async def close(sites: list[Site]) -> None:
    """Ends their connections."""
    for site in sites:
        await site.http.aclose()


async def test_a_game_is_made_joined_and_played(anybody: Site, server: Server) -> None:
    presets = answered(await anybody.get("/v1/presets"))["presets"]
    assert "euchre" in {each["preset"] for each in presets}
    game, sites = await table(anybody, server)
    seat, seen, tag = await to_act(sites, game)
    turn = seen["turn"]
    assert (turn["game"], turn["seat"], seen["view"]["viewer"]) == (game, seat, seat)
    assert len(seen["view"]["hand"]) == 5
    decision = {"version": turn["version"], "head": turn["head"], "seat": seat, "text": turn["legal"][0]["text"]}
    made = answered(await sites[seat].post(f"/v1/games/{game}:act", {"decision": decision}))
    assert made["verdict"]["accepted"]["action"] == turn["legal"][0]["text"]
    # What has been decided is answered again, word for word.
    assert answered(await sites[seat].post(f"/v1/games/{game}:act", {"decision": decision})) == made
    spectated, other = await view(anybody, game)
    assert other != tag
    assert spectated["view"]["hand"] == []
    assert "viewer" not in spectated["view"]
    assert "turn" not in spectated
    assert [move["seat"] for move in spectated["view"]["moves"]] == [seat]
    turns = answered(await sites[(seat + 1) % 4].get("/v1/turns", maxTurns=5))["turns"]
    assert [each["game"] for each in turns] == [game]
    decisions = {"decisions": [{"game": game, "version": turns[0]["version"], "text": "pass"}]}
    (verdict,) = answered(await sites[(seat + 1) % 4].post("/v1/turns:act", decisions))["verdicts"]
    assert "accepted" in verdict
    resigned = answered(await sites[0].post(f"/v1/games/{game}:resign", {}))
    assert resigned["end"]["seat"] == 0
    record = answered(await anybody.get(f"/v1/games/{game}/record", format="RECORD_FORMAT_JSON"))["record"]
    proven = answered(await anybody.post("/v1/records:verify", {"record": record}))
    assert proven == {"inOrder": True, "faults": []}
    await close(sites)


async def test_a_decision_on_what_was_seen_needs_no_version(anybody: Site, server: Server) -> None:
    game, sites = await table(anybody, server)
    seat, seen, tag = await to_act(sites, game)
    path, known = f"/v1/games/{game}:act", {"if-match": tag}
    text = seen["turn"]["legal"][0]["text"]
    answered(await sites[seat].post(path, {"decision": {"text": text}}, known))
    # The same again is answered again; another action on what is past is not.
    answered(await sites[seat].post(path, {"decision": {"text": text}}, {"if-match": f"W/{tag}"}))
    other = next(each["text"] for each in seen["turn"]["legal"] if each["text"] != text)
    problem = refused(await sites[seat].post(path, {"decision": {"text": other}}, known), 412, "ALREADY_DECIDED")
    now, _ = await view(sites[seat], game)
    assert problem["currentVersion"] == now["version"]
    assert problem["onRecord"]["text"] == text
    gone = tag.rpartition(".")[0] + f'.{bytes(16).hex()}"'
    refused(await sites[seat].post(path, {"decision": {"text": text}}, {"if-match": gone}), 412, "HISTORY_CHANGED")
    for stale in ('"x"', "x", '"other.3.0.' + "0" * 32 + '"', ""):
        told = await sites[seat].post(path, {"decision": {"text": text}}, {"if-match": stale})
        refused(told, 412, "INVALID_REQUEST")
    both = {"decision": {"text": text, "version": 1}}
    assert "if-match" in refused(await sites[seat].post(path, both, known), 400, "INVALID_REQUEST")["detail"]
    resigning = await sites[seat].post(f"/v1/games/{game}:resign", {}, known)
    assert "if-match" in refused(resigning, 400, "INVALID_REQUEST")["detail"]
    await close(sites)


async def test_what_is_known_already_is_not_sent_again(anybody: Site, server: Server) -> None:
    game, sites = await table(anybody, server)
    seat, seen, tag = await to_act(sites, game)
    path = f"/v1/games/{game}/view"
    for told in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        known = await sites[seat].get(path, {"if-none-match": told})
        assert (known.status_code, known.content, known.headers["etag"]) == (304, b"", tag)
    tags = {tag, *[(await view(site, game))[1] for site in (anybody, *sites)]}
    assert len(tags) == 5
    assert all(each.startswith(f'"{game}.{seen["version"]}.') for each in tags)
    for site, kept in ((sites[seat], "private, no-store"), (anybody, "private, no-cache")):
        assert (await site.get(path)).headers["cache-control"] == kept
    presets = await anybody.get("/v1/presets")
    assert presets.headers["cache-control"].startswith("public, max-age=")
    assert (await anybody.get("/v1/presets", {"if-none-match": presets.headers["etag"]})).status_code == 304
    assert (await sites[0].get("/v1/presets")).headers["cache-control"].startswith("private, ")
    text = seen["turn"]["legal"][0]["text"]
    made = await sites[seat].post(f"/v1/games/{game}:act", {"decision": {"text": text}}, {"if-match": tag})
    assert made.headers["cache-control"] == "no-store"
    fresh = await sites[seat].get(path, {"if-none-match": tag})
    assert fresh.status_code == httpx.codes.OK
    assert fresh.headers["etag"] != tag
    await close(sites)


async def test_a_refusal_tells_what_it_tells_over_grpc(server: Server, operator: Site, session: str) -> None:
    token = answered(await operator.post("/v1/tokens", {"session": session}))["token"]
    async with (
        Caller(server.address, server.operator_token) as grpc_operator,
        Caller(server.address, token, language="fr") as caller,
        Site(server.http, token, headers={"accept-language": "fr-BE, en;q=0.5"}) as site,
    ):
        game = await grpc_operator.create([session] * 4)
        seat = (await caller.view(game, 0)).view.to_act
        version = (await caller.view(game, seat)).turn.version
        for text in ("play Jd", "nonsense"):
            decision = pb.Decision(game=game, version=version, seat=seat, text=text)
            told = await caller.refused(caller.referee.Act, api.ActRequest(decision=decision))
            body = {"decision": {"version": version, "seat": seat, "text": text}}
            response = await site.post(f"/v1/games/{game}:act", body)
            problem = refused(response, 400, told.reason)
            assert response.headers["content-language"] == "fr"
            assert problem["message"] == told.localized.message
            assert problem["locale"] == told.localized.locale == "fr"
            assert problem["metadata"] == dict(told.info.metadata)
            assert problem["detail"] == told.text
            assert problem["code"] == told.code.name
            assert [each["text"] for each in problem["legal"]] == [each.text for each in told.refusal.legal]


async def test_statuses_are_those_of_the_codes(anybody: Site, bot: Site, operator: Site) -> None:
    game = await anybody.create()
    request_id = str(uuid.uuid4())
    await anybody.post("/v1/games", {"requestId": request_id, "ruleset": {"preset": "buck"}})
    again = await anybody.post("/v1/games", {"requestId": request_id, "ruleset": {"preset": "euchre"}})
    refused(again, 409, "ALREADY_EXISTS")
    refused(await anybody.get("/v1/games/none/view"), 404, "GAME_NOT_FOUND")
    denied = await anybody.get("/v1/turns")
    refused(denied, 401, "UNAUTHENTICATED")
    assert denied.headers["www-authenticate"] == "Bearer"
    refused(await bot.post(f"/v1/games/{game}:abort", {}), 403, "PERMISSION_DENIED")
    refused(await bot.post(f"/v1/games/{game}:act", {"decision": {"version": 1}}), 403, "NOT_SEATED")
    assert answered(await operator.post(f"/v1/games/{game}:abort", {"cause": "no players"}))["end"]["cause"]
    refused(await bot.post(f"/v1/games/{game}:join", {"requestId": request_id}), 400, "GAME_OVER")
    wrong = await anybody.post("/v1/games", {"requestId": request_id, "ruleset": {"preset": "whist"}})
    refused(wrong, 400, "INVALID_RULESET")


async def test_the_same_game_is_made_over_either_transport(anybody: Site, server: Server) -> None:
    request = new_game()
    async with Caller(server.address) as caller:
        made = await caller.call(caller.referee.CreateGame, request)
    body = {
        "request_id": request.request_id, "ruleset": {"preset": "euchre"},
        "clocks": {"action_limit_ms": 0}, "conduct": {"strikeLimit": 0},
    }  # fmt: skip
    assert answered(await anybody.post("/v1/games", body))["game"] == made.game
