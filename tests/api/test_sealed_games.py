"""Games that lie sealed: they are played, watched and verified like any other, and the store tells nothing of them."""

import json
from base64 import b64decode
from pathlib import Path
from typing import Final

import grpc

from euchre.v1 import game_pb2 as pb
from euchre.v1 import referee_service_pb2 as api
from euchre.v1 import tournament_service_pb2 as tournament
from euchre_referee.referee.entries import Dealt, decode
from euchre_referee.store import Embedded, connect
from euchre_referee.store.keys import log_key
from euchre_referee.store.sealing import Sealing
from tests.api.callers import Caller, new_game
from tests.api.nearby import nearby
from tests.api.test_watching import play_on, watch

SEED: Final = bytes(range(100, 132))
NONCES: Final = (b"nonce of an entrant",)
KEYS: Final = {"k1": b"1" * 32}


def everything(directory: Path) -> bytes:
    """What the store has on its disk."""
    return b"".join(path.read_bytes() for path in directory.rglob("*") if path.is_file())


async def board(operator: Caller, sessions: list[str]) -> api.CreateGameRequest:
    """A game of a new board with a chosen seed."""
    boards = tournament.CreateBoardsRequest(request_id="boards", count=1, seed=SEED)
    (made,) = (await operator.call(operator.tournament.CreateBoards, boards)).boards
    request = new_game(sessions, max_deals=1, all_pass="stick_dealer")
    request.board = made.id
    request.nonces.extend(NONCES)
    return request


async def test_the_store_tells_nothing_of_a_sealed_game(tmp_path: Path, session: str) -> None:
    with Embedded(tmp_path / "store") as store:
        async with nearby(store.url, sealing=Sealing(KEYS)) as referee:
            async with referee.caller("op", operator=True) as operator, referee.caller(session) as bot:
                chosen = new_game([session] * 4, max_deals=2, all_pass="stick_dealer")
                chosen.seed = SEED
                games = [
                    (await operator.call(operator.referee.CreateGame, request)).game
                    for request in (chosen, await board(operator, [session] * 4))
                ]
                for game in games:
                    await play_on(bot, game)
                records = []
                for game in games:
                    answer = await operator.call(operator.referee.GetRecord, api.GetRecordRequest(game=game))
                    verified = await operator.call(operator.referee.Verify, api.VerifyRequest(record=answer.record))
                    assert verified.in_order, verified.faults
                    records.append(json.loads(answer.record))
                whole = [event async for answer in watch(operator, games[0]) for event in answer.events]
                assert whole[-1].WhichOneof("what") == "game_over"
            kept = everything(tmp_path / "store")
        for record in records:
            entries = [b64decode(entry) for entry in record["proof"]["entries"]]
            orders = [entry.order for entry in map(decode, entries) if isinstance(entry, Dealt)]
            secrets = [bytes.fromhex(record["proof"]["seed"]), *orders, *NONCES, SEED, SEED.hex().encode()]
            assert not [secret for secret in secrets if secret in kept]
            assert not [entry for entry in entries if entry in kept]
            assert record["id"].encode() in kept


async def test_a_referee_without_the_key_says_so(tmp_path: Path, session: str) -> None:
    with Embedded(tmp_path / "store") as store:
        async with (
            nearby(store.url, sealing=Sealing(KEYS)) as sealing,
            nearby(store.url) as plain,
            sealing.caller("op", operator=True) as operator,
            plain.caller(session) as bot,
        ):
            game = await operator.create([session] * 4)
            refused = await bot.refused(bot.referee.GetView, api.GetViewRequest(game=game))
            assert (refused.code, refused.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "GAME_SEALED")
            assert "'k1'" in refused.text
            act = api.ActRequest()
            act.decision.game, act.decision.version, act.decision.text = game, 2, "pass"
            assert (await bot.refused(bot.referee.Act, act)).reason == "GAME_SEALED"
            own = await bot.call(bot.referee.CreateGame, new_game())
            assert (await operator.view(own.game)).players == ["", "", "", ""]


async def test_a_game_whose_seal_is_broken_can_be_ended(tmp_path: Path, session: str) -> None:
    with Embedded(tmp_path / "store") as store:
        async with nearby(store.url, sealing=Sealing(KEYS)) as before, before.caller("op", operator=True) as operator:
            game = await operator.create([session] * 4)
        raw = connect(store.url)
        (entry,) = await raw.command("LRANGE", log_key(game), 1, 1)
        await raw.command("LSET", log_key(game), 1, bytes((*entry[:-1], entry[-1] ^ 1)))
        await raw.aclose()
        async with nearby(store.url, sealing=Sealing(KEYS)) as after, after.caller("op", operator=True) as operator:
            refused = await operator.refused(operator.referee.GetView, api.GetViewRequest(game=game))
            assert (refused.code, refused.reason) == (grpc.StatusCode.INTERNAL, "INTERNAL")
            assert after.counted("euchre_broken_logs_total") >= 1
            await operator.call(operator.referee.AbortGame, api.AbortGameRequest(game=game))
            assert (await operator.view(game)).end.termination == pb.TERMINATION_VOID
