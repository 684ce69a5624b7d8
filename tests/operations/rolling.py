"""Play that goes on while referees are replaced: sessions that reach one referee, both, or call over HTTP."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any, Final

import httpx
from google.protobuf.json_format import MessageToDict, ParseDict

from euchre.v1.game_pb2 import Verdict
from euchre.v1.player_service_pb2 import ListTurnsResponse, PlayerServiceActRequest, PlayerServiceActResponse
from euchre.v1.referee_service_pb2 import Clocks, Conduct, SeatReservation
from euchre_client import AsyncClient, decision, ruleset
from euchre_referee.rules.presets import PRESETS
from tests.chaos.tables import DEALS, Tables, players_of
from tests.store.until import until

SESSIONS: Final = ("only-first", "only-second", "over-http", "either", "other-way")
"""By seat: who plays a table's seats."""
OLD_PROGRAM: Final = "old-program"
"""The session of a program of the earlier version, at every fourth table."""
GUESTS_SEAT: Final = 3
CLOCKS: Final = Clocks(action_limit_ms=180_000)
"""More than any replacement takes: whose time runs out was treated unfairly."""
PATIENT: Final = 240.0
"""Seconds for what must happen in the end, also on a machine that is busy with all else."""
_LOOK_SECONDS: Final = 0.05
_CALL_SECONDS: Final = 10.0
_LATER: Final = (httpx.codes.SERVICE_UNAVAILABLE, httpx.codes.TOO_MANY_REQUESTS)


class RollingTables(Tables):
    """Games of every preset; at every other of them a program of the earlier version or a bot of the house sits."""

    def __init__(self, operator: AsyncClient) -> None:
        super().__init__(operator, random.Random(0), _nobody)
        self._host: Final = operator
        self._made = 0
        self.told_by: Final[Counter[str]] = Counter()
        """Verdicts by session."""

    async def begin(self) -> None:
        """One more game."""
        number, self._made = self._made, self._made + 1
        presets = [preset for preset in PRESETS if players_of(preset) > GUESTS_SEAT] if number % 2 else list(PRESETS)
        preset = presets[number // 2 % len(presets)]
        seats = [SeatReservation(name=session, session=session) for session in SESSIONS[: players_of(preset)]]
        if number % 2:
            house = number % 4 == 1
            guest = SeatReservation(bot="greedy") if house else SeatReservation(name=OLD_PROGRAM, session=OLD_PROGRAM)
            seats[GUESTS_SEAT].CopyFrom(guest)
        made = await self._host.create_game(
            ruleset(preset, {"max_deals": DEALS}), seats=seats, clocks=CLOCKS, conduct=Conduct(strike_limit=0)
        )
        self.preset_of[made.game] = preset
        if number % 2:
            self.guests[made.game] = GUESTS_SEAT
        if not self.over[made.game].is_set():
            self.open.add(made.game)

    def tell(self, session: str) -> Callable[[Verdict], None]:
        """What a session does with its verdicts."""

        def told(verdict: Verdict) -> None:
            self.told_by[session] += 1
            self.told(verdict)

        return told

    async def keep_going(self, number: int, enough: asyncio.Event) -> None:
        """So many games at once until it is enough, then until all have ended."""
        while not enough.is_set():
            await asyncio.gather(*(self.begin() for _ in range(number - len(self.open))))
            await asyncio.sleep(_LOOK_SECONDS)
        await until(lambda: not self.open, PATIENT)

    async def everybody_goes_on(self, decisions: int) -> None:
        """Waits until every session has been told of so many further decisions."""
        before = Counter(self.told_by)
        # Tables of five are few.
        each_of = SESSIONS[:-1]
        await until(lambda: all(self.told_by[one] >= before[one] + decisions for one in each_of), PATIENT)


async def play_over_http(tables: RollingTables, session: str, token: str, addresses: Sequence[str]) -> None:
    """Asks for turns and decides, each call at the next referee, as behind a balancer; until cancelled."""
    told = tables.tell(session)
    async with httpx.AsyncClient(headers={"authorization": f"Bearer {token}"}, timeout=_CALL_SECONDS) as client:
        calling = _Calling(client, addresses)
        while True:
            listed = ParseDict(await calling.call("GET", "/v1/turns", None), ListTurnsResponse())
            if not listed.turns:
                await asyncio.sleep(_LOOK_SECONDS)
                continue
            made = [decision(turn, tables.choose(turn)) for turn in listed.turns]
            asked = PlayerServiceActRequest(decisions=[each for each in made if each is not None])
            answer = await calling.call("POST", "/v1/turns:act", MessageToDict(asked))
            for verdict in ParseDict(answer, PlayerServiceActResponse()).verdicts:
                told(verdict)


class _Calling:
    """Sends a call to one referee after the other until one answers; the same call, for it may have been done."""

    def __init__(self, client: httpx.AsyncClient, addresses: Sequence[str]) -> None:
        self._client: Final = client
        self._next: Final = cycle(addresses)

    async def call(self, method: str, path: str, body: object) -> Any:
        """What is answered. Raises httpx.HTTPStatusError for an answer that is no fault of the way."""
        while True:
            try:
                answer = await self._client.request(method, f"http://{next(self._next)}{path}", json=body)
            except httpx.TransportError:
                await asyncio.sleep(_LOOK_SECONDS)
                continue
            if answer.status_code in _LATER:
                await asyncio.sleep(_LOOK_SECONDS)
                continue
            answer.raise_for_status()
            return answer.json()


def _nobody(_session: str, _game: str, _seat: int, _over: asyncio.Event) -> None:
    raise AssertionError("no misbehaving guests are invited")
