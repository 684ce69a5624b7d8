"""The operator's word to a tournament in a directory, whether it is being played or not: recorded by the service."""

import argparse
import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from euchre_referee.bots import BOTS
from euchre_referee.cli.local import LocalStack
from euchre_referee.cli.reaching import add_server, add_token, reached
from euchre_referee.tournament.archive import Occupied
from euchre_referee.tournament.programs import allowed_programs, is_program, members
from euchre_referee.tournament.runner.folder import Folder, Reached, Taken
from euchre_referee.tournament.runner.organizer import Organizer
from euchre_referee.tournament.runner.plan import Plan

LOCK_WITHIN: Final = 30.0
"""Seconds in which the store of a runner that was killed has ended."""

_REACHED_WITHIN: Final = 60.0
_LOOK_EVERY: Final = 0.1
_NO_CAUSE: Final = "the operator's word"


class Order(NamedTuple):
    """One word: to which directory, how a server that it names is reached, and what to do there.

    `carry_out` gives a sentence that says what was done.
    """

    directory: Path
    server: str | None
    token: str
    carry_out: Callable[[Organizer, str], Awaitable[str]]


def add_orders(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The commands, one for each word."""
    pause = _order(actions, "pause", "let an entrant's pairings begin no further boards")
    pause.add_argument("entrant", metavar="NAME")
    resume = _order(actions, "resume", "let a paused entrant go on")
    resume.add_argument("entrant", metavar="NAME")
    replace = _order(actions, "replace", "put another program in an entrant's place; its games in play begin anew")
    replace.add_argument("replacement", metavar="NAME=PROGRAM", help="what a program is, `run --bots` says")
    restart = _order(actions, "restart", "play a game again with the same cards")
    for name in ("pairing", "board", "table"):
        restart.add_argument(f"--{name}", type=int, required=True, metavar="N", help="as standings and records count")
    cancel = _order(actions, "cancel", "end a tournament before its time")
    cancel.add_argument(
        "--keep-results", action="store_true", help="what was played counts: it is finished as it stands"
    )


def _order(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, what: str
) -> argparse.ArgumentParser:
    parser = actions.add_parser(
        name,
        help=what,
        description=f"{what[0].upper()}{what[1:]}.",
        epilog="Exit status: 0 done, 1 refused, 2 there is no such tournament.",
    )
    parser.add_argument("directory", type=Path, metavar="DIR", help="where the tournament is played")
    parser.add_argument("--cause", default=_NO_CAUSE, metavar="TEXT", help="shown to everybody (default: %(default)s)")
    add_server(parser, None)
    add_token(parser, "an operator's token, where it is played at a server")
    return parser


def order_of(named: argparse.Namespace) -> Order | str:
    """The order that a command line gives, or what is wrong with it."""
    cause: str = named.cause

    async def pause(organizer: Organizer, tournament: str) -> str:
        await organizer.pause(tournament, named.entrant, cause)
        return f"{named.entrant} is paused"

    async def resume(organizer: Organizer, tournament: str) -> str:
        await organizer.resume(tournament, named.entrant, cause)
        return f"{named.entrant} goes on"

    async def replace(organizer: Organizer, tournament: str) -> str:
        await organizer.replace(tournament, name, program, cause)
        return f"{name} is played by {program} from now on"

    async def restart(organizer: Organizer, tournament: str) -> str:
        attempt = await organizer.restart(tournament, named.pairing, named.board, named.table, cause)
        place = f"pairing {named.pairing}, board {named.board}, table {named.table}"
        return f"{place} is played again: attempt {attempt}"

    async def cancel(organizer: Organizer, tournament: str) -> str:
        await organizer.cancel(tournament, cause, keep_results=named.keep_results)
        return "the tournament is over as it stands" if named.keep_results else "the tournament is cancelled"

    if named.action == "replace":
        name, mark, program = named.replacement.partition("=")
        unfit = [each for each in members(program) if not is_program(each, BOTS)]
        if not mark or unfit:
            return f"{named.replacement!r} is no NAME=PROGRAM; allowed programs: {allowed_programs(BOTS)}"
    found = {"pause": pause, "resume": resume, "replace": replace, "restart": restart, "cancel": cancel}
    return Order(named.directory, reached(named), named.token, found[named.action])


async def give(order: Order) -> str:
    """Has an order carried out; what was done.

    Raises `archive.Occupied` if there is no such tournament, `euchre_client.RefereeError`, `store.StoreError`, OSError.
    """
    folder = Folder(order.directory)
    plan = folder.plan()
    if plan is None or not plan.tournament:
        raise Occupied(f"{order.directory} holds no tournament that has begun")
    if plan.over:
        raise Occupied(f"the tournament in {order.directory} is over")
    async with _reached(folder, plan, order) as referee, Organizer(*referee) as organizer:
        done = await order.carry_out(organizer, plan.tournament)
    return done


@asynccontextmanager
async def _reached(folder: Folder, plan: Plan, order: Order) -> AsyncIterator[Reached]:
    """The referee of a tournament: a server, the one of the runner at work, or one that is started for the moment."""
    if plan.server is not None:
        yield Reached(order.server or plan.server, order.token)
        return
    until = monotonic() + _REACHED_WITHIN
    while True:
        try:
            with folder.claimed():
                async with LocalStack(folder.store, log=folder.log, lock_within=LOCK_WITHIN) as stack:
                    yield Reached(stack.address, stack.operator_token)
            return
        except Taken:
            referee = folder.referee()
            if referee is not None:
                yield referee
                return
            if monotonic() >= until:
                raise
            await asyncio.sleep(_LOOK_EVERY)
