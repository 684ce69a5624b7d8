"""A failover that loses acknowledged decisions: everybody is told, and every game goes on to its end."""

import asyncio
from collections.abc import Mapping, Sequence
from json import loads
from pathlib import Path
from typing import Final

from euchre.v1.game_pb2 import Event, Turn, Verdict
from euchre_client import AsyncClient, Reason, Refused
from tests.failover.bots import WITHIN, playing
from tests.failover.tables import Tables
from tests.store.sentinels import watched
from tests.store.until import until

GAMES: Final = 8


class Held(Tables):
    """Players that think as long as they are held."""

    def __init__(self, operator: AsyncClient) -> None:
        super().__init__(operator)
        self.free: Final = asyncio.Event()
        self.free.set()
        self.thinking: Final[dict[tuple[str, int], Turn]] = {}
        """The turns that players hold, by game and seat."""

    async def answer(self, turn: Turn) -> str:
        """A bot that answers once it is let go."""
        self.thinking[turn.game, turn.seat] = turn
        try:
            await self.free.wait()
        finally:
            self.thinking.pop((turn.game, turn.seat), None)
        return self.choose(turn)

    async def hold(self) -> None:
        """Nobody answers any more; returns when a player of every game holds the turn and all answers are settled."""
        self.free.clear()
        await until(lambda: {game for game, _ in self.thinking} == set(self.all), WITHIN)
        await until(lambda: all(self.decided[game].keys() == self.verdicts[game].keys() for game in self.all), WITHIN)

    def forget_behind(self, kept: Mapping[str, int]) -> list[Verdict]:
        """What was acknowledged behind these versions does not count any more."""
        lost = []
        for game, version in kept.items():
            for later in [known for known in self.verdicts[game] if known >= version]:
                lost.append(self.verdicts[game].pop(later))
        return lost


class Watcher:
    """Follows a game to its end, and begins anew when it is told that the history changed."""

    def __init__(self, client: AsyncClient, game: str) -> None:
        self._client: Final = client
        self._game: Final = game
        self.changes: Final[list[Refused]] = []
        self.events: list[Event] = []
        """Since the last beginning."""

    async def follow(self) -> None:
        """Until the end."""
        while not self.events or not self.events[-1].HasField("game_over"):
            self.events = []
            try:
                async for answer in self._client.watch(self._game):
                    self.events += answer.events
            except Refused as refused:
                if refused.reason is not Reason.HISTORY_CHANGED:
                    raise
                self.changes.append(refused)


async def test_a_lost_tail_is_told_to_all_and_the_games_go_on(tmp_path: Path) -> None:
    async with watched(tmp_path) as servers, playing(servers.url, Held) as service:
        tables, operator = service.tables, service.operator
        await tables.begin(GAMES, max_deals=3)
        await until(lambda: tables.acknowledged > 3 * GAMES, WITHIN)
        await tables.hold()
        await servers.caught_up()
        kept = {game: (await operator.get_view(game)).version for game in tables.all}
        game = next(game for game in tables.all if game not in tables.over)
        watcher = Watcher(operator, game)
        following = asyncio.create_task(watcher.follow())

        await servers.part()
        before = tables.acknowledged
        tables.free.set()
        await until(lambda: tables.acknowledged >= before + 2 * GAMES, WITHIN)
        await tables.hold()
        lost = tables.forget_behind(kept)
        assert lost
        assert any(verdict.game == game for verdict in lost)
        await until(lambda: watcher.events[-1].version > kept[game], WITHIN)
        held = {place: turn for place, turn in tables.thinking.items() if turn.version > kept[turn.game]}
        await servers.fail_over()

        # The watcher is told although nobody decides anything.
        await until(lambda: watcher.changes, WITHIN)
        tables.free.set()
        await until(lambda: tables.finished, WITHIN)
        async with asyncio.timeout(WITHIN):
            await following
        assert [event.version for event in watcher.events] == sorted(event.version for event in watcher.events)

        # Whoever decided on the lost history was told so, and then got the turn that there is.
        changed = {(verdict.game, verdict.seat, verdict.version) for verdict in told_changed(tables)}
        assert changed
        assert changed <= {(turn.game, turn.seat, turn.version) for turn in held.values()}
        assert sum(replica.counted("euchre_append_conflicts_total") for replica in service.replicas) > 0
        refused = [replica.counted("euchre_refusals_total", reason="HISTORY_CHANGED") for replica in service.replicas]
        assert sum(refused) == len(told_changed(tables))
        for each in tables.all:
            record = loads(await operator.get_record(each))
            # Ended by the rules, and nobody's time ran out meanwhile.
            assert "end" not in record
            assert "marks" not in record
        # All that was acknowledged before the parting and after the failover stands.
        assert await tables.faults_found() == []


def told_changed(tables: Tables) -> Sequence[Verdict]:
    """The verdicts by which players were told that the history changed."""
    return [verdict for verdict in tables.refused if verdict.refusal.reason == Reason.HISTORY_CHANGED]
