"""Games, what their players were told, and whether the logs say the same."""

import asyncio
from base64 import b64decode
from collections import defaultdict
from json import loads
from typing import Final
from zlib import crc32

from euchre.v1.game_pb2 import GameEnd, Turn, Verdict
from euchre.v1.referee_service_pb2 import SeatReservation
from euchre_client import AsyncClient, ruleset
from euchre_referee.referee.entries import Acted, Mark, decode
from euchre_referee.referee.verifying import verify
from euchre_referee.rules.actions import action_text
from tests.referee.heads import heads_of

SESSIONS: Final = tuple(f"bot-{seat}" for seat in range(4))
LIMIT_MS: Final = 60_000


class Tables:
    """The games, and everything that the four players decided and heard."""

    def __init__(self, operator: AsyncClient) -> None:
        self._operator: Final = operator
        self.all: Final[list[str]] = []
        self.over: Final[set[str]] = set()
        self.decided: Final[defaultdict[str, dict[int, str]]] = defaultdict(dict)
        self.verdicts: Final[defaultdict[str, dict[int, Verdict]]] = defaultdict(dict)
        self.refused: Final[list[Verdict]] = []
        self.faults: Final[list[str]] = []

    async def begin(self, number: int, max_deals: int = 2) -> None:
        """So many games more."""
        await asyncio.gather(*(self._begin(max_deals) for _ in range(number)))

    async def _begin(self, max_deals: int) -> None:
        made = await self._operator.create_game(
            ruleset("euchre", {"max_deals": max_deals, "all_pass": "stick_dealer"}),
            seats=[SeatReservation(name=session, session=session) for session in SESSIONS],
            action_limit_ms=LIMIT_MS,
            strike_limit=0,
        )
        self.all.append(made.game)

    @property
    def acknowledged(self) -> int:
        """Decisions that a player was told are accepted."""
        return sum(map(len, self.verdicts.values()))

    @property
    def finished(self) -> bool:
        """Every player's every game is over."""
        return self.over.issuperset(self.all)

    async def answer(self, turn: Turn) -> str:
        """The bot that plays."""
        return self.choose(turn)

    def choose(self, turn: Turn) -> str:
        """A bot whose answer depends on nothing but the turn."""
        answer = turn.legal[crc32(f"{turn.game} {turn.version}".encode()) % len(turn.legal)].text
        self.decided[turn.game][turn.version] = answer
        return answer

    def told(self, verdict: Verdict) -> None:
        """A player has been told."""
        if verdict.HasField("refusal"):
            self.refused.append(verdict)
            return
        first = self.verdicts[verdict.game].setdefault(verdict.version, verdict)
        if first != verdict:
            self.faults.append(f"{verdict.game} version {verdict.version}: {first} then {verdict}")

    def ended(self, end: GameEnd) -> None:
        """A player has been told of an end."""
        self.over.add(end.game)

    async def faults_found(self) -> list[str]:
        """What was acknowledged and is not on record, or is twice; what does not verify; what contradicts itself."""
        found = list(self.faults)
        for game in self.all:
            record = loads(await self._operator.get_record(game))
            found += [f"{game}: {fault}" for fault in verify(record)]
            found += self._held_against(game, [b64decode(text) for text in record["proof"]["entries"]])
        return found

    def _held_against(self, game: str, log: list[bytes]) -> list[str]:
        entries, heads, found = [decode(raw) for raw in log], heads_of(log), []
        for version, verdict in self.verdicts[game].items():
            place, accepted = f"{game} version {version}", verdict.accepted
            entry = entries[version] if version < len(entries) else None
            if not isinstance(entry, Acted) or (entry.seat, action_text(entry.action), entry.mark) != (
                verdict.seat,
                accepted.action,
                Mark.OWN,
            ):
                found.append(f"{place}: {accepted.action} was acknowledged and is not there")
            elif heads[accepted.next_version] != accepted.next_head:
                found.append(f"{place}: the head that the verdict names is not the log's")
        for version, entry in enumerate(entries):
            if isinstance(entry, Acted) and self.decided[game].get(version) != action_text(entry.action):
                found.append(f"{game} version {version}: nobody decided {action_text(entry.action)}")
        return found
