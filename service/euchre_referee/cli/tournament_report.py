"""`euchre tournament report`: the report of a tournament made again from its records and its terms."""

import sys
from pathlib import Path
from typing import Final

from euchre_referee.tournament.report.remaking import NoReport, remake_report
from euchre_referee.tournament.report.writing import REPORT

MADE: Final = 0
CANNOT_BE_MADE: Final = 2
_MOST_NAMED: Final = 20


def report_directory(directory: Path) -> int:
    """Writes the report anew and says where it is: 0 if there is one, 2 if none can be made."""
    try:
        remade = remake_report(directory)
    except NoReport as problem:
        for sentence in problem.sentences[:_MOST_NAMED]:
            print(f"euchre tournament: {sentence}", file=sys.stderr)
        if len(problem.sentences) > _MOST_NAMED:
            print(f"euchre tournament: and {len(problem.sentences) - _MOST_NAMED} more", file=sys.stderr)
        return CANNOT_BE_MADE
    except OSError as problem:
        print(f"euchre tournament: {problem}; name the directory of a tournament's results", file=sys.stderr)
        return CANNOT_BE_MADE
    print(f"{directory / REPORT}: {remade.games} games")
    return MADE
