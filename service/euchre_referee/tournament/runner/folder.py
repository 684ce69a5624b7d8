"""A tournament's directory: who may write there, and what the runner keeps there for itself.

The results stand in the directory itself (`archive.py`). `run/`, for its owner's eyes only, holds the plan, the lock,
where the records of each board end, what the referee said, and the data of a store of one's own.
"""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from typing import Final, NamedTuple

from euchre_referee.tournament.archive import Occupied, check_free
from euchre_referee.tournament.fields import mapping, text
from euchre_referee.tournament.runner.plan import Plan, plan_text, read_plan

RUN: Final = "run"
_PLAN: Final = "tournament.json"
_REFEREE: Final = "referee.json"


class Taken(Occupied):
    """Another runner is at work in the directory."""


class Reached(NamedTuple):
    """A referee, and a token that may do everything there."""

    address: str
    token: str


class Folder:
    """A directory that holds a tournament, or is to hold one."""

    def __init__(self, results: Path) -> None:
        self.results: Final = results
        run = results / RUN
        self.run: Final = run
        self.store: Final = run / "store"
        self.index: Final = run / "boards.index"
        self.log: Final = run / "referee.log"

    def plan(self) -> Plan | None:
        """The plan of the tournament that it holds, None if it may hold one. Raises Occupied if it can do neither."""
        try:
            content = (self.run / _PLAN).read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            check_free(self.results)
            return None
        try:
            return read_plan(content)
        except ValueError as problem:
            raise Occupied(f"{self.run / _PLAN} cannot be read: {problem}; name another directory") from problem

    def keep(self, plan: Plan) -> None:
        """Writes the plan down; what is read is the old one or the new one."""
        self._write(_PLAN, plan_text(plan))

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Nobody else writes there meanwhile. Raises Taken, OSError."""
        self.run.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(self.run / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise Taken(
                    f"{self.results}: a tournament is being played into it by another process; wait for it, "
                    "or name another directory"
                ) from error
            yield
        finally:
            os.close(descriptor)

    @contextmanager
    def reached_at(self, referee: Reached) -> Iterator[None]:
        """Commands for this directory find the referee meanwhile."""
        self._write(_REFEREE, json.dumps(referee._asdict()))
        try:
            yield
        finally:
            (self.run / _REFEREE).unlink(missing_ok=True)

    def referee(self) -> Reached | None:
        """The referee that the runner at work here uses, None as long as there is none."""
        try:
            told = mapping(json.loads((self.run / _REFEREE).read_text(encoding="utf-8")), "the referee")
        except (FileNotFoundError, json.JSONDecodeError):
            return None
        return Reached(text(told.get("address"), "`address`"), text(told.get("token"), "`token`"))

    def abandon(self) -> None:
        """Removes what stands there of a tournament that was never made."""
        rmtree(self.run, ignore_errors=True)
        with suppress(OSError):
            self.results.rmdir()

    def settle(self) -> None:
        """Nothing is left to play: what nobody needs any more is removed, the store's data with all that is secret."""
        plan = self.plan()
        if plan is not None:
            self.keep(replace(plan, over=True))
        rmtree(self.store, ignore_errors=True)

    def _write(self, name: str, content: str) -> None:
        unfinished = self.run / f".{name}.part"
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(self.run / name)
