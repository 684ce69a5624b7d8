"""Reads a Dockerfile and carries its steps out without Docker: each stage in a directory that stands for its root.

What cannot be shown so: the base image itself, users, and isolation. Paths of the image in commands are rewritten to
those below the stage's directory.
"""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

_ROOTED: Final = re.compile(r"(?<![\w./~$-])/(?=(?:src|opt|wheels|requirements|tmp)\b)")
_TIMEOUT: Final = 600


class Instruction(NamedTuple):
    """One of them, its continued lines joined."""

    word: str
    rest: str


def read(path: Path) -> list[Instruction]:
    """All instructions of a Dockerfile, without comments."""
    lines = [line for line in path.read_text().splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines()
    return [Instruction(*line.split(maxsplit=1)) for line in joined]


@dataclass
class Stage:
    """A stage that is built, and what its last instructions say."""

    root: Path
    working: str = "/"
    environment: dict[str, str] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)
    """The last of each instruction that only describes the image, such as USER and CMD."""

    def place(self, path: str) -> Path:
        """Where a path of the image is."""
        return self.root / os.path.join(self.working, path).lstrip("/")

    def rewritten(self, text: str) -> str:
        """A text with the image's paths made those of this stage."""
        return _ROOTED.sub(f"{self.root}/", text)


class Builder:
    """Carries out the instructions, with the files of `context` and with `environment` for commands."""

    def __init__(self, context: Path, ignored: Path, folder: Path, environment: Mapping[str, str]) -> None:
        self._context: Final = context
        self._patterns: Final = [line for line in ignored.read_text().splitlines() if line and line[0] != "#"]
        self._folder: Final = folder
        self._environment: Final = environment
        self._stages: Final[dict[str, Stage]] = {}

    def build(self, instructions: Sequence[Instruction]) -> Stage:
        """The last stage. Raises CalledProcessError if a command fails, with what it said."""
        stage = Stage(self._folder)
        for word, rest in instructions:
            match word:
                case "FROM":
                    name = rest.partition(" AS ")[2] or "last"
                    stage = self._stages[name] = Stage(self._folder / name)
                    stage.root.mkdir(parents=True)
                case "WORKDIR":
                    stage.working = rest
                    stage.place("").mkdir(parents=True, exist_ok=True)
                case "COPY":
                    self._copy(stage, shlex.split(rest))
                case "RUN":
                    self._run(stage, rest)
                case "ENV":
                    stage.environment |= dict(pair.split("=", 1) for pair in shlex.split(rest))
                case _:
                    stage.said[word] = rest
        return stage

    def _run(self, stage: Stage, command: str) -> None:
        command = re.sub(r"^(--mount=\S+\s+)+", "", command)
        answer = subprocess.run(
            ["/bin/sh", "-ec", stage.rewritten(command)], cwd=stage.place(""), env=dict(self._environment),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=_TIMEOUT, check=False,
        )  # fmt: skip
        if answer.returncode:
            raise subprocess.CalledProcessError(answer.returncode, command, answer.stdout[-4000:])

    def _copy(self, stage: Stage, words: list[str]) -> None:
        source = self._context
        if words[0].startswith("--from="):
            source = self._stages[words.pop(0).partition("=")[2]].root
        target = stage.place(words[-1])
        for word in words[:-1]:
            found = source / word.lstrip("/")
            into = target / found.name if words[-1].endswith("/") and found.is_file() else target
            self._copy_one(found, into, filtered=source == self._context)

    def _copy_one(self, found: Path, into: Path, *, filtered: bool) -> None:
        if found.is_file():
            assert not (filtered and self.is_ignored(found)), f"{found} is kept from the image by its .dockerignore"
            into.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(found, into)
            return

        def left_out(folder: str, names: list[str]) -> set[str]:
            return {name for name in names if filtered and self.is_ignored(Path(folder, name))}

        shutil.copytree(found, into, ignore=left_out, dirs_exist_ok=True, symlinks=True)

    def is_ignored(self, path: Path) -> bool:
        """As the patterns say, the last one that fits; a folder that is ignored is so with all that is in it."""
        name = path.relative_to(self._context).as_posix()
        ignored = False
        for pattern in self._patterns:
            excepted = pattern.removeprefix("!")
            if _fits(name, excepted):
                ignored = excepted == pattern
        return ignored


def _fits(name: str, pattern: str) -> bool:
    """A pattern names files and folders; whatever is in a folder that it names fits, too."""
    parts = name.split("/")
    leading = ("/".join(parts[: number + 1]) for number in range(len(parts)))
    if pattern == "*":
        return True
    if pattern.startswith("**/"):
        return any(f"/{each}".endswith(pattern[2:]) for each in leading)
    return pattern in leading
