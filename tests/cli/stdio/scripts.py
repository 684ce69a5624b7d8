"""Programs in the shell that behave in all the ways that programs do."""

import shlex
import sys
from pathlib import Path
from typing import Final

from euchre_referee.cli.stdio.process import Command, Limits

UNLIMITED: Final = Limits(memory_mb=0)
EXAMPLES: Final = Path(__file__).resolve().parents[3] / "docs" / "examples" / "bots"
FIRST_LEGAL: Final = f"sh {shlex.quote(str(EXAMPLES / 'first_legal.sh'))}"
NODE: Final = Path(sys.executable).with_name("node")
HIGH_CARD: Final = f"{NODE} {shlex.quote(str(EXAMPLES / 'high_card.mjs'))}"

LEGAL: Final = r"""legal() { rest=${1#*'"legal":["'}; printf '%s\n' "${rest%%'"'*}"; }; """
"""A function that prints the first legal action of a turn."""


def shell(script: str, limits: Limits = UNLIMITED) -> Command:
    """A program that is a script of the shell; `legal "$turn"` answers as it should."""
    return Command(("sh", "-c", LEGAL + script), limits)


def command_line(script: str) -> str:
    """The same as a text."""
    return shlex.join(shell(script).words)
