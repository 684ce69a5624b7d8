"""What the command line of `euchre tournament` asks for; to `run`, a configuration file, and flags that come first."""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from euchre_referee.bots import BOTS
from euchre_referee.cli.reaching import add_server, add_token, reached
from euchre_referee.cli.tournament_orders import Order, add_orders, order_of
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament.archive import Occupied
from euchre_referee.tournament.config import TournamentConfig, parse_config, read_toml
from euchre_referee.tournament.form_asked import FORM_KEYS
from euchre_referee.tournament.formats.form import Draw, Format, Scoring, Seatings
from euchre_referee.tournament.problems import ConfigProblems
from euchre_referee.tournament.programs import bot_arguments
from euchre_referee.tournament.runner.folder import Folder
from euchre_referee.tournament.runner.plan import Plan, differences
from euchre_referee.tournament.schedule import Entrant
from euchre_referee.tournament.table_asked import ACTION_LIMIT_MS
from euchre_referee.tournament.terms import BoardKind

_FLAGS = ("rules", "bots", "boards", "board", "seed", *FORM_KEYS)


@dataclass(frozen=True, slots=True)
class Asked:
    """A tournament that can begin, or go on. `server` is None for a referee of one's own; `plan` for a new one."""

    config: TournamentConfig
    values: Mapping[str, object]
    folder: Folder
    server: str | None
    token: str
    plan: Plan | None


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


def ask(argv: Sequence[str]) -> Asked | ToCheck | ToReport | Order | Wrong:
    """Reads the command line and the configuration file. Raises SystemExit as argparse does."""
    named = _parser().parse_args(argv)
    if named.action == "check":
        return ToCheck(named.directory)
    if named.action == "report":
        return ToReport(named.directory)
    if named.action == "run":
        return _asked(named)
    order = order_of(named)
    return Wrong((order,)) if isinstance(order, str) else order


def _asked(named: argparse.Namespace) -> Asked | Wrong:
    directory = named.config if named.config is not None and named.config.is_dir() else None
    if directory is not None and named.out is not None:
        return Wrong((f"--out: {directory} is the directory of a tournament already; leave one of the two out",))
    values = _values(named, None if directory is not None else named.config)
    if isinstance(values, Wrong):
        return values
    folder = Folder(directory or named.out or Path(f"tournament-{datetime.now(UTC):%Y%m%d-%H%M%S}"))
    try:
        plan = folder.plan()
    except Occupied as problem:
        plan, wrong = None, [f"--out: {problem}"]
    else:
        wrong = []
    if plan is None and directory is not None and not wrong:
        return Wrong((f"{directory} holds no tournament to go on with",))
    asked = _begun(named, values, folder, plan) if plan is not None else _new(named, values, folder)
    if isinstance(asked, Wrong):
        return Wrong((*wrong, *asked.sentences))
    return Wrong(tuple(wrong)) if wrong else asked


def _values(named: argparse.Namespace, file: Path | None) -> dict[str, object] | Wrong:
    """What the configuration file and the flags say, the flags coming first."""
    values: dict[str, object] | ConfigProblems = {}
    if file is not None:
        try:
            values = read_toml(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            return Wrong((f"{file} cannot be read: {error}; name a TOML file",))
    if isinstance(values, ConfigProblems):
        return Wrong(tuple(f"{file}: {each.sentence()}" for each in values.problems))
    flags = {key: given for key in _FLAGS if (given := getattr(named, key)) is not None}
    if named.bot:
        flags["bots"] = [*(each.strip() for each in flags.get("bots", "").split(",") if each), *named.bot]
    if named.action_limit_ms is not None:
        clocks = values.get("clocks", {})
        limit = {"action_limit_ms": named.action_limit_ms}
        flags["clocks"] = {**clocks, **limit} if isinstance(clocks, Mapping) else clocks
    return {**values, **flags}


def _new(named: argparse.Namespace, values: dict[str, object], folder: Folder) -> Asked | Wrong:
    """A tournament that begins."""
    config = parse_config(values, BOTS)
    wrong = [each.sentence() for each in config.problems] if isinstance(config, ConfigProblems) else []
    wrong += _no_token(named.server, named.token)
    server = reached(named)
    if isinstance(config, ConfigProblems):
        return Wrong(tuple(wrong))
    wrong += _unusable(config.entrants, config.rules)
    return Wrong(tuple(wrong)) if wrong else Asked(config, values, folder, server, named.token, None)


def _begun(named: argparse.Namespace, values: dict[str, object], folder: Folder, plan: Plan) -> Asked | Wrong:
    """A tournament that goes on: with what it was begun with, whether that is said again or not."""
    config = parse_config(plan.values, BOTS)
    if isinstance(config, ConfigProblems):
        return Wrong(tuple(f"{folder.run}: {each.sentence()}" for each in config.problems))
    wrong = []
    if values:
        again = parse_config(values, BOTS)
        if isinstance(again, ConfigProblems):
            wrong += [each.sentence() for each in again.problems]
        else:
            wrong += [f"{folder.results} holds another tournament: {each}" for each in differences(config, again)]
    server = reached(named)
    if server is not None and plan.server is None:
        wrong.append(f"--server: the tournament in {folder.results} has a referee of its own; leave it out")
    server = server or plan.server
    wrong += _no_token(server, named.token)
    return Wrong(tuple(wrong)) if wrong else Asked(config, plan.values, folder, server, named.token, plan)


def _no_token(server: str | None, token: str) -> list[str]:
    if server and not token:
        return ["--token: missing; a server needs an operator's token, here or in EUCHRE_TOKEN"]
    return []


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="euchre tournament", description="Tournaments of bots.")
    actions = parser.add_subparsers(required=True, dest="action", metavar="COMMAND")
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
        "each seat of each table is a process of its own. A tournament that was stopped, or killed, goes on.",
        epilog="Exit status: 0 everything was played, 1 something was not, 2 it could not begin.",
    )
    run.add_argument(
        "config", nargs="?", type=Path, metavar="CONFIG.toml",
        help="the flags below come first; or the directory of a tournament to go on with",
    )  # fmt: skip
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
        metavar="MS",
        help=f"time for one action, after which the default action is made (default: {ACTION_LIMIT_MS})",
    )
    add_orders(actions)
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
