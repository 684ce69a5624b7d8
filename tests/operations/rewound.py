"""Play over a store that is taken back to an earlier state: what was told before and after, held against both logs."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from euchre.v1.game_pb2 import Turn, Verdict
from euchre.v1.referee_service_pb2 import Conduct, SeatReservation
from euchre_client import AsyncClient, Reason, ruleset
from euchre_referee.referee.entries import Acted, Mark, decode
from euchre_referee.rules.actions import action_text
from euchre_referee.rules.presets import PRESETS
from euchre_referee.store import GameLog, connect
from euchre_referee.store.append import Stage
from euchre_referee.store.catalogue import Catalogue
from tests.chaos.tables import DEALS, EXCUSED, players_of
from tests.operations.rolling import CLOCKS, SESSIONS, RollingTables
from tests.referee.heads import heads_of

Log = Sequence[bytes]
_PAGE: Final = 1000
_LOOK_SECONDS: Final = 0.05


class RewoundTables(RollingTables):
    """Every verdict is kept, for a version may be decided twice: before the store was taken back, and after."""

    def __init__(self, operator: AsyncClient) -> None:
        super().__init__(operator)
        self._operating: Final = operator
        self._next_preset = 0
        self.accepted: Final[list[Verdict]] = []
        self.told_before = 0
        """How many of them came before the store was taken back."""
        self.refused: Final[list[Verdict]] = []
        """What may not be refused while one history is all there is."""
        self.answers: Final[defaultdict[tuple[str, int], set[str]]] = defaultdict(set)
        """What was decided, by game and version."""

    async def begin(self) -> None:
        """One more game, of the sessions alone."""
        preset = list(PRESETS)[self._next_preset % len(PRESETS)]
        self._next_preset += 1
        seats = [SeatReservation(name=session, session=session) for session in SESSIONS[: players_of(preset)]]
        made = await self._operating.create_game(
            ruleset(preset, {"max_deals": DEALS}), seats=seats, clocks=CLOCKS, conduct=Conduct(strike_limit=0)
        )
        self.preset_of[made.game] = preset
        if not self.over[made.game].is_set():
            self.open.add(made.game)

    def choose(self, turn: Turn) -> str:
        """As all do here."""
        answer = super().choose(turn)
        self.answers[turn.game, turn.version].add(answer)
        return answer

    def told(self, verdict: Verdict) -> None:
        """A player has been told."""
        if verdict.HasField("accepted"):
            self.accepted.append(verdict)
        elif verdict.refusal.reason not in {*EXCUSED, Reason.HISTORY_CHANGED}:
            self.refused.append(verdict)

    async def keep_making(self, number: int, enough: asyncio.Event) -> None:
        """So many games at once, until it is enough."""
        while not enough.is_set():
            await asyncio.gather(*(self.begin() for _ in range(number - len(self.open))))
            await asyncio.sleep(_LOOK_SECONDS)

    def faults(self, before: Mapping[str, Log], restored: Mapping[str, Log], after: Mapping[str, Log]) -> list[str]:
        """What is wrong, given the logs as they were at last, as they were restored, and as they became."""
        faults = [
            f"{verdict.game} version {verdict.version}: {verdict.refusal}"
            for verdict in self.refused
            if verdict.refusal.reason != Reason.GAME_NOT_FOUND or verdict.game in restored
        ]
        for verdict in self.accepted:
            kept = len(restored.get(verdict.game, ()))
            # What was decided after the backup is gone with the store that it stood in.
            if not (_stands(verdict, after) or (verdict.version >= kept and _stands(verdict, before))):
                faults.append(f"{verdict.game} version {verdict.version}: {verdict.accepted.action} is lost")
        for game, log in restored.items():
            if tuple(after[game][: len(log)]) != tuple(log):
                faults.append(f"{game}: it did not go on from the state that was restored")
        for game, log in after.items():
            for version, raw in enumerate(log):
                entry = decode(raw)
                if isinstance(entry, Acted) and entry.mark is not Mark.OWN:
                    faults.append(f"{game} version {version}: the clock decided")
                elif isinstance(entry, Acted) and action_text(entry.action) not in self.answers[game, version]:
                    faults.append(f"{game} version {version}: nobody decided {action_text(entry.action)}")
        return faults


def _stands(verdict: Verdict, logs: Mapping[str, Log]) -> bool:
    log = logs.get(verdict.game, ())
    if verdict.version >= len(log):
        return False
    entry = decode(log[verdict.version])
    return (
        isinstance(entry, Acted)
        and (entry.seat, action_text(entry.action)) == (verdict.seat, verdict.accepted.action)
        and heads_of(log)[verdict.accepted.next_version] == verdict.accepted.next_head
    )


async def logs_of(url: str) -> dict[str, Log]:
    """The logs of all games of a store, which nobody writes to meanwhile; each must end in its head."""
    store = connect(url)
    try:
        catalogue, reading = Catalogue(store), GameLog(store)
        games: list[str] = []
        for stage in Stage:
            cursor: str | None = None
            while True:
                page = await catalogue.list_games(stage, cursor, _PAGE)
                games += page.games
                if (cursor := page.cursor) is None:
                    break
        logs = {game: await reading.whole(game) for game in games}
        heads = await reading.heads(games)
    finally:
        await store.aclose()
    for game, log in logs.items():
        assert (heads[game].version, heads[game].digest) == (len(log), heads_of(log)[-1]), (
            f"{game}: log and head differ"
        )
    return dict(logs)


def example(name: str) -> Path:
    """A program that the documentation shows."""
    return Path(__file__).parents[2] / "docs" / "examples" / name
