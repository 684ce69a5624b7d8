"""Play at many referees at once: each session comes to them in another way."""

from typing import Final

from euchre.v1.referee_service_pb2 import Conduct, SeatReservation
from euchre_client import AsyncClient, ruleset
from euchre_referee.rules.presets import PRESETS
from tests.chaos.tables import DEALS, SETTLED_WITHIN, players_of
from tests.operations.rolling import CLOCKS, RollingTables
from tests.store.until import until

OVER_HTTP: Final = "over-http"
BEHIND_ENVOY: Final = "behind-envoy"
BY_LOT: Final = "by-lot"
BY_LOT_TOO: Final = "by-lot-too"
BEHIND_ENVOY_TOO: Final = "behind-envoy-too"
SESSIONS: Final = (OVER_HTTP, BEHIND_ENVOY, BY_LOT, BY_LOT_TOO, BEHIND_ENVOY_TOO)
"""By seat; tables of three and of five are among them."""


class SpreadTables(RollingTables):
    """Games of every preset, with nobody at them but these sessions."""

    def __init__(self, operator: AsyncClient) -> None:
        super().__init__(operator)
        self._maker: Final = operator

    async def begin(self) -> None:
        """One more game."""
        preset = list(PRESETS)[len(self.preset_of) % len(PRESETS)]
        # A game counts before it is made: several are made at once.
        number = f"about to be made {len(self.preset_of)}"
        self.preset_of[number] = preset
        seats = [SeatReservation(name=session, session=session) for session in SESSIONS[: players_of(preset)]]
        made = await self._maker.create_game(
            ruleset(preset, {"max_deals": DEALS}), seats=seats, clocks=CLOCKS, conduct=Conduct(strike_limit=0)
        )
        del self.preset_of[number]
        self.preset_of[made.game] = preset
        if not self.over[made.game].is_set():
            self.open.add(made.game)

    async def all_go_on(self, decisions: int) -> None:
        """Waits until everybody who sits at most tables has been told of so many further decisions."""
        before = self.told_by.copy()
        often = SESSIONS[:3]
        await until(lambda: all(self.told_by[one] >= before[one] + decisions for one in often), SETTLED_WITHIN)
