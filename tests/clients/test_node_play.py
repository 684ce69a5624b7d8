"""A client made by another toolchain, grpc-js on Node, plays a game to its end against players of our own."""

import asyncio
import json

from euchre_client import AsyncClient, ruleset
from euchre_referee.cli.bot import built_in
from tests.clients.conftest import Node
from tests.conftest import Server


async def test_a_node_player_plays_a_game_to_its_end(server: Server, node: Node) -> None:
    async with AsyncClient(server.address) as host:
        game = (await host.create_game(ruleset("buck", {"max_deals": 3}))).game
        ours = [AsyncClient(server.address) for _ in range(3)]
        for client in ours:
            await client.join_game(game, "ours")
        playing = [asyncio.create_task(client.play(built_in("careful", 1), games=1)) for client in ours]
        process = await asyncio.create_subprocess_exec(
            *node.command("play.js", server.address, game, "Nina"),
            env=node.environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        said, complained = await process.communicate()
        assert process.returncode == 0, complained.decode()
        played = json.loads(said)
        assert [report.games for report in await asyncio.gather(*playing)] == [1, 1, 1]
        judged = json.loads(await host.adjudicate(await host.get_record(game)))
        for client in ours:
            await client.close()
    assert played["seat"] == 3
    assert played["decisions"] > 0
    assert played["end"]["termination"] == "TERMINATION_NORMAL"
    assert judged["error"] is None
    assert judged["scores"] == played["end"]["scores"]
