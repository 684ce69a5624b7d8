"""A player that takes its time: every turn is a task of its own, so games do not wait for each other.

python thoughtful_bot.py ADDRESS TOKEN GAMES
"""

import asyncio
import sys

from euchre.v1.game_pb2 import GameEnd, LegalAction, Turn, Verdict
from euchre_client import AsyncClient


async def bot(turn: Turn) -> LegalAction:
    """Thinks for a tenth of the time it has, at most a second, and takes the last legal action."""
    seconds = turn.time_left_ms / 1000 if turn.HasField("time_left_ms") else 10
    await asyncio.sleep(min(seconds / 10, 1))
    return turn.legal[-1]


def over(end: GameEnd) -> None:
    """A game has ended."""
    print(f"{end.game}: winners {list(end.winners)}, scores {list(end.scores)}")


def refused(verdict: Verdict) -> LegalAction | None:
    """Says why, and takes what is legal for certain if there is still something to decide."""
    refusal = verdict.refusal
    print(f"{verdict.game}: {refusal.reason}: {refusal.message}")
    return refusal.legal[0] if refusal.legal else None


async def main(address: str, token: str, games: int) -> None:
    """Plays all games that the token's session is seated in."""
    async with AsyncClient(address, token) as client:
        print(await client.play(bot, games=games, on_end=over, on_refusal=refused))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
