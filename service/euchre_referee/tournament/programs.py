"""What an entrant can be: a built-in bot, a class of one's own, a command on this machine, or somebody elsewhere.

`greedy`, `my_module:MyBot`, `stdio:COMMAND` (docs/bots.md), `program:COMMAND` (it joins by itself), `remote`; or a
team of two of them, as in `greedy+stdio:./mine`.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final

TEAM_MARK: Final = "+"
STDIO: Final = "stdio:"
PROGRAM: Final = "program:"
REMOTE: Final = "remote"

_CLASS: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
_COMMAND: Final = re.compile(f"(?:{STDIO}|{PROGRAM})")
_NEXT_COMMAND: Final = re.compile(r"\+\s*(?=stdio:|program:)")


def members(text: str) -> tuple[str, ...]:
    """The programs of an entrant. A command goes on to the next one or to the end, whatever marks are in it."""
    found: list[str] = []
    for part in _NEXT_COMMAND.split(text):
        found += [part] if is_command(part) else part.split(TEAM_MARK)
    return tuple(each.strip() for each in found)


def is_command(program: str) -> bool:
    """Whether a process of it is started by a command."""
    return _COMMAND.match(program.strip()) is not None


def is_program(text: str, built_in: Collection[str]) -> bool:
    """Whether a text names a program; `built_in` are the names of the bots that need no module."""
    if is_command(text):
        return bool(text.partition(":")[2].strip())
    return text in built_in or text == REMOTE or _CLASS.fullmatch(text) is not None


def allowed_programs(built_in: Collection[str]) -> str:
    """What `is_program` accepts, for people."""
    return f"{', '.join(sorted(built_in))}, MODULE:CLASS, {STDIO}COMMAND, {PROGRAM}COMMAND or {REMOTE}"


def bot_arguments(program: str) -> Sequence[str]:
    """How `euchre bot` is told to play with a program."""
    if program == REMOTE:
        return ("--remote",)
    kind, _, command = program.partition(":")
    if is_command(program):
        return (("--command" if kind + ":" == STDIO else "--program"), command.strip())
    return (program,)
