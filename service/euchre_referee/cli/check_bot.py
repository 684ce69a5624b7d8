"""`euchre check-bot`: asks a program about every kind of turn before it plays in earnest."""

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from euchre_client import AsyncClient, RefereeError
from euchre_referee.cli.bot_asked import add_limits, limits
from euchre_referee.cli.checking.findings import Finding, Verdict
from euchre_referee.cli.checking.on_stdio import OnStdio
from euchre_referee.cli.checking.over_grpc import over_grpc
from euchre_referee.cli.checking.points import Checker
from euchre_referee.cli.printing import READER_GONE, complain, print_lines
from euchre_referee.cli.reaching import add_server, add_token, reached
from euchre_referee.cli.stdio.process import Command, NotRunnable
from euchre_referee.cli.trial_game import trial_game
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSetProblems, parse_ruleset

FIT: Final = 0
UNFIT: Final = 1
NOT_CHECKED: Final = 2
_PLAIN_WIDTH: Final = 120
_COLOURS: Final = {Verdict.OK: "green", Verdict.FAILS: "bold red", Verdict.NOT_CHECKED: "yellow"}


def main(argv: Sequence[str]) -> int:
    """Prints a verdict for each point: 0 if all are fine, 1 if one is not, 2 if the program cannot be checked."""
    named = _parser().parse_args(argv)
    named.server = reached(named)
    presets = named.rules or list(PRESETS)
    if unknown := [preset for preset in presets if preset not in PRESETS]:
        complain("check-bot", [f"there is no preset {unknown[0]!r}; choose from {', '.join(PRESETS)}"])
        return NOT_CHECKED
    try:
        findings = asyncio.run(_findings(named, presets))
    except (NotRunnable, RefereeError) as error:
        complain("check-bot", [str(error)])
        return NOT_CHECKED
    lines = json.dumps([asdict(finding) for finding in findings], indent=2) if named.json else _table(findings)
    if not print_lines([lines]):
        return READER_GONE
    return FIT if all(finding.verdict is Verdict.OK for finding in findings) else UNFIT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="euchre check-bot",
        description="Ask a program about every kind of turn and break things under it; a verdict on each point.",
        epilog="Exit status: 0 all is well, 1 something is not, 2 the program cannot be checked.",
    )
    program = parser.add_mutually_exclusive_group(required=True)
    program.add_argument(
        "--command", metavar="CMD", help="reads a turn a line and writes an action a line (docs/bots.md)"
    )
    program.add_argument("--program", metavar="CMD", help="plays by itself, with EUCHRE_SERVER and EUCHRE_TOKEN")
    program.add_argument(
        "--running", action="store_true", help="plays already, at the server and with the token that are given"
    )
    parser.add_argument("--rules", action="append", metavar="PRESET", help="may be repeated (default: all presets)")
    parser.add_argument(
        "--within", type=_seconds, default=30.0, metavar="S", help="seconds for an answer (default: %(default)g)"
    )
    parser.add_argument("--json", action="store_true", help="the verdicts as JSON")
    add_limits(parser)
    add_server(parser)
    add_token(parser, "of the session that the running program plays for")
    return parser


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 3600:
        raise ValueError(text)
    return seconds


async def _findings(named: argparse.Namespace, presets: Sequence[str]) -> list[Finding]:
    if named.running:
        async with AsyncClient(named.server, named.token) as client:
            return [finding async for finding in _running(client, presets, named.within)]
    within_ms = int(1000 * named.within)
    if named.program is not None:
        command = Command.parsed(named.program, limits(named))
        async with over_grpc(command, named.within) as contestant:
            checker = Checker(contestant, within_ms)
            findings = [finding async for finding in checker.findings(presets)]
            return [*findings, contestant.acknowledgements(), *_times(checker)] if checker.answers else findings
    on_stdio = OnStdio(Command.parsed(named.command, limits(named)))
    checker = Checker(on_stdio, within_ms)
    try:
        findings = [finding async for finding in checker.findings(presets)]
    finally:
        at_its_end = await on_stdio.stop()
    return [*findings, *at_its_end, *_times(checker)] if checker.answers else findings


async def _running(client: AsyncClient, presets: Sequence[str], within: float) -> AsyncIterator[Finding]:
    """A program that plays somewhere else is given a deal of each preset, all seats of it."""
    for preset in presets:
        rules = parse_ruleset(preset, {})
        assert not isinstance(rules, RuleSetProblems)
        wrong = await trial_game(client, rules, within)
        verdict = Verdict.OK if wrong is None else Verdict.FAILS
        yield Finding(f"{preset}: a deal", verdict, wrong or "it played every seat of it")


def _times(checker: Checker) -> list[Finding]:
    reason = f"the slowest of {checker.answers} answers took {checker.slowest:.3g} s, starting included"
    return [Finding("time", Verdict.OK, reason)]


def _table(findings: Sequence[Finding]) -> str:
    table = Table(box=None, pad_edge=False)
    for heading in ("point", "verdict", "reason"):
        table.add_column(heading, overflow="fold")
    for finding in findings:
        table.add_row(Text(finding.point), Text(finding.verdict, style=_COLOURS[finding.verdict]), Text(finding.reason))
    console = Console(width=None if sys.stdout.isatty() else _PLAIN_WIDTH)
    with console.capture() as captured:
        console.print(table)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
