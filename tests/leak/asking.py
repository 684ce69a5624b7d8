"""Everything that a caller can be told of a game, as it comes over the wire, without its heads."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

import grpc
from google.protobuf.message import Message

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as referee
from euchre_referee.referee.game import Game
from euchre_referee.rules.actions import ACTION_TEXT
from tests.api.callers import WITHIN, Caller
from tests.api.http.callers import Site
from tests.api.test_frames import Stream
from tests.leak.over_http import look_over_http
from tests.leak.worlds import Viewer

Found = dict[str, bytes]
"""What was told, by what was asked."""

HEADS: Final = frozenset({"head", "next_head"})
FORMATS: Final = (referee.RECORD_FORMAT_JSON, referee.RECORD_FORMAT_EGN)

WORDS: Final = (
    "pass", "order", "order alone", "name h", "name n alone", "take", "bid 1", "bid 5", "bid 6", "partner Ah", "alone",
    "claim", "discard 9c", "discard Jd", "give Ah", "swap 9h", "keep", "defend", "stay", "withdraw", "nonsense",
    "play B", *(f"play {rank}{suit}" for rank in "9JA" for suit in "cdhs"),
)  # fmt: skip
IN_STATUSES: Final = ("claim", "play 9c", "play Jd", "partner Ah", "discard Jd", "nonsense")
"""What is also decided in calls of their own, whose refusal is a status."""


def headless(message: Message) -> bytes:
    """A message without its heads, those of the messages in it included."""
    _behead(message)
    return message.SerializeToString(deterministic=True)


def as_it_is(message: Message) -> bytes:
    """A message with all that is in it."""
    return message.SerializeToString(deterministic=True)


class Questions(NamedTuple):
    """What is asked of a game, and how the answers are compared."""

    compared: Callable[[Message], bytes] = headless
    starts: tuple[int, ...] = (0,)
    """Versions that watchers name, beside the game's own and a later one unless they wait."""
    waits: bool = False
    """A watcher of a version that is not shown yet has to wait."""
    full: bool = False
    """All cards are asked for by somebody who may see them."""


def _behead(message: Message) -> None:
    for field, value in message.ListFields():
        if field.name in HEADS:
            message.ClearField(field.name)
        elif field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for each in value if isinstance(value, Sequence) or field.is_repeated else (value,):
                _behead(each)


async def answer(
    caller: Caller, method: Any, request: Message, compared: Callable[[Message], bytes] = headless
) -> bytes:
    """The answer to a call or its refusal, with all metadata."""
    call = method(request, metadata=caller.metadata, timeout=WITHIN)
    try:
        content = compared(await call)
    except grpc.aio.AioRpcError as error:
        content = repr((error.code(), error.details())).encode()
    return content + await _metadata(call)


async def _metadata(call: Any) -> bytes:
    return repr((tuple(await call.initial_metadata() or ()), tuple(await call.trailing_metadata() or ()))).encode()


async def first_news(
    caller: Caller, request: referee.WatchRequest, compared: Callable[[Message], bytes] = headless
) -> bytes:
    """What a watcher is told at once."""
    call = caller.referee.Watch(request, metadata=caller.metadata, timeout=WITHIN)
    try:
        news = await call.read()
    except grpc.aio.AioRpcError as error:
        return repr((error.code(), error.details(), error.trailing_metadata())).encode()
    assert isinstance(news, referee.WatchResponse)
    call.cancel()
    return compared(news)


async def look(caller: Caller, game: Game, viewer: Viewer, questions: Questions) -> Found:
    """What can be seen of a game by looking."""
    service, compared, asked = caller.referee, questions.compared, dict[str, Awaitable[bytes]]()

    def ask(what: str, method: Any, request: Message) -> None:
        asked[what] = answer(caller, method, request, compared)

    ask("view", service.GetView, referee.GetViewRequest(game=game.id))
    for seat in range(game.rules.players):
        ask(f"view of seat {seat}", service.GetView, referee.GetViewRequest(game=game.id, seat=seat))
    ask("full view", service.GetView, referee.GetViewRequest(game=game.id, full=True))
    for form in FORMATS:
        ask(f"record {form}", service.GetRecord, referee.GetRecordRequest(game=game.id, format=form))
    ask("full record", service.GetRecord, referee.GetRecordRequest(game=game.id, full=True))
    for start in questions.starts if questions.waits else (*questions.starts, game.version, game.version + 9):
        watched = referee.WatchRequest(game=game.id, from_version=start)
        asked[f"news from {start}"] = first_news(caller, watched, compared)
    for start in questions.starts:
        owned = referee.WatchRequest(game=game.id, from_version=start, own=True)
        asked[f"own news from {start}"] = first_news(caller, owned, compared)
    asked["full news"] = first_news(caller, referee.WatchRequest(game=game.id, full=True), compared)
    ask("games", service.ListGames, referee.ListGamesRequest(stage=referee.STAGE_RUNNING, page_size=1000))
    ask("turns", caller.player.ListTurns, player.ListTurnsRequest())
    found = dict(zip(asked, await asyncio.gather(*asked.values()), strict=True))
    if viewer is not None:
        found |= await _streamed(caller, over=game.ended is not None)
    return found


async def _streamed(caller: Caller, *, over: bool) -> Found:
    """What a stream brings: the pending turns or the end, and the verdict on a game that is none."""
    stream = Stream(caller)
    waiting = (await caller.call(caller.player.ListTurns, player.ListTurnsRequest())).turns
    await stream.send([pb.Decision(game="none")])
    await stream.until(lambda: stream.verdicts and len(stream.turns) == len(waiting) and (stream.ends or not over))
    stream.call.cancel()
    return {
        "frames": b"".join(map(headless, stream.turns)),
        "verdicts": b"".join(map(headless, stream.verdicts)),
        "ends": b"".join(map(headless, stream.ends)),
    }


async def everything(caller: Caller, site: Site, game: Game, viewer: Viewer, questions: Questions) -> Found:
    """What looking tells before decisions are refused, and after where that changes the game, and what these are told.

    The same is asked over gRPC and, of the bearer of the same token, over HTTP.

    Decisions that are legal for the viewer are left out: they would be accepted.
    """
    version, strikes = game.turn_version, bool(game.created.conduct.strike_limit)
    found = await look(caller, game, viewer, questions)
    legal = {ACTION_TEXT[code] for code in game.state.legal} if viewer == game.state.to_act else set()
    heads = questions.compared is as_it_is
    if not strikes:
        # Where they are strikes, decisions would lengthen the log.
        found |= await look_over_http(site, game, legal=legal, heads=heads)
    words = [text for text in WORDS if text not in legal]
    asked = [pb.Decision(game=game.id, version=version, text=text) for text in words]
    asked += [
        pb.Decision(game=game.id, version=past, text=text)
        for text in ("play 9c", "nonsense")
        for past in range(2, version)
    ]
    asked = asked[:256]
    # Where they are strikes each lengthens the log: then one after the other.
    for batch in [[each] for each in asked] if strikes and viewer == game.state.to_act else [asked]:
        acted = player.PlayerServiceActRequest(decisions=batch)
        found[f"verdicts on {batch[0].text} at {batch[0].version}"] = await answer(caller, caller.player.Act, acted)
    for text in IN_STATUSES:
        if text not in legal:
            decision = pb.Decision(game=game.id, version=version, text=text)
            found[f"status of {text}"] = await answer(caller, caller.referee.Act, referee.ActRequest(decision=decision))
    join = referee.JoinGameRequest(game=game.id, request_id="the same in every world", name="late", seat=0)
    found["join"] = await answer(caller, caller.referee.JoinGame, join)
    if viewer is None:
        found["resign"] = await answer(caller, caller.referee.Resign, referee.ResignRequest(game=game.id))
    if not strikes:
        return found
    after = await look(caller, game, viewer, questions)
    return found | {f"{what}, after refusals": content for what, content in after.items()}


def differences(first: Found, second: Found) -> Iterable[str]:
    """What is not the same in both."""
    return [what for what in sorted(first.keys() | second.keys()) if first.get(what) != second.get(what)]
