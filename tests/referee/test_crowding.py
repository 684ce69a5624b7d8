"""Sessions that send much at once wait behind themselves."""

from euchre_referee.referee.triage import Decision
from euchre_referee.referee.verdicts import Outcome, ServiceReason
from euchre_referee.store import Embedded
from tests.referee.replicas import replica

MANY = 1_000
NOWHERE = Decision("1-aaaaaaaaaaaaaaaa", 1, b"", 0, None, "nonsense")


async def test_what_one_session_asks_about_keeps_no_other_waiting(embedded: Embedded) -> None:
    async with replica(embedded.url) as referee:
        answered: list[Outcome] = []
        for _ in range(MANY):
            referee.deciding.submit("crowd", NOWHERE, lambda seat, outcome: answered.append(outcome))
        _, told = await referee.deciding.decide("other", NOWHERE)
        before = len(answered)
        await referee.deciding.aclose()
        assert {outcome[0] for outcome in (told, *answered)} == {ServiceReason.GAME_NOT_FOUND}
        assert len(answered) == MANY
        assert before < MANY / 4
