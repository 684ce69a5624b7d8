"""Strictly question and answer: whatever a program does, the next question meets one that waits for it."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from euchre_referee.cli.stdio.process import MOST_REMARKS, Command, Limits, NotRunnable
from euchre_referee.cli.stdio.program import MOST_UNASKED, NoAnswer, NotAsked, Program
from euchre_referee.cli.stdio.turn_line import Asking
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.rules.views import view
from tests.cli.stdio.scripts import FIRST_LEGAL, HIGH_CARD, shell
from tests.rules.situations import Situation, stands
from tests.store.until import until
from tests.tournament.runs import alive


def rules() -> RuleSet:
    found = parse_ruleset("euchre", {})
    assert isinstance(found, RuleSet)
    return found


def asking(time_left_ms: int | None = None, version: int = 6) -> Asking:
    """The first turn of a deal: `pass` is its first legal action."""
    state = stands(rules(), Situation())
    return Asking("g", version, view(state, state.to_act), time_left_ms)


@asynccontextmanager
async def running(command: Command) -> AsyncIterator[tuple[Program, list[str]]]:
    """A program, and what it remarks."""
    remarks: list[str] = []
    program = Program(command, remarks.append)
    try:
        yield program, remarks
    finally:
        await program.stop()


async def fault(program: Program) -> str:
    """Asks until it does not answer as it should."""
    while True:
        try:
            await program.ask(asking())
        except NoAnswer as why:
            return str(why)


@pytest.mark.parametrize("command", [FIRST_LEGAL, HIGH_CARD], ids=["shell", "javascript"])
async def test_a_program_answers_as_often_as_it_is_asked(command: str) -> None:
    async with running(Command.parsed(command, Limits())) as (program, remarks):
        answers = [await program.ask(asking()) for _ in range(5)]
        assert set(answers) <= set(asking().legal)
        assert await program.stop(), "it ends when its input does"
    assert remarks == []


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("exit 3", "the program ended with exit code 3"),
        ("echo no cards >&2; read turn; exit 4", "the program ended with exit code 4: no cards"),
        ("kill -9 $$", "the program ended with signal SIGKILL"),
        ("read turn; exec >&-; while :; do read turn; done", "the program closed its standard output"),
        ("read turn; printf pass; exit", "the program ended with exit code 0; it wrote 'pass' without an end of line"),
        ("read turn; head -c 100000 /dev/zero; sleep 60", "wrote more than 4096 bytes without an end of line"),
    ],
)
async def test_what_it_does_instead_of_answering_is_named_and_the_next_one_is_asked(script: str, why: str) -> None:
    healthy = shell('[ -e "$MARK" ] && while read -r turn; do legal "$turn"; done; : > "$MARK"; ' + script)
    async with running(healthy) as (program, _):
        assert why in await fault(program)
        assert await program.ask(asking()) == "pass"


@pytest.fixture(autouse=True)
def _mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a program notes that it has been there before."""
    monkeypatch.setenv("MARK", str(tmp_path / "mark"))


async def test_one_that_is_late_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    children = tmp_path / "children"
    script = f"sleep 600 & echo $! $$ > {children}; read turn; printf 'play '; wait"
    async with running(shell(script)) as (program, _):
        await program.begin()
        await until(lambda: children.exists() and children.read_text())
        with pytest.raises(NoAnswer, match=r"the program did not answer within 1 s; it wrote 'play ' without an end"):
            await program.ask(asking(1_000))
        started = [int(number) for number in children.read_text().split()]
        assert len(started) == 2
        await until(lambda: not alive(started))


async def test_a_program_ends_with_whoever_asks_it(tmp_path: Path) -> None:
    note = tmp_path / "note"
    async with running(
        shell(f"echo $$ > {note}; trap '' TERM; read turn; legal \"$turn\"; while :; do sleep 1; done")
    ) as (
        program,
        _,
    ):
        assert await program.ask(asking()) == "pass"
        assert not await program.stop(), "it takes no notice of the end of its input"
    await until(lambda: not alive([int(note.read_text())]))


async def test_what_nobody_asked_for_is_passed_over() -> None:
    script = 'while read -r turn; do legal "$turn"; echo something else; done'
    async with running(shell(script)) as (program, remarks):
        for _ in range(3):
            assert await program.ask(asking()) == "pass"
            await until(lambda: program.unasked)
    assert remarks == ["wrote 'something else' without being asked, which is passed over"] * 3


async def test_one_that_does_not_stop_talking_is_ended() -> None:
    async with running(shell('read -r turn; legal "$turn"; yes')) as (program, remarks):
        for _ in range(2):
            assert await program.ask(asking()) == "pass"
            await until(lambda: remarks[1:])
            assert remarks == [
                "wrote 'y' without being asked, which is passed over",
                f"the program wrote more than {MOST_UNASKED} lines without being asked",
            ]
            remarks.clear()


async def test_an_answer_that_nobody_waits_for_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    script = f'read -r turn; echo there >&2; read word < {gate}; echo late; while read -r turn; do legal "$turn"; done'
    async with running(shell(script)) as (program, remarks):
        first = asyncio.create_task(program.ask(asking()))
        await until(lambda: remarks == ["there"])
        first.cancel()
        second = asyncio.create_task(program.ask(asking()))
        await asyncio.to_thread(gate.write_text, "go\n")
        assert await second == "pass"
        assert first.cancelled()


async def test_whoever_has_no_time_left_is_not_asked() -> None:
    async with running(shell('while read -r turn; do legal "$turn"; done')) as (program, _):
        with pytest.raises(NotAsked):
            await program.ask(asking(0))
        assert await program.ask(asking(60_000)) == "pass"


async def test_processor_time_is_limited() -> None:
    async with running(shell("read turn; while :; do :; done", Limits(cpu_seconds=1))) as (program, _):
        with pytest.raises(NoAnswer, match="ended with signal SIGXCPU"):
            await program.ask(asking())


async def test_memory_is_limited() -> None:
    hungry = (sys.executable, "-S", "-c", "input(); bytearray(1 << 29)")
    async with running(Command(hungry, Limits(memory_mb=256))) as (program, _):
        with pytest.raises(NoAnswer, match="exit code 1: MemoryError"):
            await program.ask(asking())


async def test_remarks_have_an_end() -> None:
    async with running(shell('yes | head -n 5000 >&2; while read -r turn; do legal "$turn"; done')) as (
        program,
        remarks,
    ):
        assert await program.ask(asking()) == "pass"
        await until(lambda: len(remarks) > MOST_REMARKS)
        assert await program.ask(asking()) == "pass"
    assert remarks[MOST_REMARKS:] == [f"wrote {MOST_REMARKS} lines on standard error; further ones are passed over"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the command is empty"),
        ("sh 'open", "cannot be read: No closing quotation"),
        ("no-such-program --deep", "there is no program no-such-program"),
    ],
)
def test_what_is_no_command_is_named(text: str, why: str) -> None:
    with pytest.raises(NotRunnable, match=why):
        Command.parsed(text, Limits())
