"""All finished games that a referee keeps, page by page, with when they ended and how long they are kept."""

from collections.abc import AsyncIterator
from time import time
from typing import Final, NamedTuple

from euchre.v1.referee_service_pb2 import STAGE_FINISHED, ListGamesResponse
from euchre_client import AsyncClient
from euchre_referee.cli.exporting.ledger import Unusable

_PAGE: Final = 500


class Finished(NamedTuple):
    """A game that is over. Milliseconds since 1970 by this machine's clock, less what the referee's stood still."""

    game: str
    ended_ms: int
    """Or earlier."""
    expires_ms: int | None
    """Or later; None: it is kept until its tournament is over."""


class Period(NamedTuple):
    """Which finished games are wanted, by their times; None: whichever."""

    since_ms: int | None = None
    before_ms: int | None = None
    expiring_within_ms: int | None = None

    def has(self, finished: Finished, now_ms: int) -> bool:
        """It is one of them."""
        if self.since_ms is not None and finished.ended_ms < self.since_ms:
            return False
        if self.before_ms is not None and finished.ended_ms >= self.before_ms:
            return False
        return self.expiring_within_ms is None or (
            finished.expires_ms is not None and finished.expires_ms <= now_ms + self.expiring_within_ms
        )


ALL: Final = Period()


async def finished_pages(client: AsyncClient, *, times: bool = False) -> AsyncIterator[ListGamesResponse]:
    """All finished games, a page at a time: bucket by bucket, in each what expires first."""
    cursor = ""
    while True:
        page = await client.list_games(STAGE_FINISHED, _PAGE, cursor, times=times)
        yield page
        cursor = page.next_page_token
        if not cursor:
            return


async def listed(client: AsyncClient, period: Period) -> AsyncIterator[list[Finished]]:
    """The games of a period, a page at a time. Raises Unusable for a referee that tells no times."""
    async for page in finished_pages(client, times=True):
        now_ms = int(time() * 1000)
        if len(page.times) != len(page.games):
            raise Unusable("this referee does not tell when games ended, as one of an earlier version does not")
        found = [
            Finished(
                game,
                now_ms - times.ended_ago_ms,
                now_ms + times.expires_in_ms if times.HasField("expires_in_ms") else None,
            )
            for game, times in zip(page.games, page.times, strict=True)
        ]
        yield [each for each in found if period.has(each, now_ms)]
