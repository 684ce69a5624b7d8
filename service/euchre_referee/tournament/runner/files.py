"""What a tournament's directory shows beside `games.jsonl`: standings, the report, complaints of bots, invitations."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from euchre_referee.tournament.archive import COMPLAINTS, INVITATIONS, STANDINGS
from euchre_referee.tournament.fields import mapping
from euchre_referee.tournament.places import Place
from euchre_referee.tournament.report.writing import write_report
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.standings import Standings


class Files:
    """Writes them; whoever reads one meanwhile finds the whole old text or the whole new one."""

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
        """`standings.json`."""
        self._write(STANDINGS, document)

    def report(self, standings: Standings, results: Sequence[TableResult]) -> None:
        """The report with all that belongs to it, made of what stands in the directory."""
        write_report(self._directory, standings, results)

    def _write(self, name: str, content: str) -> None:
        unfinished = self._directory / f".{name}.part"
        unfinished.write_text(content, encoding="utf-8")
        unfinished.replace(self._directory / name)


def is_complete(directory: Path) -> bool:
    """Whether the standings say that everything was played and counts. Raises OSError, ValueError."""
    document = mapping(json.loads((directory / STANDINGS).read_text(encoding="utf-8")), "the standings")
    return document.get("complete") is True


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
