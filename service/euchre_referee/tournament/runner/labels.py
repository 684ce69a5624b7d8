"""How the service is told which program plays: as it is configured where that fits, else shortened.

Whoever starts the processes needs the program itself, which is found again by its entrant and its label.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final

from euchre_referee.tournament.programs import TEAM_MARK
from euchre_referee.tournament.schedule import Entrant

_MOST: Final = 99
"""Characters of a program's label: those of a team of two, with the mark between, fit in the 200 that may be told."""
_DIGITS: Final = 8


def label(program: str) -> str:
    """One program's label, the same for the same program: a long command is told apart from others by its hash."""
    plain = "".join(letter if letter >= " " else " " for letter in program)
    if plain == program and len(program) <= _MOST:
        return program
    digest = sha256(program.encode()).hexdigest()[:_DIGITS]
    return f"{plain[: _MOST - _DIGITS - 4].rstrip()}... {digest}"


def entrant_label(entrant: Entrant) -> str:
    """The label of an entrant's program, or of both of a team."""
    return TEAM_MARK.join(map(label, entrant.programs))


def labelled(entrants: Iterable[Entrant]) -> Mapping[tuple[str, str], str]:
    """The programs by their entrants' names and their labels."""
    return {(entrant.name, label(program)): program for entrant in entrants for program in entrant.programs}
