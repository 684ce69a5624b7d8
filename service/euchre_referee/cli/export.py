"""`euchre export`: finished games as records, with their proofs, into a file (docs/backup.md)."""

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Final

from euchre_client import AsyncClient, RefereeError
from euchre_referee.cli.exit_codes import BAD_ARGUMENTS, DONE, REFUSED
from euchre_referee.cli.exporting.archive import STANDARD_OUTPUT, Archive
from euchre_referee.cli.exporting.exporting import Tally, export
from euchre_referee.cli.exporting.ledger import Ledger, Unusable
from euchre_referee.cli.exporting.listing import ALL, Finished, Period, listed
from euchre_referee.cli.exporting.reading import Wanted
from euchre_referee.cli.exporting.sources import FinishedGames, NamedGames, Source, TournamentGames
from euchre_referee.cli.printing import READER_GONE, print_lines
from euchre_referee.cli.reaching import add_server, add_token, reached
from euchre_referee.rules.presets import PRESETS

INCOMPLETE: Final = 3
"""Everything was asked for, but some records are withheld, are no records of finished games, or are not in order; or a
game that was named, or is a tournament's, is not there."""
_AT_ONCE: Final = 16
_MOST_AT_ONCE: Final = 256
_FOLLOW_SECONDS: Final = 60.0
_TELL_SECONDS: Final = 2.0
_UNITS_MS: Final = {"m": 60_000, "h": 3_600_000, "d": 86_400_000}


def main(argv: Sequence[str]) -> int:
    """Exports; 0, or 1 if the referee refuses or is not reached, 2 for bad arguments or an unusable file, 3 see above.

    A signal ends it in good order, with 0 if it was to follow, else with 1: what is written is whole, and running it
    again goes on.
    """
    try:
        parser = _parser()
        named = parser.parse_args(argv)
        named.server = reached(named)
        if named.games and named.tournament:
            parser.error("games are named, or a tournament, not both")
        period = Period(named.finished_since, named.finished_before, named.expiring_within)
        if (named.games or named.tournament) and (period != ALL or named.list):
            parser.error("times of ends, and --list, are of all finished games: name no games and no tournament")
        if named.list and named.follow is not None:
            parser.error("--list does not --follow")
        if named.list and (named.preset or named.since is not None):
            parser.error("--list asks for no records, which alone tell --preset and --since")
        if named.standings is not None and not named.tournament:
            parser.error("--standings are a tournament's: name it with --tournament")
    except SystemExit as exit_:
        return DONE if exit_.code in (None, 0) else BAD_ARGUMENTS
    try:
        if named.list:
            with Archive.ledger_of(named.out) as ledger:
                return asyncio.run(_list(named, ledger, period))
        with Archive.opened(named.out) as archive:
            try:
                return asyncio.run(_export(named, archive, period))
            finally:
                archive.write_manifest()
    except RefereeError as error:
        print(f"euchre export: {error}", file=sys.stderr)
        return REFUSED
    except (OSError, Unusable) as error:
        print(f"euchre export: {error}", file=sys.stderr)
        return BAD_ARGUMENTS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="euchre export",
        description="Write the records of finished games, with their proofs, as JSON Lines; each game once, also when "
        "it is run again into the same file.",
        epilog="Exit status: 0 done; 1 the referee refused or was not reached, or a signal ended it (run it again); "
        "2 bad arguments, or a file that cannot be used; 3 done, but some games are withheld, still played, not in "
        "order, or named and not there.",
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="the ids of games (default: all finished ones)")
    parser.add_argument(
        "--out",
        default=STANDARD_OUTPUT,
        metavar="FILE",
        help="where to; compressed if the name ends in .gz (default: standard output)",
    )
    parser.add_argument("--tournament", default="", metavar="ID", help="the games of a tournament, with their places")
    parser.add_argument(
        "--standings", type=Path, metavar="FILE", help="write the tournament's standings document there, too"
    )
    parser.add_argument("--preset", default="", choices=list(PRESETS), metavar="P", help="only games of this preset")
    parser.add_argument(
        "--since", type=_moment, metavar="TIME", help="only games made since, such as 2026-11-30 or 2026-11-30T12:00Z"
    )
    parser.add_argument("--finished-since", type=_moment, metavar="TIME", help="only games that ended since")
    parser.add_argument("--finished-before", type=_moment, metavar="TIME", help="only games that ended before")
    parser.add_argument(
        "--expiring-within",
        type=_duration,
        metavar="TIME",
        help="only games kept no longer, such as 36h or 2d",
    )
    parser.add_argument(
        "--list",
        action="store_true",
        help="no records, but a line for each game that FILE does not hold: when it ended, and until when it is kept",
    )
    parser.add_argument("--no-verify", action="store_true", help="do not check the proofs")
    parser.add_argument(
        "--at-once",
        type=_at_once,
        default=_AT_ONCE,
        metavar="N",
        help="records asked for at once (default: %(default)s)",
    )
    parser.add_argument(
        "--follow",
        type=_seconds,
        nargs="?",
        const=_FOLLOW_SECONDS,
        metavar="SECONDS",
        help=f"go on for ever, looking again so long after each time (default: {_FOLLOW_SECONDS:g})",
    )
    parser.add_argument("--quiet", action="store_true", help="tell only what is wrong")
    add_server(parser)
    add_token(parser, "whose bearer may see the games; an operator's sees all")
    return parser


async def _list(named: argparse.Namespace, ledger: Ledger, period: Period) -> int:
    async with AsyncClient(named.server, named.token) as client:
        async for games in listed(client, period):
            missing = set(ledger.missing(each.game for each in games))
            if not print_lines(_line(each) for each in games if each.game in missing):
                return READER_GONE
    return DONE


def _line(game: Finished) -> str:
    kept = "with its tournament" if game.expires_ms is None else _told(game.expires_ms)
    return f"{game.game}\t{_told(game.ended_ms)}\t{kept}"


async def _export(named: argparse.Namespace, archive: Archive, period: Period) -> int:
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    progress = _Progress(quiet=named.quiet)
    wanted = Wanted(named.preset, named.since or 0, not named.no_verify)
    try:
        async with AsyncClient(named.server, named.token) as client:
            source = _source(named, client, period)
            while True:
                tally = Tally()
                await export(source, archive, wanted, tally, progress.tell)
                if named.standings is not None:
                    await _write_standings(client, named.tournament, named.standings)
                progress.end(tally)
                if named.follow is None:
                    missed = tally.gone if named.games or named.tournament else 0
                    return INCOMPLETE if missed or tally.withheld or tally.running or tally.faulty else DONE
                archive.write_manifest()
                await asyncio.sleep(named.follow)
    except asyncio.CancelledError:
        return REFUSED if named.follow is None else DONE


def _source(named: argparse.Namespace, client: AsyncClient, period: Period) -> Source:
    if named.tournament:
        return TournamentGames(client, named.tournament)
    if named.games:
        return NamedGames(client, named.games, named.at_once)
    return FinishedGames(client, named.at_once, period)


async def _write_standings(client: AsyncClient, tournament: str, path: Path) -> None:
    document = (await client.list_standings(tournament, document=True)).document
    unfinished = path.with_name(f".{path.name}.part")
    unfinished.write_text(document, encoding="utf-8")
    unfinished.replace(path)


class _Progress:
    """Says now and then on standard error how far it is."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet: Final = quiet
        self._next = monotonic() + _TELL_SECONDS

    def tell(self, tally: Tally) -> None:
        """It has come so far."""
        if not self._quiet and monotonic() >= self._next:
            self._next = monotonic() + _TELL_SECONDS
            print(f"{tally} ...", file=sys.stderr, flush=True)

    def end(self, tally: Tally) -> None:
        """It is all there was."""
        for fault in tally.faults:
            print(f"euchre export: {fault}", file=sys.stderr)
        if not self._quiet:
            print(tally, file=sys.stderr, flush=True)


def _moment(text: str) -> int:
    """Milliseconds since 1970; without a zone in UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no time, such as 2026-11-30 or 2026-11-30T12:00Z") from error
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return int(aware.timestamp() * 1000)


def _told(moment_ms: int) -> str:
    return datetime.fromtimestamp(moment_ms / 1000, UTC).isoformat(timespec="seconds")


def _duration(text: str) -> int:
    """Milliseconds."""
    unit = _UNITS_MS.get(text[-1:])
    if unit is None or not text[:-1].isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no time, such as 90m, 36h or 2d")
    return int(text[:-1]) * unit


def _at_once(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if not 1 <= number <= _MOST_AT_ONCE:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {_MOST_AT_ONCE} is needed")
    return number


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no time in seconds")
    return seconds
