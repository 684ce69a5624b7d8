"""Every animal at a table of its own for each sanction, all at once, with three bots that behave well."""

import asyncio
from base64 import b64decode
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from json import loads
from typing import Any, Final, NamedTuple

from euchre.v1.game_pb2 import Verdict
from euchre.v1.referee_service_pb2 import (
    SANCTION_DEFAULT_ACTION,
    SANCTION_FORFEIT,
    SANCTION_LOSE_DEAL,
    Clocks,
    Conduct,
)
from euchre_client import AsyncClient, ruleset
from euchre_referee.cli.local import LocalStack
from euchre_referee.referee.entries import Entry, Sanction, decode
from tests.zoo import at_the_table, on_the_wire
from tests.zoo.cage import Animal, Cage
from tests.zoo.dying import dying
from tests.zoo.keepers import Keepers
from tests.zoo.mortal import Moment

ANIMALS: Final[Mapping[str, Animal]] = {
    "illegal": at_the_table.illegal,
    "late": at_the_table.late,
    "silent": at_the_table.silent,
    "meddling": at_the_table.meddling,
    "repeating": at_the_table.repeating,
    "wrong history": at_the_table.wrong_history,
    "never acknowledging": on_the_wire.never_acknowledging,
    "reconnecting": on_the_wire.reconnecting,
    "flooding": on_the_wire.flooding,
    "calling": on_the_wire.calling,
    "garbage frames": on_the_wire.garbage_frames,
    "too large frames": on_the_wire.too_large_frames,
    "garbage bytes": on_the_wire.garbage_bytes,
    "half-open": on_the_wire.half_open,
    "slow reader": on_the_wire.slow_reader,
    **{f"dying {moment.value}": dying(moment) for moment in Moment},
}
"""By the names of docs/misbehaving.md."""

SANCTIONS: Final = {
    Sanction.DEFAULT_ACTION: SANCTION_DEFAULT_ACTION,
    Sanction.LOSE_DEAL: SANCTION_LOSE_DEAL,
    Sanction.FORFEIT: SANCTION_FORFEIT,
}
STRIKE_LIMIT: Final = len(at_the_table.NEVER_LEGAL)
SEATS: Final = 4
DEALS: Final = 2
_KEEPERS: Final = SEATS
"""One more than a table needs, to take the seat of whoever dies before it joins."""
IN_TIME: Final = frozenset(
    {
        "illegal",
        "meddling",
        "repeating",
        "wrong history",
        "never acknowledging",
        "reconnecting",
        "calling",
        f"dying {Moment.BEFORE_JOINING.value}",
    }
)
"""Animals for which the clock never decides."""
# The banks are there so that on a busy machine nobody loses time who should not; who loses it, does so once a game.
_SHORT: Final = Clocks(action_limit_ms=400, bank_ms=8_000)
_UNTIL_DEATH: Final = Clocks(action_limit_ms=400, bank_ms=20_000)
_LONG: Final = Clocks(action_limit_ms=400, bank_ms=60_000)
# Few enough for a flood of calls to meet them soon, and enough for all others.
_LIMITS: Final = ("calls_per_second=20", "calls_burst=90", "idle_decisions_per_second=20", "idle_decisions_burst=90")


class Stay(NamedTuple):
    """What came of an animal's stay at a table."""

    cage: Cage
    record: dict[str, Any]
    log: tuple[Entry, ...]
    adjudication: dict[str, Any]
    keepers_refused: list[Verdict]


class Zoo:
    """A referee and its keepers."""

    def __init__(self, stack: LocalStack, operator: AsyncClient, keepers: Keepers) -> None:
        self._stack: Final = stack
        self._operator: Final = operator
        self._keepers: Final = keepers
        self._number: Final = count()

    async def stay(self, name: str, sanction: Sanction) -> Stay:
        """A game with that animal, from its creation to its end."""
        number = next(self._number)
        seat = number % SEATS
        made = await self._operator.create_game(
            ruleset("euchre", {"max_deals": DEALS, "all_pass": "stick_dealer"}),
            clocks=_clocks(name),
            conduct=Conduct(strike_limit=STRIKE_LIMIT, on_strikes=SANCTIONS[sanction], on_timeout=SANCTIONS[sanction]),
        )
        token = await self._operator.issue_token(f"{name}-{number}")
        cage = Cage(name, self._stack.address, token, made.game, seat, self._keepers.over[made.game])
        others = [place for place in range(SEATS) if place != seat]
        for keeper, place in enumerate(others):
            await self._keepers.join(keeper, made.game, place)
        if not name.startswith("dying"):
            async with AsyncClient(cage.address, token) as client:
                await client.join_game(made.game, name, seat=seat)
        await ANIMALS[name](cage)
        if name == f"dying {Moment.BEFORE_JOINING.value}":
            await self._keepers.join(_KEEPERS - 1, made.game, seat)
        await cage.until_over()
        return await self._report(cage)

    async def _report(self, cage: Cage) -> Stay:
        text = await self._operator.get_record(cage.game)
        record = loads(text)
        log = tuple(decode(b64decode(each)) for each in record["proof"]["entries"])
        return Stay(cage, record, log, loads(await self._operator.adjudicate(text)), self._keepers.refused[cage.game])


def _clocks(name: str) -> Clocks:
    """The time at an animal's table: whoever loses it has enough to reach the moment of its misbehaviour."""
    if name in IN_TIME:
        return _LONG
    return _UNTIL_DEATH if name.startswith("dying") else _SHORT


@asynccontextmanager
async def opened() -> AsyncIterator[Zoo]:
    """A zoo of its own: nothing else is served there."""
    options = tuple(part for limit in _LIMITS for part in ("--limit", limit))
    async with AsyncExitStack() as stack:
        local = await stack.enter_async_context(LocalStack(options=options))
        operator = await stack.enter_async_context(AsyncClient(local.address, local.operator_token))
        clients = [
            await stack.enter_async_context(
                AsyncClient(local.address, await operator.issue_token(f"keeper-{number}"), timeout=90)
            )
            for number in range(_KEEPERS)
        ]
        keepers = Keepers(clients)
        keepers.play()
        try:
            yield Zoo(local, operator, keepers)
        finally:
            await keepers.stop()


async def all_stays(names: Mapping[str, Animal] = ANIMALS) -> dict[tuple[str, Sanction], Stay | BaseException]:
    """All animals under all sanctions at once; what went wrong at one table is told of that one."""
    kinds = [(name, sanction) for name in names for sanction in SANCTIONS]
    async with opened() as zoo:
        stays = await asyncio.gather(*(zoo.stay(*kind) for kind in kinds), return_exceptions=True)
    return dict(zip(kinds, stays, strict=True))
