"""`euchre play`: a person at the terminal against built-in bots."""

import argparse
import asyncio
import contextlib
import secrets
import sys
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, cast

from euchre.v1 import game_pb2 as pb
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client import AsyncClient, Option, Played, RefereeError, StopPlaying, ruleset
from euchre_referee.bots import BOTS
from euchre_referee.cli.bot import built_in
from euchre_referee.cli.chosen_rules import add_settings, chosen_rules, sentences
from euchre_referee.cli.exit_codes import BAD_ARGUMENTS, DONE, REFUSED
from euchre_referee.cli.local import LocalStack
from euchre_referee.cli.narration import narrate
from euchre_referee.cli.reaching import add_server, add_token, reached
from euchre_referee.cli.seeded import seed_bytes, seed_number
from euchre_referee.cli.table import Keyboard, choice, show
from euchre_referee.cli.words import Words, shows_symbols
from euchre_referee.referee.games import ruleset_parts
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblems

_HELP: Final = "Type a number of the list, or its words as records write them; ? shows the table again, q leaves it."
_NAMES: Final = ("Ann", "Bo", "Cy", "Di", "Ed")


class Server(NamedTuple):
    """A referee to play at."""

    address: str
    token: str


@dataclass(frozen=True)
class Asked:
    """What the person asked for."""

    rules: RuleSet
    bots: tuple[str, ...]
    server: str | None
    token: str
    seed: int | None
    name: str

    def ruleset(self) -> Ruleset:
        """The rules in the contract's form."""
        preset, options = ruleset_parts(self.rules.canonical)
        return ruleset(preset, cast(Mapping[str, Option], options))


def main(argv: Sequence[str]) -> int:
    """Plays one game; 0 when it is over or the person left, 1 if the referee refuses, 2 for bad arguments."""
    parser = _parser()
    try:
        asked = _asked(parser, parser.parse_args(argv))
    except SystemExit as exit_:
        return DONE if exit_.code in (None, 0) else BAD_ARGUMENTS
    try:
        asyncio.run(_evening(asked))
    except RefereeError as error:
        print(f"euchre play: {error}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print("\nYou leave the table.")
    return DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="euchre play",
        description="Play a game against built-in bots. Without --server everything it needs is started and stopped.",
    )
    parser.add_argument("--rules", default="euchre", metavar="PRESET", help="the preset (euchre)")
    add_settings(parser, "--option")
    parser.add_argument(
        "--bots",
        default="careful",
        metavar="A,B,C",
        help=f"who sits at the other seats, in turn: {', '.join(BOTS)} (careful)",
    )
    parser.add_argument("--name", default="", help="your name, for others to see")
    parser.add_argument("--seed", type=seed_number, metavar="N", help="the same cards and the same bots again")
    add_server(parser, None)
    add_token(parser, "an operator's token, where --seed is given for a --server")
    return parser


def _asked(parser: argparse.ArgumentParser, named: argparse.Namespace) -> Asked:
    rules = chosen_rules(named.rules, named.settings)
    if isinstance(rules, RuleSetProblems):
        parser.error("\n".join(sentences(rules)))
    bots = tuple(named.bots.split(","))
    for bot in bots:
        if bot not in BOTS:
            parser.error(f"no built-in bot is called {bot!r}; choose among {', '.join(BOTS)}")
    return Asked(rules, bots, reached(named), named.token, named.seed, named.name)


@contextlib.asynccontextmanager
async def _server(asked: Asked) -> AsyncIterator[Server]:
    if asked.server is not None:
        yield Server(asked.server, asked.token)
        return
    async with LocalStack() as stack:
        yield Server(stack.address, stack.operator_token)


async def _evening(asked: Asked) -> None:
    """Makes the game, seats everybody and plays it to its end."""
    async with _server(asked) as server, contextlib.AsyncExitStack() as clients:
        host = await clients.enter_async_context(AsyncClient(server.address, server.token))
        chosen = seed_bytes(asked.seed) if asked.seed is not None else b""
        made = await host.create_game(asked.ruleset(), action_limit_ms=0, seed=chosen)
        person = await clients.enter_async_context(AsyncClient(server.address))
        seat = (await person.join_game(made.game, asked.name or "You")).seat
        print(f"Game {made.game}. {_HELP}", flush=True)
        players = []
        for number in range(1, asked.rules.players):
            bot = asked.bots[(number - 1) % len(asked.bots)]
            client = await clients.enter_async_context(AsyncClient(server.address))
            await client.join_game(made.game, _NAMES[number - 1])
            print(f"{_NAMES[number - 1]} is {bot}.")
            seed = secrets.randbits(63) if asked.seed is None else asked.seed + number
            players.append(client.play(built_in(bot, seed), games=1))
        chair = Chair(person, Words([], seat, shows_symbols(sys.stdout.encoding)))
        await _until_first(chair.sit(made.game), *players)


async def _until_first(person: Coroutine[None, None, None], *bots: Coroutine[None, None, Played]) -> None:
    """Runs all until the person's part is over; raises what any of them raises before."""
    first = asyncio.create_task(person)
    tasks: set[asyncio.Task[None] | asyncio.Task[Played]] = {first, *map(asyncio.create_task, bots)}
    running = tasks
    try:
        while not first.done():
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Chair:
    """The person's place: tells what happens, in order, and asks when it is the person's turn."""

    def __init__(self, client: AsyncClient, words: Words) -> None:
        self._client = client
        self._words = words
        self._keyboard = Keyboard()
        self._told = 0
        self._news = asyncio.Condition()

    async def sit(self, game: str) -> None:
        """Until the game is over and told, or the person leaves."""
        telling = asyncio.create_task(self._tell(game))
        playing = asyncio.create_task(self._client.play(self._ask))
        try:
            done, _ = await asyncio.wait({telling, playing}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (telling, playing):
                task.cancel()
            await asyncio.gather(telling, playing, return_exceptions=True)

    async def _tell(self, game: str) -> None:
        async for news in self._client.watch(game):
            for event in news.events:
                if told := narrate(event, self._words):
                    print(told, flush=True)
            async with self._news:
                self._told = news.version
                self._news.notify_all()

    async def _ask(self, turn: pb.Turn) -> pb.LegalAction:
        # First what led to this turn, then the question.
        async with self._news:
            await self._news.wait_for(lambda: self._told >= turn.version)
        print(show(turn, self._words))
        while True:
            typed = await self._keyboard.line("  Your choice: ")
            if typed is None or typed.casefold() in ("q", "quit"):
                print("\nYou leave the table.")
                raise StopPlaying
            if typed == "?":
                print(show(turn, self._words))
                continue
            chosen = choice(typed, turn.legal)
            if chosen is not None:
                return chosen
            print(f"  That is not on the list. {_HELP}")
