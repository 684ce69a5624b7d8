"""Animals whose decisions are wrong: illegal, late, none, another's, or the same again and again."""

from collections.abc import Sequence
from typing import Any, Final

import grpc

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as api
from euchre.v1 import referee_service_pb2 as referee
from tests.api.callers import Caller, decision
from tests.zoo.cage import Cage

NEVER_LEGAL: Final = ("fly", "bid 3", "give 9c")
"""In Euchre: not of the grammar, not of this game, not at any step."""
SEATS: Final = 4


async def illegal(cage: Cage) -> None:
    """Answers every turn with what is not legal."""
    async with cage.caller() as caller:
        call = caller.play()
        await call.write(api.PlayRequest())
        async for frame in cage.frames(call):
            made = [decision(turn, text) for turn in frame.turns for text in NEVER_LEGAL]
            await _send(call, made, frame)


async def silent(cage: Cage) -> None:
    """Holds its stream open, acknowledges, and never answers."""
    async with cage.caller() as caller:
        call = caller.play()
        await call.write(api.PlayRequest())
        async for frame in cage.frames(call):
            await _send(call, (), frame)


async def late(cage: Cage) -> None:
    """Answers a turn as soon as the clock has decided it."""
    async with cage.caller() as caller:
        call = caller.play()
        await call.write(api.PlayRequest())
        missed: pb.Turn | None = None
        async for frame in cage.frames(call):
            if missed is not None and (frame.turns or frame.ends):
                await _act(cage, caller, decision(missed))
            missed = frame.turns[0] if frame.turns else missed
            await _send(call, (), frame)


async def meddling(cage: Cage) -> None:
    """Plays its own seat in order; before that it decides for the others, and for itself where another was to act."""
    async with cage.caller() as caller:
        call = caller.play()
        await call.write(api.PlayRequest())
        async for frame in cage.frames(call):
            for turn in frame.turns:
                for seat in {*range(SEATS)} - {cage.seat}:
                    await _act(cage, caller, _for_seat(turn, seat, turn.version))
                if turn.view.moves and turn.view.moves[-1].seat != cage.seat:
                    await _act(cage, caller, _for_seat(turn, cage.seat, turn.version - 1))
            await _send(call, [decision(turn) for turn in frame.turns], frame)


def _for_seat(turn: pb.Turn, seat: int, version: int) -> pb.Decision:
    return pb.Decision(game=turn.game, version=version, seat=seat, text=turn.legal[0].text)


async def repeating(cage: Cage) -> None:
    """Sends every decision five times, by every way there is, and then tries to take it back."""
    async with cage.caller() as caller:
        call = caller.play()
        await call.write(api.PlayRequest())
        async for frame in cage.frames(call):
            made = [decision(turn) for turn in frame.turns]
            await _send(call, made * 3, frame)
            for turn, each in zip(frame.turns, made, strict=True):
                first = await _act(cage, caller, each)
                again = await caller.call(caller.player.Act, api.PlayerServiceActRequest(decisions=[each, each]))
                cage.judged(again.verdicts)
                verdicts = [verdict for verdict in (first, *again.verdicts) if verdict and verdict.HasField("accepted")]
                assert all(verdict == verdicts[0] for verdict in verdicts)
                if len(turn.legal) > 1:
                    await _act(cage, caller, decision(turn, turn.legal[-1].text))


async def wrong_history(cage: Cage) -> None:
    """Decides on heads and versions that there never were, then as it should."""
    async with cage.caller() as caller:
        call = caller.play()
        await call.write(api.PlayRequest())
        decided: set[int] = set()
        async for frame in cage.frames(call):
            made: list[pb.Decision] = []
            for turn in frame.turns:
                if turn.version in decided:
                    # It was sent anew because of what was wrong.
                    continue
                decided.add(turn.version)
                right = decision(turn)
                other_head, no_such_version = pb.Decision(), pb.Decision()
                other_head.CopyFrom(right)
                other_head.head = bytes(16)
                no_such_version.CopyFrom(right)
                no_such_version.version = turn.version + 1000
                made += [other_head, no_such_version, right]
            await _send(call, made, frame)


async def _send(call: Any, decisions: Sequence[pb.Decision], frame: api.PlayResponse) -> None:
    """Answers a frame; the stream may be over by then."""
    try:
        await call.write(api.PlayRequest(acknowledged=frame.number, decisions=decisions))
    except grpc.aio.AioRpcError:
        return


async def _act(cage: Cage, caller: Caller, made: pb.Decision) -> pb.Verdict | None:
    """The verdict; a refusal is noted."""
    try:
        return (await caller.call(caller.referee.Act, referee.ActRequest(decision=made))).verdict
    except grpc.aio.AioRpcError as error:
        cage.refused(error)
        return None
