"""`euchre tournament`: bots against bots on duplicate boards, with standings that anybody can check."""

import asyncio
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AsyncExitStack
from typing import Final

from rich.console import Console

from euchre_client import RefereeError
from euchre_referee.cli.local import LocalStack
from euchre_referee.cli.tournament_asked import Asked, ToCheck, ToReport, Wrong, ask
from euchre_referee.cli.tournament_check import Unfit, check_directory
from euchre_referee.cli.tournament_report import report_directory
from euchre_referee.cli.tournament_told import tell_outcome
from euchre_referee.store.errors import StoreError
from euchre_referee.tournament.archive import Occupied
from euchre_referee.tournament.coordinator import Audience, Outcome, run_tournament
from euchre_referee.tournament.operator import Operator
from euchre_referee.tournament.progress import ProgressDisplay

ALL_PLAYED: Final = 0
NOT_ALL_PLAYED: Final = 1
CANNOT_BEGIN: Final = 2
TERMINATED: Final = 128 + signal.SIGTERM
_PLAIN_WIDTH: Final = 120


def main(argv: Sequence[str]) -> int:
    """Plays a tournament: 0 if everything was played, 1 if something was not, 2 if it cannot begin; or checks one."""
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
    code = NOT_ALL_PLAYED
    try:
        code = asyncio.run(_until_terminated(asked))
    except* (Occupied, OSError, RuntimeError, RefereeError, StoreError) as errors:
        _complain(dict.fromkeys(map(str, _leaves(errors))))
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


async def _until_terminated(asked: Asked) -> int:
    """SIGTERM stops everything in good order, as an interrupt from the terminal does."""
    playing = asyncio.create_task(_run(asked))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, playing.cancel)
    try:
        return await playing
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        return TERMINATED


async def _run(asked: Asked) -> int:
    console = Console(width=None if sys.stdout.isatty() else _PLAIN_WIDTH)
    outcome = await _play(asked, console)
    tell_outcome(console, outcome, asked.directory)
    return ALL_PLAYED if outcome.standings.complete else NOT_ALL_PLAYED


async def _play(asked: Asked, console: Console) -> Outcome:
    def tell(sentence: str) -> None:
        console.print(sentence, markup=False, highlight=False, soft_wrap=True)

    async with AsyncExitStack() as stack:
        address, token = asked.server, asked.token
        if address is None:
            local = await stack.enter_async_context(LocalStack())
            address, token = local.address, local.operator_token
        operator = await stack.enter_async_context(Operator(address, token))
        display = stack.enter_context(ProgressDisplay(console))
        audience = Audience(tell, display.show)
        return await run_tournament(asked.config, operator, asked.directory, audience, asked.action_limit_ms)
