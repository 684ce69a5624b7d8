"""Which games there are: by stage, and by session."""

import asyncio
import math
from collections.abc import Collection
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from euchre_referee.store.append import Stage
from euchre_referee.store.connect import Store
from euchre_referee.store.game_id import bucket_of
from euchre_referee.store.keys import bucket_keys
from euchre_referee.store.script import COUNTS

_INDEX: Final = {Stage.WAITING: "waiting", Stage.RUNNING: "running", Stage.FINISHED: "finished"}


class StageCounts(NamedTuple):
    """Games in each stage."""

    waiting: int
    running: int
    finished: int


class Page(NamedTuple):
    """Some games, and the cursor of the page after it (None after the last)."""

    games: tuple[str, ...]
    cursor: str | None
    scores: tuple[float, ...] = ()
    """Of each game: when it was entered, of finished ones when they expire; infinite for those that are held."""


class Seat(NamedTuple):
    """A place of a session at a table."""

    game: str
    seat: int


class _Place(NamedTuple):
    """How far a listing has come: the bucket, and the last member given from it."""

    bucket: int
    score: float
    member: bytes


class Catalogue:
    """Lists and counts. Methods raise redis.exceptions.RedisError when the store does not answer."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def counts(self) -> StageCounts:
        """How many games are in each stage."""
        calls = [
            self._store.read_script(
                COUNTS,
                [
                    key
                    for bucket in buckets
                    for key in (
                        bucket_keys(bucket).waiting,
                        bucket_keys(bucket).running,
                        bucket_keys(bucket).finished,
                    )
                ],
                [],
            )
            for buckets in self._store.calls()
        ]
        return StageCounts(*(sum(column) for column in zip(*await asyncio.gather(*calls), strict=True)))

    async def list_games(self, stage: Stage, cursor: str | None, limit: int) -> Page:
        """At most `limit` games of a stage, from a page's cursor on (None: from the beginning).

        Games that stay in the stage are listed once; the order is by bucket, then by time. Raises ValueError
        for a text that is no cursor.
        """
        place = _parse(cursor, self._store.buckets) if cursor is not None else _Place(0, -math.inf, b"")
        games: list[str] = []
        scores: list[float] = []
        for bucket in await self._filled(stage, place.bucket):
            start = place if bucket == place.bucket else _Place(bucket, -math.inf, b"")
            for member, score in await self._after(stage, start, limit - len(games)):
                games.append(member.decode())
                scores.append(score)
                if len(games) == limit:
                    return Page(tuple(games), f"{bucket}:{score!r}:{member.decode()}", tuple(scores))
        return Page(tuple(games), None, tuple(scores))

    async def games_of(self, session: str) -> list[Seat]:
        """The games in which a session has a seat, finished ones included until they expire."""
        seats, missing = await self.games_found(session)
        if missing is not None:
            raise missing
        return seats

    async def games_found(self, session: str) -> tuple[list[Seat], RedisError | None]:
        """As `games_of`; where some nodes of a cluster are away the others' games, and why they are not all."""
        prefix = session.encode() + b"\0"
        found = await self._store.commands(
            [
                ("ZRANGE", bucket_keys(bucket).seats, b"[" + prefix, b"[" + prefix + b"\xff", "BYLEX")
                for bucket in range(self._store.buckets)
            ]
        )
        seats: list[Seat] = []
        missing: RedisError | None = None
        for members in found:
            if isinstance(members, RedisError):
                missing = members
                continue
            for member in members:
                _, game, seat = member.split(b"\0", 2)
                seats.append(Seat(game.decode(), int(seat)))
        return seats, missing

    async def open_games(self, session: str, enough: int) -> set[str]:
        """The games that are not over in which a session has a seat; of fewer than `enough` also those that are."""
        games = {seat.game for seat in await self.games_of(session)}
        if len(games) < enough:
            return games
        by_bucket: dict[int, list[str]] = {}
        for game in games:
            by_bucket.setdefault(bucket_of(game), []).append(game)
        found = await self._store.commands(
            [("ZMSCORE", bucket_keys(bucket).finished, *members) for bucket, members in by_bucket.items()]
        )
        for members, scores in zip(by_bucket.values(), found, strict=True):
            if isinstance(scores, RedisError):
                raise scores
            games -= {game for game, score in zip(members, scores, strict=True) if score is not None}
        return games

    async def unfinished(self, games: Collection[str]) -> set[str]:
        """Those of the games that wait or run; not those that are over or gone."""
        by_bucket: dict[int, list[str]] = {}
        for game in games:
            by_bucket.setdefault(bucket_of(game), []).append(game)
        found = await self._store.commands(
            [
                ("ZMSCORE", key, *members)
                for bucket, members in by_bucket.items()
                for key in (bucket_keys(bucket).waiting, bucket_keys(bucket).running)
            ]
        )
        unfinished: set[str] = set()
        asked = [members for members in by_bucket.values() for _ in range(2)]
        for members, scores in zip(asked, found, strict=True):
            if isinstance(scores, RedisError):
                raise scores
            unfinished |= {game for game, score in zip(members, scores, strict=True) if score is not None}
        return unfinished

    async def _filled(self, stage: Stage, first: int) -> list[int]:
        """The buckets from `first` on that have games in the stage: asked in one round trip, for most are empty where
        there are few games, and a full page comes from few where there are many."""
        buckets = range(first, self._store.buckets)
        numbers = await self._store.commands(
            [("ZCARD", getattr(bucket_keys(bucket), _INDEX[stage])) for bucket in buckets]
        )
        for number in numbers:
            if isinstance(number, RedisError):
                raise number
        return [bucket for bucket, number in zip(buckets, numbers, strict=True) if number]

    async def _after(self, stage: Stage, place: _Place, limit: int) -> list[tuple[bytes, float]]:
        key = getattr(bucket_keys(place.bucket), _INDEX[stage])
        found: list[tuple[bytes, float]] = []
        offset = 0
        while len(found) < limit:
            command = ["ZRANGEBYSCORE", key, repr(place.score), "+inf", "WITHSCORES", "LIMIT", offset, limit]
            answer: list[bytes] = await self._store.command(*command)
            page = [(member, float(score)) for member, score in zip(answer[::2], answer[1::2], strict=True)]
            # Games of the same moment stand in the order of their ids; those already given are passed over.
            found.extend((member, score) for member, score in page if (score, member) > (place.score, place.member))
            if len(page) < limit:
                break
            offset += limit
        return found[:limit]


def _parse(cursor: str, buckets: int) -> _Place:
    try:
        bucket, score, member = cursor.split(":", 2)
        place = _Place(int(bucket), float(score), member.encode())
    except ValueError:
        raise ValueError(f"{cursor[:60]!r} is no cursor of a page of games") from None
    if not 0 <= place.bucket < buckets or math.isnan(place.score):
        raise ValueError(f"{cursor[:60]!r} is no cursor of a page of games in this store")
    return place
