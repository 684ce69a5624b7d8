"""News of games goes where a session is served; what came elsewhere is counted."""

from euchre_referee.store import connect
from euchre_referee.store.keys import CHANNEL_PREFIX
from euchre_referee.store.notice import TurnNotice, pack_turns
from tests.api.callers import Caller
from tests.api.nearby import Nearby, nearby
from tests.api.test_frames import Stream
from tests.conftest import Server
from tests.store.until import until


def notices(referee: Nearby) -> dict[str, float]:
    """Notices that came to a referee, by whether they were for a session served there."""
    return {served: referee.counted("euchre_notices_total", served=served) for served in ("yes", "moving", "no")}


async def play_on(operator: Caller, players: dict[str, Caller], game: str, sessions: list[str]) -> None:
    """One more decision, made by a call."""
    to_act = (await operator.view(game)).view.to_act
    caller = players[sessions[to_act]]
    await caller.act((await caller.view(game, to_act)).turn)


async def test_a_replica_hears_of_games_of_its_own_sessions_only(server: Server, session: str) -> None:
    one, other = f"{session}-one", f"{session}-other"
    sessions = [one, other] * 2
    async with (
        nearby(server.store) as here,
        nearby(server.store) as there,
        here.caller("op", operator=True) as operator,
        here.caller(one) as player,
        there.caller(other) as opponent,
    ):
        players = {one: player, other: opponent}
        game = await operator.create(sessions, "euchre", max_deals=0)
        stream = Stream(opponent)
        await stream.send()

        async def heard(served: str) -> bool:
            await play_on(operator, players, game, sessions)
            return notices(there)[served] > 0

        await until(lambda: heard("yes"))
        assert notices(there) == {"yes": notices(there)["yes"], "moving": 0, "no": 0}
        assert set(notices(here).values()) == {0}
        stream.call.cancel()


async def test_news_that_should_not_have_come_is_counted_apart(server: Server, session: str) -> None:
    async with nearby(server.store) as referee, referee.caller(session) as bot:
        stream = Stream(bot)
        await stream.send()
        await until(lambda: referee.access.streams == 1)
        stream.call.cancel()
        await until(lambda: referee.access.streams == 0)
        store = connect(server.store)
        message = pack_turns(
            [TurnNotice(session, "1-aaaaaaaaaaaaaaaa", 1), TurnNotice("other", "1-aaaaaaaaaaaaaaaa", 1)]
        )

        async def told() -> bool:
            # The referee's own channel is among those of all replicas of the store.
            for channel in await store.command("PUBSUB", "CHANNELS", CHANNEL_PREFIX + b"near-*"):
                await store.command("PUBLISH", channel, message)
            return notices(referee)["no"] > 0

        await until(told)
        assert notices(referee)["moving"] > 0
        assert notices(referee)["yes"] == 0
        await store.aclose()
