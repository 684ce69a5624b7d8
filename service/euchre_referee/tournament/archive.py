"""A tournament's directory: `games.jsonl`, `standings.json`, the report, and what the bots complained of.

A board's records stay out of everybody's sight until its last table is over: the same cards may still be in play
there (DESIGN 7). From then on they stand in `games.jsonl`, in the order of the schedule.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, Final, NamedTuple

from euchre_referee.tournament.fields import Json
from euchre_referee.tournament.places import Place
from euchre_referee.tournament.report import writing
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.schedule import GamePlan, Schedule
from euchre_referee.tournament.standings import Standings
from euchre_referee.tournament.standings_json import standings_json
from euchre_referee.tournament.unfolding import unfold

GAMES: Final = writing.GAMES
STANDINGS: Final = writing.STANDINGS
REPORT: Final = writing.REPORT
COMPLAINTS: Final = "bots.log"
INVITATIONS: Final = "invitations.jsonl"
"""Tokens for remote programs, a line each; for nobody else's eyes, and gone when the tournament is over."""
FILES: Final = (GAMES, STANDINGS, *writing.WRITTEN, COMPLAINTS, INVITATIONS)


class Occupied(Exception):
    """The directory holds a tournament already, or is none; the text names what is in the way."""


class _Kept(NamedTuple):
    offset: int
    length: int


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
    """Writes a tournament's files into a directory: `with Archive.begun(...)`, then `keep`, then `finish`."""

    def __init__(self, directory: Path, schedule: Schedule, games: BinaryIO, withheld: BinaryIO) -> None:
        self._directory: Final = directory
        self._schedule = schedule
        self._games: Final = games
        self._withheld: Final = withheld
        self._kept: Final[dict[GamePlan, _Kept]] = {}
        self._tables_over: Final[Counter[int]] = Counter()
        self._next_board = 1

    @classmethod
    @contextmanager
    def begun(cls, directory: Path, standings: Standings) -> "Iterator[Archive]":
        """Makes the directory and writes down the terms, before the first card. Raises Occupied, OSError."""
        check_free(directory)
        directory.mkdir(parents=True, exist_ok=True)
        # The records withheld are in a file without a name, so that no bot's program can look into it.
        with (directory / GAMES).open("xb") as games, TemporaryFile() as withheld:
            archive = cls(directory, unfold(standings.terms, ()).schedule, games, withheld)
            archive._write(STANDINGS, standings_json(standings))
            yield archive

    def keep(self, plan: GamePlan, record: Json) -> None:
        """Takes the record of a game that is over."""
        line = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        offset = self._withheld.seek(0, os.SEEK_END)
        self._kept[plan] = _Kept(offset, self._withheld.write(line))
        self._tables_over[plan.board] += 1
        while (games := self._schedule.games_of_board(self._next_board)) and (
            self._tables_over[self._next_board] == len(games)
        ):
            self._publish_next()

    def follow(self, schedule: Schedule) -> None:
        """The rounds before are over, complete or not; what they left is published, and these come next."""
        self._publish_all()
        self._schedule = schedule

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

    def finish(self, standings: Standings, results: Sequence[TableResult]) -> None:
        """Writes everything that is not written yet; the tournament is over, complete or not."""
        self._publish_all()
        (self._directory / INVITATIONS).unlink(missing_ok=True)
        self._write(STANDINGS, standings_json(standings))
        writing.write_report(self._directory, standings, results)

    def _publish_all(self) -> None:
        while self._next_board <= self._schedule.board_count:
            self._publish_next()

    def _publish_next(self) -> None:
        for plan in self._schedule.games_of_board(self._next_board):
            kept = self._kept.pop(plan, None)
            if kept is not None:
                self._withheld.seek(kept.offset)
                self._games.write(self._withheld.read(kept.length))
        self._games.flush()
        self._next_board += 1

    def _write(self, name: str, content: str) -> None:
        """Readers find the whole old text or the whole new one."""
        unfinished = self._directory / f".{name}.part"
        unfinished.write_text(content, encoding="utf-8")
        unfinished.replace(self._directory / name)


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
