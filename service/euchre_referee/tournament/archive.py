"""A tournament's directory as everybody sees it: its files, and how those beside `games.jsonl` come to be.

A board's records stay out of everybody's sight until its last table is over: the same cards may still be in play
there (DESIGN 7). From then on they stand in `games.jsonl` (`runner.board_records`), in the order of the schedule.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from euchre_referee.tournament.fields import mapping
from euchre_referee.tournament.places import Place
from euchre_referee.tournament.report import writing
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.standings import Standings

GAMES: Final = writing.GAMES
STANDINGS: Final = writing.STANDINGS
REPORT: Final = writing.REPORT
COMPLAINTS: Final = "bots.log"
INVITATIONS: Final = "invitations.jsonl"
"""Tokens for remote programs, a line each; for nobody else's eyes, and gone when the tournament is over."""
FILES: Final = (GAMES, STANDINGS, *writing.WRITTEN, COMPLAINTS, INVITATIONS)


class Occupied(Exception):
    """The directory holds a tournament already, or is none; the text names what is in the way."""


def check_free(directory: Path) -> None:
    """Raises Occupied if a tournament cannot write there without overwriting something."""
    if directory.exists() and not directory.is_dir():
        raise Occupied(f"{directory} is no directory; name another one with --out")
    found = [name for name in FILES if (directory / name).exists()]
    if found:
        raise Occupied(
            f"{directory} holds another tournament ({', '.join(found)}), which is not overwritten; "
            "name another directory with --out, or move the files away"
        )


class Archive:
    """Writes what stands beside the records; whoever reads it meanwhile finds an old text or a new one as a whole."""

    def __init__(self, directory: Path) -> None:
        self._directory: Final = directory

    def complain(self, place: Place, line: str) -> None:
        """Adds a line about a bot to the log of complaints."""
        with (self._directory / COMPLAINTS).open("a", encoding="utf-8") as log:
            log.write(f"{place}: {line}\n")

    def invite(self, place: Place, server: str, token: str) -> Path:
        """Adds the line that a remote program is to be started with; the file that it stands in."""
        seat = {"entrant": place.entrant.name, "pairing": place.pairing, "table": place.table, "seat": place.seat}
        path = self._directory / INVITATIONS
        with open(path, "a", encoding="utf-8", opener=_for_the_owner) as file:
            file.write(json.dumps({**seat, "server": server, "token": token}) + "\n")
        return path

    def invite_nobody(self) -> None:
        """Invitations that were written are void."""
        (self._directory / INVITATIONS).unlink(missing_ok=True)

    def tell_standings(self, document: str) -> None:
        """Writes `standings.json`."""
        self._write(STANDINGS, document)

    def report(self, standings: Standings, results: Sequence[TableResult]) -> None:
        """Writes the report with all that belongs to it, made of what stands in the directory."""
        writing.write_report(self._directory, standings, results)

    def _write(self, name: str, content: str) -> None:
        unfinished = self._directory / f".{name}.part"
        unfinished.write_text(content, encoding="utf-8")
        unfinished.replace(self._directory / name)


def is_complete(directory: Path) -> bool:
    """Whether the standings there say that everything was played and counts. Raises OSError, ValueError."""
    document = mapping(json.loads((directory / STANDINGS).read_text(encoding="utf-8")), "the standings")
    return document.get("complete") is True


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
