"""`euchre tournament`: bots against bots on duplicate boards, with standings that anybody can check."""

import asyncio
import signal
import sys
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack
from typing import Final

from rich.console import Console

from euchre_client import RefereeError, Refused
from euchre_referee.cli.local import LocalStack
from euchre_referee.cli.tournament_asked import Asked, ToCheck, ToReport, Wrong, ask
from euchre_referee.cli.tournament_check import Unfit, check_directory
from euchre_referee.cli.tournament_orders import LOCK_WITHIN, Order, give
from euchre_referee.cli.tournament_report import report_directory
from euchre_referee.cli.tournament_told import tell_outcome
from euchre_referee.store.errors import StoreError
from euchre_referee.tournament.archive import REPORT, STANDINGS, Occupied, is_complete
from euchre_referee.tournament.progress import ProgressDisplay
from euchre_referee.tournament.runner.folder import Reached
from euchre_referee.tournament.runner.organizer import Organizer
from euchre_referee.tournament.runner.plan import Plan
from euchre_referee.tournament.runner.running import Audience, Outcome, run_tournament

ALL_PLAYED: Final = 0
NOT_ALL_PLAYED: Final = 1
CANNOT_BEGIN: Final = 2
TERMINATED: Final = 128 + signal.SIGTERM
_PLAIN_WIDTH: Final = 120


def main(argv: Sequence[str]) -> int:
    """Plays a tournament: 0 if everything was played, 1 if something was not, 2 if it cannot begin; or checks one, or
    passes the operator's word on."""
    try:
        asked = ask(argv)
    except SystemExit as exit_:
        return ALL_PLAYED if exit_.code in (None, 0) else CANNOT_BEGIN
    if isinstance(asked, Wrong):
        _complain(asked.sentences)
        return CANNOT_BEGIN
    if isinstance(asked, ToCheck):
        return _check(asked)
    if isinstance(asked, ToReport):
        return report_directory(asked.directory)
    try:
        return asyncio.run(_until_terminated(_run(asked) if isinstance(asked, Asked) else _order(asked)))
    except* (Occupied, OSError, ValueError, RuntimeError, RefereeError, StoreError) as errors:
        leaves = list(_leaves(errors))
        _complain(dict.fromkeys(map(str, leaves)))
        code = CANNOT_BEGIN if any(isinstance(each, Occupied) for each in leaves) else NOT_ALL_PLAYED
    return code


def _check(asked: ToCheck) -> int:
    try:
        return check_directory(asked.directory)
    except (Unfit, OSError) as problem:
        _complain([f"{problem}; name the directory of a tournament's results"])
        return CANNOT_BEGIN


def _complain(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        print(f"euchre tournament: {sentence}", file=sys.stderr)


def _leaves(group: BaseExceptionGroup[Exception]) -> Iterator[Exception]:
    for each in group.exceptions:
        if isinstance(each, BaseExceptionGroup):
            yield from _leaves(each)
        else:
            yield each


async def _until_terminated(work: Coroutine[None, None, int]) -> int:
    """SIGTERM stops everything in good order, as an interrupt from the terminal does."""
    working = asyncio.create_task(work)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, working.cancel)
    try:
        return await working
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        return TERMINATED


async def _order(order: Order) -> int:
    print(await give(order))
    return ALL_PLAYED


async def _run(asked: Asked) -> int:
    console = Console(width=None if sys.stdout.isatty() else _PLAIN_WIDTH)
    with asked.folder.claimed():
        plan = asked.folder.plan()
        if plan is not None and plan.over:
            # Whoever played it may have been killed before all that is secret was gone.
            asked.folder.settle()
            print(f"Nothing is left to play: {asked.folder.results / STANDINGS}, {asked.folder.results / REPORT}")
            return ALL_PLAYED if is_complete(asked.folder.results) else NOT_ALL_PLAYED
        if plan is None:
            asked.folder.keep(Plan.drawn(asked.values, asked.server))
        outcome = await _play(asked, console)
        if outcome.over:
            asked.folder.settle()
    tell_outcome(console, outcome, asked.folder.results)
    return ALL_PLAYED if outcome.standings.complete else NOT_ALL_PLAYED


async def _play(asked: Asked, console: Console) -> Outcome:
    def tell(sentence: str) -> None:
        console.print(sentence, markup=False, highlight=False, soft_wrap=True)

    folder = asked.folder
    async with AsyncExitStack() as stack:
        local: LocalStack | None = None
        referee = Reached(asked.server or "", "")
        if asked.server is None:
            local = await stack.enter_async_context(
                LocalStack(folder.store, kept=True, log=folder.log, lock_within=LOCK_WITHIN)
            )
            referee = Reached(local.address, local.operator_token)
        stack.enter_context(folder.reached_at(referee))
        organizer = await stack.enter_async_context(Organizer(referee.address, referee.token or asked.token))
        display = stack.enter_context(ProgressDisplay(console))
        playing = run_tournament(asked.config, folder, organizer, Audience(tell, display.show))
        try:
            return await (playing if local is None else _as_long_as(local, playing))
        except Refused:
            plan = folder.plan()
            if plan is not None and not plan.tournament:
                stack.push_async_callback(asyncio.to_thread, folder.abandon)
            raise


async def _as_long_as(local: LocalStack, play: Coroutine[None, None, Outcome]) -> Outcome:
    """Plays while there is a referee. Raises RuntimeError where there is none any more."""
    playing, broken = asyncio.create_task(play), asyncio.create_task(local.broken())
    try:
        await asyncio.wait((playing, broken), return_when=asyncio.FIRST_COMPLETED)
        if broken.done():
            broken.result()
        return await playing
    finally:
        for task in (playing, broken):
            task.cancel()
        await asyncio.gather(playing, broken, return_exceptions=True)
