"""A bot that tells its keeper when its moment has come, and is killed then: `python -m tests.zoo.mortal`."""

import asyncio
import os
import signal
import sys
from enum import Enum
from typing import NoReturn

from euchre.v1.game_pb2 import Turn, Verdict
from euchre_client import AsyncClient


class Moment(Enum):
    """When it dies."""

    BEFORE_JOINING = "before it joins"
    AFTER_JOINING = "after it has joined"
    ON_ITS_TURN = "on its turn"
    BEFORE_THE_VERDICT = "after it has decided, before the verdict"
    MID_TRICK = "in the middle of a trick"
    BETWEEN_DEALS = "between two deals"


def reached() -> NoReturn:
    """Says so and dies at once: while it waited for others to kill it, it would stall with its stream open."""
    print("now", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("nobody survives that")


class Mortal:
    """Plays the first legal action until its moment."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self._led_to_others: set[int] = set()

    def choose(self, turn: Turn) -> str:
        """Its answer."""
        if self._moment is Moment.ON_ITS_TURN:
            reached()
        if self._moment is Moment.BEFORE_THE_VERDICT:
            print(turn.version, flush=True)
            sys.stdin.readline()
        answer = turn.legal[0].text
        if answer.startswith("play") and len(turn.view.trick) < 3:
            self._led_to_others.add(turn.version)
        return answer

    def told(self, verdict: Verdict) -> None:
        """It has a verdict."""
        if self._moment is Moment.MID_TRICK and verdict.version in self._led_to_others:
            reached()

    async def look_on(self, client: AsyncClient, game: str) -> None:
        """Dies with the first deal."""
        async for news in client.watch(game):
            if any(event.HasField("deal_over") for event in news.events):
                reached()


async def main(address: str, token: str, game: str, seat: int, moment: Moment) -> None:
    """Joins, and plays until it is killed."""
    mortal = Mortal(moment)
    async with AsyncClient(address, token) as client:
        if moment is Moment.BEFORE_JOINING:
            reached()
        await client.join_game(game, "mortal", seat=seat)
        if moment is Moment.AFTER_JOINING:
            reached()
        playing: list[asyncio.Task[object]] = [
            asyncio.create_task(client.play(mortal.choose, on_verdict=mortal.told, games=1))
        ]
        if moment is Moment.BETWEEN_DEALS:
            playing.append(asyncio.create_task(mortal.look_on(client, game)))
        await asyncio.gather(*playing)


if __name__ == "__main__":
    address, token, game, seat, moment = sys.argv[1:]
    asyncio.run(main(address, token, game, int(seat), Moment(moment)))
