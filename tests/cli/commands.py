"""Commands of `euchre` run within the test's own process."""

from typing import NamedTuple

import pytest

from euchre_referee.cli.main import main


class Said(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


def euchre(capsys: pytest.CaptureFixture[str], *arguments: str) -> Said:
    """`euchre` with these arguments, from beginning to end."""
    try:
        status = main(list(arguments))
    except SystemExit as exit_:
        status = int(exit_.code or 0)
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return Said(status, out, err)
