"""The coordinator may die: another replica goes on, nothing is played twice, and the standings are the same."""

import json
from typing import Any

import pytest

from euchre.v1 import tournament_service_pb2 as api
from euchre_referee.cli.local import LocalStack
from euchre_referee.fairness.seeds import seed_from_text
from euchre_referee.tournament.checking import check
from tests.store.until import until
from tests.tournament.hosting.organizing import PATIENT, Organizer, config, crew

pytestmark = pytest.mark.timeout(600)

_CHOSEN = config(boards=6, seed=seed_from_text("kills"), concurrency=2)
_ENTRANTS = ("ann=first", "bob=greedy")


async def _standings(organizer: Organizer, tournament: str) -> dict[str, Any]:
    records, document = await organizer.exported(tournament)
    found: dict[str, Any] = json.loads(document)
    assert found["complete"]
    assert check(found, map(json.loads, records)).in_order
    return {key: found[key] for key in ("standings", "pairs", "boards", "games", "terminations")}


async def test_another_replica_goes_on_when_the_coordinator_is_killed() -> None:
    async with LocalStack(referees=2, kept=True) as stack:
        both = f"ipv4:{','.join(stack.addresses)}"
        async with Organizer(both, stack.operator_token) as organizer:
            calm = await organizer.make(_CHOSEN, _ENTRANTS)
            await organizer.start(calm)
            async with crew(organizer, both, calm):
                await organizer.until(calm, api.TOURNAMENT_STATE_FINISHED)
            expected = await _standings(organizer, calm)

            tournament = await organizer.make(_CHOSEN, _ENTRANTS)
            await organizer.start(tournament)
            async with crew(organizer, both, tournament):
                # One of the two is the coordinator, whichever it is.
                for number, games in ((0, 2), (1, 6)):

                    async def played(least: int = games) -> bool:
                        return (await organizer.get(tournament)).games_played >= least

                    await until(played, PATIENT)
                    stack.processes[number].kill()
                await organizer.until(tournament, api.TOURNAMENT_STATE_FINISHED)
            assert await _standings(organizer, tournament) == expected
