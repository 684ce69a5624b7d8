"""What the command line of `euchre tournament` asks for; to `run`, a configuration file, and flags that come first."""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from euchre_referee.bots import BOTS
from euchre_referee.cli.reaching import add_server, add_token, reached
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament.archive import Occupied, check_free
from euchre_referee.tournament.config import TournamentConfig, parse_config, read_toml
from euchre_referee.tournament.form_asked import FORM_KEYS
from euchre_referee.tournament.formats.form import Draw, Format, Scoring, Seatings
from euchre_referee.tournament.playing import ACTION_LIMIT_MS
from euchre_referee.tournament.problems import ConfigProblems
from euchre_referee.tournament.programs import bot_arguments
from euchre_referee.tournament.schedule import Entrant
from euchre_referee.tournament.terms import BoardKind

_FLAGS = ("rules", "bots", "boards", "board", "seed", *FORM_KEYS)


@dataclass(frozen=True, slots=True)
class Asked:
    """A tournament that can begin. `server` is None for a referee of one's own."""

    config: TournamentConfig
    directory: Path
    server: str | None
    token: str
    action_limit_ms: int


@dataclass(frozen=True, slots=True)
class Wrong:
    """Everything that keeps it from beginning, in sentences."""

    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToCheck:
    """A tournament that was played: the directory of its files."""

    directory: Path


@dataclass(frozen=True, slots=True)
class ToReport:
    """A tournament whose report is to be made again: the directory of its files."""

    directory: Path


def ask(argv: Sequence[str]) -> Asked | ToCheck | ToReport | Wrong:
    """Reads the command line and the configuration file. Raises SystemExit as argparse does."""
    named = _parser().parse_args(argv)
    if named.action == "report":
        return ToReport(named.directory)
    return ToCheck(named.directory) if named.action == "check" else _asked(named)


def _asked(named: argparse.Namespace) -> Asked | Wrong:
    values: dict[str, object] | ConfigProblems = {}
    if named.config is not None:
        try:
            values = read_toml(named.config.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            return Wrong((f"{named.config} cannot be read: {error}; name a TOML file",))
    if isinstance(values, ConfigProblems):
        return Wrong(tuple(f"{named.config}: {each.sentence()}" for each in values.problems))
    flags = {key: given for key in _FLAGS if (given := getattr(named, key)) is not None}
    if named.bot:
        flags["bots"] = [*(each.strip() for each in flags.get("bots", "").split(",") if each), *named.bot]
    config = parse_config({**values, **flags}, BOTS)
    wrong = [each.sentence() for each in config.problems] if isinstance(config, ConfigProblems) else []
    if named.server and not named.token:
        wrong.append("--token: missing; a server needs an operator's token, here or in EUCHRE_TOKEN")
    server = reached(named)
    directory = named.out or Path(f"tournament-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    try:
        check_free(directory)
    except Occupied as problem:
        wrong.append(f"--out: {problem}")
    if isinstance(config, ConfigProblems):
        return Wrong(tuple(wrong))
    wrong += _unusable(config.entrants, config.rules)
    return Wrong(tuple(wrong)) if wrong else Asked(config, directory, server, named.token, named.action_limit_ms)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="euchre tournament", description="Tournaments of bots.")
    actions = parser.add_subparsers(required=True, dest="action", metavar="run|check|report")
    check = actions.add_parser(
        "check",
        help="check the files of a tournament against each other and the rules",
        description="Judge every game, work through every proof, count the standings again.",
        epilog="Exit status: 0 everything holds, 1 something does not, 2 it could not be checked.",
    )
    check.add_argument("directory", type=Path, metavar="DIR", help="where the results are")
    report = actions.add_parser(
        "report",
        help="make the report of a tournament again",
        description="Judge every game, count the standings, and write the report with all that belongs to it anew.",
        epilog="Exit status: 0 it was written, 2 it could not be.",
    )
    report.add_argument("directory", type=Path, metavar="DIR", help="where the results are")
    run = actions.add_parser(
        "run",
        help="play a tournament of bots",
        description="Play a tournament, a round-robin on duplicate boards unless another is asked for; "
        "each seat of each table is a process of its own.",
        epilog="Exit status: 0 everything was played, 1 something was not, 2 it could not begin.",
    )
    run.add_argument("config", nargs="?", type=Path, metavar="CONFIG.toml", help="the flags below come first")
    run.add_argument("--rules", metavar="P", help="a preset, such as euchre or buck")
    run.add_argument(
        "--bots",
        metavar="A,B,...",
        help=f"{', '.join(BOTS)}, NAME=BOT, NAME=module:Class, NAME=stdio:COMMAND, NAME=program:COMMAND, NAME=BOT+BOT",
    )
    run.add_argument(
        "--bot", action="append", metavar="NAME=BOT", help="one more, as it stands; for commands with commas in them"
    )
    run.add_argument("--boards", type=_number_or_text, metavar="N", help="of each meeting")
    _add_form(run)
    run.add_argument("--seed", metavar="S", help="a chosen seed: reproducible, not provable")
    add_server(run, None)
    add_token(run, "an operator's token for the server")
    run.add_argument("--out", type=Path, metavar="DIR", help="where the results go (default: tournament-<time>)")
    run.add_argument(
        "--action-limit-ms",
        type=_milliseconds,
        default=ACTION_LIMIT_MS,
        metavar="MS",
        help="time for one action, after which the default action is made (default: %(default)s)",
    )
    return parser


def _add_form(run: argparse.ArgumentParser) -> None:
    """How the entrants meet; what is wrong with a value is named together with everything else."""
    form = run.add_argument_group("how the entrants meet")
    form.add_argument("--format", metavar="F", help=f"{', '.join(Format)} (default: {Format.ROUND_ROBIN})")
    form.add_argument("--rounds", type=_number_or_text, metavar="N", help="of a Swiss tournament")
    form.add_argument("--challenger", metavar="NAME", help="who meets all others in a gauntlet (default: the first)")
    form.add_argument("--board", metavar="B", help=f"{' or '.join(BoardKind)}: what is played on a board")
    form.add_argument(
        "--duplicate", action=argparse.BooleanOptionalAction, help="the same cards in every seating (default), or not"
    )
    form.add_argument("--seatings", metavar="S", help=f"{' or '.join(Seatings)}: in how many ways a board is seated")
    form.add_argument("--scoring", metavar="S", help=f"{' or '.join(Scoring)}: what a board counts")
    form.add_argument("--test", metavar="T", help="ends a match when it is decided, such as h0=0,h1=0.1")
    form.add_argument("--draw", metavar="D", help=f"{' or '.join(Draw)}: how the entrants are seeded")


def _number_or_text(text: str) -> int | str:
    """The configuration names what is wrong with a text, together with everything else."""
    return int(text) if text.isdecimal() else text


def _milliseconds(text: str) -> int:
    number = int(text)
    if not 1 <= number < 1 << 31:
        raise ValueError(text)
    return number


def _unusable(entrants: Sequence[Entrant], rules: RuleSet) -> Iterator[str]:
    """What is wrong with programs of the caller's own; each is tried in a process of its own, as it will be run."""
    for entrant in entrants:
        for program in dict.fromkeys(entrant.programs):
            if program in BOTS:
                continue
            arguments = (*bot_arguments(program), "--check", "--trial", rules.canonical)
            command = [sys.executable, "-m", "euchre_referee.cli.main", "bot", *arguments]
            tried = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
            if tried.returncode != 0:
                said = tried.stderr.strip().splitlines() or [f"exit code {tried.returncode}"]
                yield f"bots: {entrant.name!r} cannot be used: {said[-1].removeprefix('euchre bot: ')}"
