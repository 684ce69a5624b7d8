"""The file that games are exported into: JSON Lines, compressed where its name ends in `.gz`."""

import fcntl
import gzip
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from euchre_referee.cli.exporting.ledger import Archived, Ledger, Unusable

STANDARD_OUTPUT: Final = "-"
_MANIFEST_FORM: Final = 1


class Exported(NamedTuple):
    """A game's record, a line without its newline, and what is noted of it."""

    line: str
    note: Archived


class Archive:
    """Goes on where it ended. A batch of records is on the disk as a whole, or not there when it is opened again."""

    def __init__(self, file: BinaryIO, ledger: Ledger, path: Path | None) -> None:
        """`path` is None for standard output, of which nothing can be taken back."""
        self.ledger: Final = ledger
        self._file: Final = file
        self._path: Final = path
        self._compressed: Final = path is not None and path.suffix == ".gz"
        self._end = ledger.end

    @classmethod
    @contextmanager
    def opened(cls, name: str) -> Iterator["Archive"]:
        """An archive to write to, `-` being standard output. Raises Unusable, OSError."""
        if name == STANDARD_OUTPUT:
            with Ledger(None) as ledger:
                yield cls(sys.stdout.buffer, ledger, None)
            return
        path = Path(name)
        beside = _beside(path)
        with open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666), "r+b") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise Unusable(f"{path}: another export writes there; wait for it, or name another file") from error
            size = file.seek(0, os.SEEK_END)
            if size:
                _check_ledger(path, beside)
            with Ledger(beside) as ledger:
                if ledger.end > size:
                    raise Unusable(
                        f"{path} has {size} bytes, and its ledger {beside.name} says {ledger.end}: records are "
                        "missing; name another file, or remove both to begin anew"
                    )
                file.truncate(ledger.end)
                file.seek(ledger.end)
                yield cls(file, ledger, path)

    @staticmethod
    def ledger_of(name: str) -> Ledger:
        """What an archive holds, also while it is written to; of one that is not there, nothing. Raises Unusable."""
        path = Path(name)
        beside = _beside(path)
        if name == STANDARD_OUTPUT or not path.exists():
            return Ledger(None)
        _check_ledger(path, beside)
        return Ledger(beside)

    def add(self, asked: Sequence[Exported]) -> int:
        """Writes the records that are not there; how many. Raises OSError, Unusable."""
        # A game may have been listed twice, the second time before it stood here.
        by_id = {game.note.game: game for game in asked}
        games = [by_id[game] for game in self.ledger.missing(by_id)]
        if not games:
            return 0
        content = b"".join(game.line.encode() + b"\n" for game in games)
        # A member of its own for every batch: what is cut off leaves whole ones.
        self._file.write(gzip.compress(content, mtime=0) if self._compressed else content)
        self._file.flush()
        if self._path is not None:
            os.fsync(self._file.fileno())
            self._end = self._file.tell()
        self.ledger.note((game.note for game in games), self._end)
        return len(games)

    def write_manifest(self) -> None:
        """Says beside the file what it holds, of which size and digest; nothing beside standard output."""
        if self._path is None:
            return
        with self._path.open("rb") as written:
            digest = file_digest(written, "sha256").hexdigest()
        presets = self.ledger.counted("preset")
        manifest = {
            "format": _MANIFEST_FORM,
            "file": self._path.name,
            "bytes": self._end,
            "sha256": digest,
            "games": sum(presets.values()),
            "presets": presets,
            "terminations": self.ledger.counted("ended"),
            "not_in_order": self.ledger.faulty(),
        }
        unfinished = self._path.with_name(f".{self._path.name}.manifest.part")
        unfinished.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
        unfinished.replace(self._path.with_name(f"{self._path.name}.manifest.json"))


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.ledger")


def _check_ledger(path: Path, beside: Path) -> None:
    if not beside.exists():
        raise Unusable(f"{path} is there already, without its ledger {beside.name}; name another file")
