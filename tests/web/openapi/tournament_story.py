"""The calls of the examples about tournaments: two programs meet on one board, and an operator interferes."""

import uuid
from contextlib import AsyncExitStack
from typing import Any, Final

from euchre.v1 import tournament_service_pb2 as api
from tests.api.callers import Caller
from tests.store.until import until
from tests.tournament.hosting.organizing import Organizer, crew
from tests.web.openapi.recorder import Recorder

TOURNAMENTS: Final = "TournamentService."
TABLES: Final = 2
"""Of the one board: each of the two sits on each side."""
_WITHIN: Final = 120.0


async def record_tournament(recorder: Recorder, organizer: Organizer, address: str, operator: str) -> None:
    """All of them, in order; `address` is where the programs play over gRPC."""
    boards = {"requestId": str(uuid.uuid4()), "count": 2}
    await recorder.call(
        "Boards for a tournament of one's own", f"{TOURNAMENTS}CreateBoards", body=boards, token=operator
    )
    name = await _entered(recorder, operator)
    here = {"tournament": name}
    await recorder.call("The first round", f"{TOURNAMENTS}StartTournament", path=here, body={}, token=operator)
    await until(lambda: organizer.places(name), _WITHIN)
    await recorder.call(
        "The places of both",
        f"{TOURNAMENTS}ListPlaces",
        path=here,
        query={"pairing": "1"},
        token=operator,
        shortened=True,
    )
    await _interfered_with(recorder, organizer, address, operator, name)
    async with crew(organizer, address, name):
        await organizer.until(name, api.TOURNAMENT_STATE_FINISHED)
    await recorder.call("A tournament that is over", f"{TOURNAMENTS}GetTournament", path=here)
    await recorder.call(
        "Those that are over", f"{TOURNAMENTS}ListTournaments", query={"state": "TOURNAMENT_STATE_FINISHED"}
    )
    await recorder.call("Who stands where", f"{TOURNAMENTS}ListStandings", path=here)
    await recorder.call("Its games", f"{TOURNAMENTS}ListTournamentGames", path=here, query={"pageSize": "2"})
    await recorder.follow("All that has happened", f"{TOURNAMENTS}WatchTournament", path=here, query={}, events=1)
    query = {"recordsOnly": "true"}
    await recorder.follow(
        "The records, with their proofs", f"{TOURNAMENTS}ExportTournament", path=here, query=query, events=1
    )
    other = (await recorder.call("Another one", f"{TOURNAMENTS}CreateTournament", body=_new(), token=operator))[
        "tournament"
    ]
    here, body = {"tournament": other["tournament"]}, {"cause": "too few came"}
    await recorder.call("Before it has begun", f"{TOURNAMENTS}CancelTournament", path=here, body=body, token=operator)


def _new() -> dict[str, Any]:
    config = {
        "name": "Ann and Bob",
        "ruleset": {"preset": "euchre-two-handed"},
        "format": "TOURNAMENT_FORMAT_ROUND_ROBIN",
        "boards": 1,
        "clocks": {"actionLimitMs": 600_000},
    }
    return {"requestId": str(uuid.uuid4()), "config": config}


async def _entered(recorder: Recorder, operator: str) -> str:
    made = await recorder.call("A round-robin", f"{TOURNAMENTS}CreateTournament", body=_new(), token=operator)
    name: str = made["tournament"]["tournament"]
    for entrant, program in (("Ann", "greedy"), ("Bob", "careful")):
        body = {"requestId": str(uuid.uuid4()), "name": entrant, "program": program}
        title = f"{entrant} enters"
        await recorder.call(title, f"{TOURNAMENTS}Register", path={"tournament": name}, body=body, token=operator)
    return name


async def _interfered_with(
    recorder: Recorder, organizer: Organizer, address: str, operator: str, tournament: str
) -> None:
    """Everything that happens while a game is in play; it is, for nobody answers."""
    here, entrant = {"tournament": tournament}, {"tournament": tournament, "entrant": "Ann"}
    streams = []
    async with AsyncExitStack() as connected:
        for place in await organizer.places(tournament):
            caller = await connected.enter_async_context(Caller(address, place.token))
            streams.append(caller.play())

        async def in_play() -> bool:
            return (await organizer.get(tournament)).games_running == TABLES

        await until(in_play, _WITHIN)
        body: Any = {"requestId": str(uuid.uuid4()), "pairing": 1, "board": 1, "table": 1, "cause": "a cable"}
        await recorder.call("The same cards again", f"{TOURNAMENTS}RestartGame", path=here, body=body, token=operator)
        body = {"cause": "it sleeps"}
        await recorder.call("By an operator", f"{TOURNAMENTS}PauseEntrant", path=entrant, body=body, token=operator)
        body = {"requestId": str(uuid.uuid4()), "program": "first", "cause": "a newer one"}
        await recorder.call(
            "By a newer program", f"{TOURNAMENTS}ReplaceEntrant", path=entrant, body=body, token=operator
        )
        await recorder.call("It goes on", f"{TOURNAMENTS}ResumeEntrant", path=entrant, body={}, token=operator)
