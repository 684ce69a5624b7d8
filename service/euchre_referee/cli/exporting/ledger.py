"""What an archive file holds already: which games, and where the last whole record ends.

The ledger stands beside the archive and is written after it, so whatever the file holds beyond the ledger was being
written when an export ended: it is cut off before more is written.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple, Self

_FORM: Final = 1
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS form (number INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS ends (at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS games (
  game TEXT PRIMARY KEY, preset TEXT NOT NULL, ended TEXT NOT NULL, faulty INTEGER NOT NULL
) WITHOUT ROWID;
"""
_ASKED_AT_ONCE: Final = 500
_NOWHERE: Final = ""
"""SQLite keeps such a database in a temporary file of its own."""


class Unusable(Exception):
    """An archive or its ledger cannot be gone on with; the text says which, why, and what to do."""


class Archived(NamedTuple):
    """A game that stands in the archive."""

    game: str
    preset: str
    ended: str
    """How: `normal`, `forfeit`, `aborted` or `void`."""
    faulty: bool
    """Its proof was not in order."""


class Ledger:
    """`with Ledger(path) as ledger`. It keeps nothing in memory that grows with the archive."""

    def __init__(self, path: Path | None) -> None:
        """None: it is kept for as long as it is open. Raises Unusable."""
        self._path: Final = path
        try:
            self._database = sqlite3.connect(path or _NOWHERE, isolation_level=None)
            self._database.executescript(_TABLES)
            self._check_form()
        except sqlite3.Error as error:
            raise Unusable(f"{path} cannot be used as the archive's ledger: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    @property
    def end(self) -> int:
        """Where the last whole record of the archive ends, in bytes."""
        with closing(self._database.execute("SELECT at FROM ends")) as found:
            row = found.fetchone()
        return int(row[0]) if row else 0

    def missing(self, games: Iterable[str]) -> list[str]:
        """Those of the games that the archive does not hold, each once, in their order."""
        asked = list(dict.fromkeys(games))
        held: set[str] = set()
        for start in range(0, len(asked), _ASKED_AT_ONCE):
            part = asked[start : start + _ASKED_AT_ONCE]
            marks = ",".join("?" * len(part))
            with closing(self._database.execute(f"SELECT game FROM games WHERE game IN ({marks})", part)) as found:
                held.update(game for (game,) in found)
        return [game for game in asked if game not in held]

    def note(self, games: Iterable[Archived], end: int) -> None:
        """The archive holds these too, and ends there; all of it or nothing. Raises Unusable."""
        try:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany("INSERT INTO games VALUES (?, ?, ?, ?)", games)
            self._database.execute("DELETE FROM ends")
            self._database.execute("INSERT INTO ends VALUES (?)", (end,))
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            raise Unusable(f"{self._path} cannot be written: {error}") from error

    def counted(self, column: str) -> dict[str, int]:
        """How many games there are by `preset`, or by how they `ended`."""
        assert column in ("preset", "ended")
        query = f"SELECT {column}, COUNT(*) FROM games GROUP BY {column} ORDER BY {column}"
        with closing(self._database.execute(query)) as found:
            return dict(found.fetchall())

    def faulty(self) -> list[str]:
        """The games whose proofs are not in order."""
        with closing(self._database.execute("SELECT game FROM games WHERE faulty ORDER BY game")) as found:
            return [game for (game,) in found]

    def _check_form(self) -> None:
        with closing(self._database.execute("SELECT number FROM form")) as found:
            row = found.fetchone()
        if row is None:
            self._database.execute("INSERT INTO form VALUES (?)", (_FORM,))
        elif row[0] != _FORM:
            raise Unusable(f"{self._path} is in the form {row[0]}, of another version of `euchre export`")
