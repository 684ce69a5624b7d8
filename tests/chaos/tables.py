"""The games of a storm: of every preset, under several clocks and conduct rules, some with a misbehaving bot."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import Final
from zlib import crc32

from euchre.v1.game_pb2 import GameEnd, Turn, Verdict
from euchre.v1.referee_service_pb2 import (
    SANCTION_DEFAULT_ACTION,
    SANCTION_FORFEIT,
    SANCTION_LOSE_DEAL,
    Clocks,
    Conduct,
    Sanction,
    SeatReservation,
)
from euchre_client import AsyncClient, Reason, ruleset
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from tests.chaos.season import Season

SETTLED_WITHIN: Final = 90.0
"""Seconds within which every game ends once nothing goes wrong any more."""
PLAYERS: Final = 5
"""Sessions that behave well; as many as the largest table has seats."""
DEALS: Final = 2
# With these a bot that behaves well may lose time, but no game.
CLOCKS: Final = (
    Clocks(action_limit_ms=30_000),
    Clocks(action_limit_ms=2_000, bank_ms=20_000, lag_quota_ms=1_000, lag_regain_ms=100),
    Clocks(preset="standard"),
    Clocks(preset="sudden-death"),
)
ANIMALS_CLOCKS: Final = Clocks(action_limit_ms=300, bank_ms=2_000)
SANCTIONS: Final = (SANCTION_DEFAULT_ACTION, SANCTION_LOSE_DEAL, SANCTION_FORFEIT)
ANIMALS_PRESET: Final = "euchre"
"""The zoo's illegal actions are such in this one."""
EXCUSED: Final = frozenset({Reason.TIME_OVER, Reason.BUSY, Reason.STORE_UNAVAILABLE})
"""Refusals that a bot may get which decides nothing but what is legal, on turns that it was given."""

Invite = Callable[[str, str, int, asyncio.Event], None]
"""Brings a misbehaving bot to its seat: session, game, seat, and what is set when the game is over."""


class Tables:
    """The games, and what the players were told of them."""

    def __init__(self, operator: AsyncClient, rng: random.Random, invite: Invite) -> None:
        self._operator: Final = operator
        self._rng: Final = rng
        self._invite: Final = invite
        self._presets: Final = list(PRESETS)
        self.decided: Final[defaultdict[str, dict[int, str]]] = defaultdict(dict)
        self.verdicts: Final[defaultdict[str, dict[int, Verdict]]] = defaultdict(dict)
        self.guests: Final[dict[str, int]] = {}
        """The seats of misbehaving bots, by game."""
        self.preset_of: Final[dict[str, str]] = {}
        """Every game's preset."""
        self.open: Final[set[str]] = set()
        self.over: Final[defaultdict[str, asyncio.Event]] = defaultdict(asyncio.Event)
        self.contradicted: Final[list[str]] = []
        self.repeated = 0
        self._begun = 0
        self._changed: Final = asyncio.Event()

    async def begin(self) -> None:
        """One more game."""
        number, self._begun = self._begun, self._begun + 1
        with_guest = number % 4 == 3
        preset = ANIMALS_PRESET if with_guest else self._presets[number % len(self._presets)]
        sessions = [f"chaos-{seat}" for seat in range(players_of(preset))]
        guest_seat = self._rng.randrange(len(sessions))
        guest = f"guest-{number}"
        if with_guest:
            sessions[guest_seat] = guest
        made = await self._operator.create_game(
            ruleset(preset, {"max_deals": DEALS}),
            seats=[SeatReservation(name=session, session=session) for session in sessions],
            clocks=ANIMALS_CLOCKS if with_guest else self._rng.choice(CLOCKS),
            conduct=self._conduct(with_guest),
        )
        self.preset_of[made.game] = preset
        if with_guest:
            self.guests[made.game] = guest_seat
            self._invite(guest, made.game, guest_seat, self.over[made.game])
        # An answer that was lost and asked for again may come after the whole game.
        if not self.over[made.game].is_set():
            self.open.add(made.game)

    def _conduct(self, strict: bool) -> Conduct:
        sanctions: list[Sanction.ValueType] = [self._rng.choice(SANCTIONS) for _ in range(2)]
        limit = 3 if strict else self._rng.choice((0, 1, 3))
        if limit == 0:
            sanctions[0] = SANCTION_DEFAULT_ACTION
        return Conduct(strike_limit=limit, on_strikes=sanctions[0], on_timeout=sanctions[1])

    def choose(self, turn: Turn) -> str:
        """A bot whose answer depends on nothing but the turn."""
        answer = turn.legal[crc32(f"{turn.game} {turn.version}".encode()) % len(turn.legal)].text
        self.decided[turn.game][turn.version] = answer
        return answer

    def told(self, verdict: Verdict) -> None:
        """A player has been told."""
        if not verdict.HasField("accepted"):
            if verdict.refusal.reason not in EXCUSED:
                self.contradicted.append(f"{verdict.game} version {verdict.version}: {verdict.refusal}")
            return
        first = self.verdicts[verdict.game].setdefault(verdict.version, verdict)
        if first is not verdict:
            self.repeated += 1
            if first != verdict:
                self.contradicted.append(f"{verdict.game} version {verdict.version}: {first} then {verdict}")

    def ended(self, end: GameEnd) -> None:
        """A player has been told of an end."""
        self.over[end.game].set()
        self.open.discard(end.game)
        self._changed.set()

    async def keep_open(self, number: int, season: Season) -> None:
        """So many games at once while it storms; afterwards until all have ended or the time for that is up."""
        while not season.over:
            missing = number - len(self.open)
            await asyncio.gather(*(self.begin() for _ in range(missing)))
            await self._change()
        async with asyncio.timeout(SETTLED_WITHIN):
            while self.open:
                await self._change()

    async def _change(self) -> None:
        """A game has ended, or it is time to look."""
        self._changed.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), 0.5)


def players_of(preset: str) -> int:
    """Seats at a table."""
    rules = parse_ruleset(preset, {})
    assert isinstance(rules, RuleSet)
    return rules.players
