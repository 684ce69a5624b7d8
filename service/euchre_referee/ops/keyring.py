"""Keys by name, of which one is used for what is new, and how they are written in a file (docs/access.md, "Keys")."""

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from euchre_referee.ops.secret_files import change_private, make_private, read_private

KEY_BYTES: Final = 32
_NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_RETIRED: Final = "retired"
_COMMENT: Final = "#"


class KeyProblem(ValueError):
    """A key or a file of keys that cannot be used; the text says which, why, and what to do."""


@dataclass(frozen=True, slots=True)
class Keyring:
    """Keys of 32 bytes or more; a retired one is remembered by its name and the day, without its bytes."""

    keys: Mapping[str, bytes]
    """In order: the last one is for what is new, all serve for what is there."""
    retired: Mapping[str, str] = field(default_factory=dict)
    """When each was, in ISO 8601."""

    def __post_init__(self) -> None:
        if not self.keys:
            raise KeyProblem("there is no key that is in use")
        for name, key in self.keys.items():
            if not _NAME.fullmatch(name):
                raise KeyProblem(f"the key's name {name[:80]!r} is none: 1 to 64 letters, digits, dots, dashes, lines")
            if name in self.retired:
                raise KeyProblem(f"the key {name!r} is retired and in use at once: remove one of the two lines")
            if len(key) < KEY_BYTES:
                raise KeyProblem(f"the key {name!r} has {len(key)} bytes, at least {KEY_BYTES} are needed")

    @property
    def newest(self) -> str:
        """The name of the key for what is new."""
        return list(self.keys)[-1]

    def with_new(self, *, in_use: bool) -> "Keyring":
        """One more key, drawn: for what is new, or for now only for what others make with it."""
        name, key = _new_key()
        if in_use:
            return replace(self, keys={**self.keys, name: key})
        return replace(self, keys={name: key, **self.keys})

    def using(self, name: str) -> "Keyring":
        """The same keys, with another one for what is new. Raises KeyProblem."""
        key = self._key(name)
        others = {other: bytes_ for other, bytes_ in self.keys.items() if other != name}
        return replace(self, keys={**others, name: key})

    def without(self, name: str, now: datetime) -> "Keyring":
        """A key retired. Raises KeyProblem if it is the one for what is new."""
        self._key(name)
        if name == self.newest:
            raise KeyProblem(f"the key {name!r} is the one that signs: rotate first")
        others = {other: bytes_ for other, bytes_ in self.keys.items() if other != name}
        return Keyring(others, {**self.retired, name: now.astimezone(UTC).isoformat(timespec="seconds")})

    def text(self) -> str:
        """As a file has it."""
        lines = [f"{name} {_RETIRED} {day}" for name, day in self.retired.items()]
        lines += [f"{name} {key.hex()}" for name, key in self.keys.items()]
        return "".join(f"{line}\n" for line in lines)

    def _key(self, name: str) -> bytes:
        if name in self.retired:
            raise KeyProblem(f"the key {name!r} was retired on {self.retired[name]}: its bytes are gone")
        if name not in self.keys:
            raise KeyProblem(f"there is no key {name!r}; in use are {', '.join(self.keys)}")
        return self.keys[name]


def parse_keyring(text: str, where: object) -> Keyring:
    """The keys in a file's text: one a line, `name hexadecimal-digits` or `name retired time`. Raises KeyProblem."""
    keys: dict[str, bytes] = {}
    retired: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        name, *rest = line.split() or [_COMMENT]
        if name.startswith(_COMMENT):
            continue
        if name in keys or name in retired:
            raise KeyProblem(f"{where}, line {number}: there is a key {name!r} already")
        if rest[:1] == [_RETIRED]:
            retired[name] = " ".join(rest[1:])
            continue
        try:
            keys[name] = bytes.fromhex("".join(rest))
        except ValueError as error:
            # The line is not told: it may well be a key with a slip in it.
            raise KeyProblem(f"{where}, line {number}: expected `name hexadecimal-digits`") from error
    try:
        return Keyring(keys, retired)
    except KeyProblem as problem:
        raise KeyProblem(f"{where}: {problem}") from problem


def read_keyring(path: Path) -> Keyring:
    """The keys of a file that nobody else may read. Raises ValueError and OSError."""
    return parse_keyring(read_private(path), path)


def make_keyring(path: Path) -> Keyring:
    """The keys of a file, which is made with one new key if it is not there. Raises ValueError and OSError."""
    if not path.exists():
        name, key = _new_key()
        make_private(path, Keyring({name: key}).text())
    return read_keyring(path)


def change_keyring(path: Path, change: Callable[[Keyring], Keyring]) -> None:
    """Puts other keys in the place of a file's, made of those that are there. Raises ValueError and OSError."""
    change_private(path, lambda: change(read_keyring(path)).text())


def _new_key() -> tuple[str, bytes]:
    return f"k{secrets.token_hex(4)}", secrets.token_bytes(KEY_BYTES)
