"""Calls to compare two transcodings by: valid ones, edges, and all kinds of mistakes."""

import base64
from collections.abc import Iterator
from typing import Any, Final

from tests.web.comparing import Call, call

DIFFERENCES: Final = {
    "An address names each parameter once, by its name.": (
        "presets: locale=en&locale=fr", "presets: =fr", "games: page_size=1&pageSize=1",
    ),
    "What stands both in the path and in the query is the same.": ("view: game=another",),
    "Addresses are UTF-8.": ("presets: locale=%FF", "path: %FF"),
    "Numbers in addresses are digits, behind a minus where they are negative.": ("page size: -0", "page size: %2B1"),
    "Booleans are `true` and `false`, in a body without quotes.": (
        "tournament: with a boolean as text",
        "view: full=TRUE", "view: full=1", "view: full=0", "view: full=t",
    ),
    "Paths have no empty segments, nor a slash at their end.": ("place: /v1/games//view", "place: .../view/"),
    "A path with another verb is 405, which tells those that there are.": (
        "verb: POST", "verb: PUT", "verb: DELETE", "verb: PATCH", "verb: GET of a POST",
        "no tournament: :nothing",
    ),
    "A body is read where there is one in the contract, and then there must be one, if only `{}`.": (
        "body: nothing", "body: of a GET",
    ),
    "A body is JSON by the letter (RFC 8259), and no name stands in an object twice.": (
        "body: a comma too many", "body: single quotes", "body: no quotes", "body: a wrong escape",
        "body: a line end in a text", "body: a name twice",
    ),
    "A body says that it is `application/json`, in UTF-8.": (
        "body: as text/plain", "body: as application/xml", "body: as application/json;charset=latin1",
    ),
    "Unknown fields are refused.": ("field: unknown", "field: unknown inside", "field: another case"),
    "A list is a list, and `null` is nothing in it.": ("field: a text as a list", "field: a null in a list"),
    "There is no white space in base64.": ("bytes: 'AAEC\\n'",),
}  # fmt: skip
"""Where ours is not as Envoy's, on purpose: docs/http.md tells each."""

REQUEST_ID: Final = "0f8fad5b-d9cb-469f-a165-7086772895%02d"


def calls(game: str, player: str, operator: str, turn: dict[str, Any]) -> Iterator[Call]:
    """All of them, about a game in which the player holds all seats and has a turn."""
    yield from _queries()
    yield from _paths(game, player)
    yield from _bodies()
    yield from _fields()
    yield from _decisions(game, player, turn)
    yield from _the_rest(game, player, operator)
    yield from _tournaments(player, operator)


def _queries() -> Iterator[Call]:
    for query in (
        "locale=fr", "", "locale=", "locale=xx", "locale=%66%72", "locale=f+r", "locale=%C3%A9", "locale=%00",
        "locale=en&locale=fr", "nothing=1", "Locale=fr", "locale", "&locale=fr&", "=fr", "locale=a=b", "locale=%FF",
        "locale=%zz", "locale;x=1",
    ):  # fmt: skip
        yield call(f"presets: {query}", "GET", f"/v1/presets?{query}")
    for stage in ("STAGE_RUNNING", "2", "stage_running", "RUNNING", "STAGE_NOTHING", "7", "-1", "0", "", "2.0", "null"):
        yield call(f"stage: {stage}", "GET", f"/v1/games?stage={stage}")
    for size in (
        "1", "0", "-0", "01", "%201", "1%20", "%2B1", "-1", "4294967295", "4294967296", "1.0", "1.5", "1e2", "0x10",
        "1_0", "", "x", "true", "%D9%A1",
    ):  # fmt: skip
        yield call(f"page size: {size}", "GET", f"/v1/games?stage=STAGE_FINISHED&pageSize={size}")
    for query in ("page_size=1", "pageSize=1", "PageSize=1", "page_size=1&pageSize=1", "page_token=x", "page.size=1"):
        yield call(f"games: {query}", "GET", f"/v1/games?stage=STAGE_FINISHED&{query}")


def _paths(game: str, player: str) -> Iterator[Call]:
    for name in (
        "a%2Fb", "a%2fb", "a%20b", "a+b", "%C3%A9", "%FF", "%zz", "a:b", "a%3Ab", "%00", "*", "{game}", "a;b=c", "a~b",
        "%2E%2E", "a%25b", "x" * 200,
    ):  # fmt: skip
        yield call(f"path: {name[:20]}", "GET", f"/v1/games/{name}/view")
    for path in (
        "/v1/games//view", f"/v1/games/{game}/view/", f"/v1//games/{game}/view", f"/V1/games/{game}/view",
        f"/v1/games/{game}", f"/v1/games/{game}/", f"/v1/games/{game}/views", f"/v1/games/{game}:nothing",
        f"/v1/games/{game}/view:x", "/v1", "/nothing", "/v1/games:list",
    ):  # fmt: skip
        yield call(f"place: {path.replace(f'/v1/games/{game}', '...')}", "GET", path)
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        yield call(f"verb: {method}", method, "/v1/presets")
    yield call("verb: GET of a POST", "GET", "/v1/rules:check")
    view = f"/v1/games/{game}/view"
    for query in (
        "seat=0", "seat=3", "seat=4", "seat=", "seat=-1", "seat=x", "seat=1&seat=2", "full=true", "full=false",
        "full=TRUE", "full=1", "full=0", "full=t", "full=", f"game={game}", "game=another", "viewer=1",
    ):  # fmt: skip
        yield call(f"view: {query}", "GET", f"{view}?{query}", token=player)
    yield call("view: as a spectator", "GET", view)
    yield call("view: with a wrong token", "GET", view, token="nothing")
    yield call("view: in French", "GET", f"{view}?seat=9", token=player, accept_language="fr")


def _bodies() -> Iterator[Call]:
    place = "/v1/rules:check"
    told = b'{"ruleset": {"preset": "euchre"}}'
    for name, body in (
        ("an object", told), ("spaces", b" \n" + told + b"\t\n"), ("nothing", b""), ("blank", b"  "),
        ("an empty object", b"{}"), ("a list", b"[]"), ("a text", b'"x"'), ("a number", b"1"), ("null", b"null"),
        ("half an object", b'{"ruleset": '), ("more behind it", told + b"x"), ("two", told + told),
        ("a comma too many", b'{"locale": "en",}'), ("single quotes", b"{'ruleset': {}}"), ("a comment", b"{} // x"),
        ("no quotes", b"{ruleset: {}}"), ("no UTF-8", b'{"ruleset": {"preset": "\xff"}}'), ("a BOM", b"\xef\xbb\xbf{}"),
        ("half a character", b'{"ruleset": {"preset": "\\ud800"}}'), ("a zero", b'{"ruleset": {"preset": "\\u0000"}}'),
        ("an escape", b'{"ruleset": {"preset": "\\u0065uchre"}}'),
        ("a wrong escape", b'{"ruleset": {"preset": "\\x65"}}'),
        ("a line end in a text", b'{"ruleset": {"preset": "a\nb"}}'),
        ("a name twice", b'{"ruleset": {"preset": "buck"}, "ruleset": {"preset": "euchre"}}'),
    ):  # fmt: skip
        yield call(f"body: {name}", "POST", place, body)
    yield call("body: with a query", "POST", f"{place}?ruleset.preset=buck", told)
    yield call("body: of a GET", "GET", "/v1/presets", b'{"locale": "fr"}')
    for kind in ("text/plain", "application/xml", "application/json; charset=utf-8", "application/json;charset=latin1"):
        yield call(f"body: as {kind}", "POST", place, told, content_type=kind)
    deep = b'{"ruleset": {"preset": "euchre", "options": ' + b'{"a":' * 200 + b"1" + b"}" * 200 + b"}}"
    yield call("body: nested too deeply", "POST", place, deep)


def _fields() -> Iterator[Call]:
    def make(number: int, **told: Any) -> dict[str, Any]:
        return {"requestId": REQUEST_ID % number, "ruleset": {"preset": "euchre"}, **told}

    place = "/v1/games"
    fields: dict[str, dict[str, Any]] = {
        "all well": {},
        "null is nothing": {"board": None, "firstDealer": None, "seats": None, "clocks": None},
        "zero is a seat": {"firstDealer": 0},
        "a number as text": {"firstDealer": "2"},
        "a whole float": {"firstDealer": 2.0},
        "a number with an exponent": {"firstDealer": 1e0},
        "a fraction": {"firstDealer": 1.5},
        "a negative": {"firstDealer": -1},
        "too large": {"firstDealer": 2**32},
        "a seat that is none": {"firstDealer": 4},
        "a bool as a number": {"firstDealer": True},
        "a list as a number": {"firstDealer": [1]},
        "a text as a list": {"nonces": "AAEC"},
        "a number as text's value": {"board": 3},
        "a message as a text": {"clocks": "blitz"},
        "an empty message": {"clocks": {}},
        "a null in a list": {"seats": [None, None, None, None]},
        "names as in the contract": {"first_dealer": 1},
        "both names": {"first_dealer": 1, "firstDealer": 1},
        "another case": {"FirstDealer": 1},
        "unknown": {"nothing": 1},
        "unknown inside": {"clocks": {"nothing": 1}},
        "an enum by name": {"conduct": {"onTimeout": "SANCTION_FORFEIT", "strikeLimit": 3}},
        "an enum by number": {"conduct": {"onTimeout": 3, "strikeLimit": 3}},
        "an enum by number as text": {"conduct": {"onTimeout": "3", "strikeLimit": 3}},
        "an enum in lower case": {"conduct": {"onTimeout": "sanction_forfeit"}},
        "an enum that is none": {"conduct": {"onTimeout": "SANCTION_NOTHING"}},
        "an enum number that is none": {"conduct": {"onTimeout": 77}},
        "an option": {"ruleset": {"preset": "euchre", "options": {"max_deals": 1, "joker": True}}},
        "an option as a float": {"ruleset": {"preset": "euchre", "options": {"max_deals": 1.0}}},
        "an option as a list": {"ruleset": {"preset": "euchre", "options": {"misdeal_claims": ["x", 1, None, {}]}}},
        "an option that is null": {"ruleset": {"preset": "euchre", "options": {"joker": None}}},
        "options as a list": {"ruleset": {"preset": "euchre", "options": []}},
    }
    for number, (name, told) in enumerate(fields.items()):
        yield call(f"field: {name}", "POST", place, make(number, **told))
    nonce = bytes(range(248, 256))
    for number, text in enumerate(
        (
            base64.b64encode(nonce).decode(), base64.urlsafe_b64encode(nonce).decode(), "-_8=", "+/8=", "-_8", "AA",
            "AAE", "A", "AAEC\n", "A A=", "====", "!!!!", "",
        )
    ):  # fmt: skip
        body = {"requestId": REQUEST_ID % (50 + number), "count": 1, "seed": text}
        yield call(f"bytes: {text!r}", "POST", "/v1/boards", body)


def _decisions(game: str, player: str, turn: dict[str, Any]) -> Iterator[Call]:
    place = f"/v1/games/{game}:act"
    legal = turn["legal"][0]
    seen = {"version": turn["version"], "head": turn["head"], "seat": turn["seat"]}
    wrong = {**seen, "text": "play Jd"}
    for name, decision in {
        "a rule says no": wrong,
        "in another seat": {**wrong, "seat": (turn["seat"] + 1) % 4},
        "without a seat": {name: value for name, value in wrong.items() if name != "seat"},
        "of another head": {**wrong, "head": base64.b64encode(bytes(16)).decode()},
        "of a version to come": {**wrong, "version": 1000},
        "of nothing": {},
        "two choices": {**wrong, "action": legal["action"]},
        "null choices": {**wrong, "action": None, "text": None},
        "another game": {**wrong, "game": "another"},
        "the same game": {**wrong, "game": game},
        "what is legal": {**seen, "text": legal["text"]},
        "the same again, typed": {**seen, "action": legal["action"]},
        "another at the same version": {**seen, "text": turn["legal"][1]["text"]},
    }.items():
        yield call(f"act: {name}", "POST", place, {"decision": decision}, token=player)
    yield call("act: no decision", "POST", place, {}, token=player)
    yield call("act: without a token", "POST", place, {"decision": wrong})
    yield call("act: in Dutch", "POST", place, {"decision": wrong}, token=player, accept_language="nl")
    yield call("act: a game that is none", "POST", "/v1/games/nothing:act", {"decision": wrong}, token=player)
    many = [{"game": game, **seen, "text": legal["text"]}, {"game": "nothing", "version": 3, "text": "pass"}]
    yield call("act: many", "POST", "/v1/turns:act", {"decisions": many}, token=player)
    yield call("turns", "GET", "/v1/turns?max_turns=5", token=player)


def _the_rest(game: str, player: str, operator: str) -> Iterator[Call]:
    here = f"/v1/games/{game}"
    yield call("a rule set in French", "POST", "/v1/rules:describe", {"ruleset": {"preset": "buck"}, "locale": "fr"})
    yield call("boards", "POST", "/v1/boards", {"requestId": REQUEST_ID % 80, "count": 2}, token=operator)
    yield call("boards: by a player", "POST", "/v1/boards", {"requestId": REQUEST_ID % 81, "count": 2}, token=player)
    made = {"requestId": REQUEST_ID % 82, "name": "Ann", "nonce": "AAEC"}
    yield call("join: full", "POST", f"{here}:join", made)
    yield call("join: the game twice", "POST", f"{here}:join", {**made, "game": game})
    yield call("join: another game", "POST", f"{here}:join", {**made, "game": "another"})
    yield call("record", "GET", f"{here}/record", token=player)
    yield call("record: a format", "GET", f"{here}/record?format=RECORD_FORMAT_JSON", token=player)
    yield call("record: a format by number", "GET", f"{here}/record?format=1", token=player)
    yield call("abort: by a player", "POST", f"{here}:abort", {"cause": "x"}, token=player)
    yield call("adjudicate: no record", "POST", "/v1/records:adjudicate", {"record": "{}"})
    yield call("verify: no record", "POST", "/v1/records:verify", {"record": "{}"})
    yield call("resign", "POST", f"{here}:resign", {"seat": 0}, token=player)
    yield call("abort: what is over", "POST", f"{here}:abort", {}, token=operator)
    yield call("view: of what is over", "GET", f"{here}/view?seat=0", token=player)
    yield call("ticket: for no stream", "POST", "/v1/streams:ticket", {"path": "/v1/presets"}, token=player)
    yield call("token: for nobody", "POST", "/v1/tokens", {"session": ""}, token=operator)


def _tournaments(player: str, operator: str) -> Iterator[Call]:
    config: dict[str, Any] = {"name": "Two", "ruleset": {"preset": "euchre-two-handed"}, "boards": 1}
    made = {"requestId": REQUEST_ID % 90, "config": config}
    chosen: dict[str, dict[str, Any]] = {
        "made": {},
        "a test in fractions": {"format": "TOURNAMENT_FORMAT_MATCH", "test": {"h0": 0, "h1": 0.25, "alpha": 1e-2}},
        "a test in texts": {"test": {"h1": "0.25"}},
        "a test of infinity": {"test": {"h1": "Infinity"}},
        "a test of nothing": {"test": {"h1": "NaN"}},
        "without boards": {"boards": 0},
        "with a boolean": {"duplicate": False},
        "with a boolean as text": {"duplicate": "false"},
        "with a boolean as a number": {"duplicate": 0},
        "of another format": {"format": "TOURNAMENT_FORMAT_NOTHING"},
    }
    for name, told in chosen.items():
        body = {"requestId": f"{name}, and so on", "config": {**config, **told}}
        yield call(f"tournament: {name}", "POST", "/v1/tournaments", body, token=operator)
    yield call("tournament: by a player", "POST", "/v1/tournaments", made, token=player)
    for query in ("", "state=TOURNAMENT_STATE_CANCELLED", "state=5", "pageSize=1001", "pageToken=x", "state=x"):
        yield call(f"tournaments: {query}", "GET", f"/v1/tournaments?{query}")
    here, entrant = "/v1/tournaments/nothing", "/v1/tournaments/nothing/entrants/A%2Fb%20c"
    for path in ("", "/standings", "/standings?document=true", "/games?pairing=1", "/places", "/places?pairing=x"):
        yield call(f"no tournament: {path}", "GET", f"{here}{path}", token=operator)
    for verb in (":start", ":cancel", ":nothing"):
        yield call(f"no tournament: {verb}", "POST", f"{here}{verb}", {}, token=operator)
    for verb in (":restartGame", "/entrants"):
        yield call(f"no tournament: {verb}", "POST", f"{here}{verb}", {"requestId": REQUEST_ID % 91}, token=operator)
    for verb in (":pause", ":resume", ":replace"):
        body = {"cause": "none"} if verb != ":replace" else {"requestId": REQUEST_ID % 92, "program": "x"}
        yield call(f"no entrant: {verb}", "POST", f"{entrant}{verb}", body, token=operator)
        yield call(f"no entrant, by a player: {verb}", "POST", f"{entrant}{verb}", body, token=player)
