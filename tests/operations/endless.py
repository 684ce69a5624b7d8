"""A tournament with more boards than anybody waits for: it is played until it is cancelled."""

from json import loads
from typing import Final

from euchre.v1 import tournament_service_pb2 as api
from euchre.v1.referee_service_pb2 import Clocks
from euchre_client import AsyncClient, ruleset
from euchre_referee.referee.verifying import verify
from tests.chaos.tables import Tables
from tests.operations.rolling import PATIENT
from tests.store.until import until

ENTRANTS: Final = ("old", "new")


class Endless:
    """Made, started and played by one operator; `tables` only says what its bots answer."""

    def __init__(self, operator: AsyncClient, tables: Tables, clocks: Clocks) -> None:
        self._operator: Final = operator
        self._tables: Final = tables
        self._clocks: Final = clocks
        self.name = ""

    async def begin(self) -> None:
        """All but playing."""
        config = api.TournamentConfig(
            name="While referees come and go", ruleset=ruleset("euchre"), boards=5_000, concurrency=4,
            clocks=self._clocks,
        )  # fmt: skip
        self.name = (await self._operator.create_tournament(config)).tournament
        for entrant in ENTRANTS:
            await self._operator.register(self.name, entrant, program=entrant)
        await self._operator.start_tournament(self.name)

    async def play(self) -> None:
        """All places, until it is cancelled."""
        await self._operator.play_tournament(self.name, lambda _: self._tables.choose)

    async def goes_on(self, games: int) -> None:
        """Waits until so many further games are over."""
        before = await self._played()

        async def played() -> bool:
            return await self._played() >= before + games

        await until(played, PATIENT)

    async def faults(self) -> list[str]:
        """Ends it; what is wrong with the games that were played: all are kept, all are in order, none by the clock."""
        played = await self._played()
        await self._operator.cancel_tournament(self.name, "seen enough", keep_results=True)
        records = [
            loads(record)
            async for answer in self._operator.export_tournament(self.name, records_only=True)
            for record in answer.records
        ]
        faults = [f"{record['id']}: {fault}" for record in records for fault in verify(record)]
        faults += [f"{record['id']}: the clock decided" for record in records if "marks" in record]
        if len(records) < played:
            faults.append(f"{played} games were played, {len(records)} are kept")
        return faults

    async def _played(self) -> int:
        return (await self._operator.get_tournament(self.name)).games_played
