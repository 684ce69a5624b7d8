"""`euchre watch`: a game in plain words, as it happens."""

import argparse
import asyncio
import sys
from collections.abc import Sequence

from euchre_client import AsyncClient, Reason, RefereeError, Refused
from euchre_referee.cli.exit_codes import BAD_ARGUMENTS, DONE, REFUSED
from euchre_referee.cli.narration import narrate
from euchre_referee.cli.reaching import add_server, add_token, reached
from euchre_referee.cli.words import Words, shows_symbols


def main(argv: Sequence[str]) -> int:
    """Tells a game from its beginning until it is over; 0 then, 1 if the referee refuses, 2 for bad arguments."""
    parser = argparse.ArgumentParser(
        prog="euchre watch", description="Follow a game in plain words, from its beginning until it is over."
    )
    parser.add_argument("game", help="the game's id")
    add_server(parser)
    add_token(parser, "to see what its bearer may see")
    try:
        named = parser.parse_args(argv)
        named.server = reached(named)
    except SystemExit as exit_:
        return DONE if exit_.code in (None, 0) else BAD_ARGUMENTS
    try:
        asyncio.run(_watch(named.server, named.token, named.game))
    except RefereeError as error:
        print(f"euchre watch: {error}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        pass
    return DONE


async def _watch(address: str, token: str, game: str) -> None:
    async with AsyncClient(address, token) as client:
        while True:
            try:
                players = (await client.get_view(game)).players
                await tell(client, game, Words(list(players), symbols=shows_symbols(sys.stdout.encoding)))
                return
            except Refused as refused:
                if refused.reason is not Reason.HISTORY_CHANGED:
                    raise
                print("\nSome of what was told has been lost by the store. The game from its beginning:")


async def tell(client: AsyncClient, game: str, words: Words) -> None:
    """Prints every event of a game until it is over."""
    async for news in client.watch(game):
        for event in news.events:
            if told := narrate(event, words):
                print(told, flush=True)
