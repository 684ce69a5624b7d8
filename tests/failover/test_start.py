"""`euchre serve` does not begin on a store that would lose games, and says which setting is wrong and what to do."""

import asyncio
from pathlib import Path
from typing import Final

from redis import Redis

from euchre_referee.cli.exit_codes import BAD_ARGUMENTS, STORE_UNFIT
from euchre_referee.store import Embedded
from tests.ops.test_serve import serve

WRONG: Final = {
    ("maxmemory-policy", "allkeys-lru"): "set maxmemory-policy to noeviction",
    ("appendfsync", "everysec"): "Set appendonly yes and appendfsync always",
}


async def test_a_store_that_would_lose_games_is_refused(tmp_path: Path) -> None:
    with Embedded(tmp_path) as store:
        admin = Redis(unix_socket_path=str(store.socket), protocol=2)
        for (setting, value), advice in WRONG.items():
            before = str(admin.config_get(setting)[setting])
            admin.config_set(setting, value)
            code, said = await serve("--store", store.url)
            assert (code, advice in said) == (STORE_UNFIT, True), said
            assert said.startswith("euchre serve: the store at unix://")
            admin.config_set(setting, before)
        admin.close()
        asked = (("--wait-replicas", "1"), ("--wait-ms", "0"))
        told = await asyncio.gather(*(serve("--store", store.url, *options) for options in asked))
    for options, (code, said) in zip(asked, told, strict=True):
        assert code == BAD_ARGUMENTS, (options, said)
        assert "replicas" in said
        assert "Traceback" not in said
