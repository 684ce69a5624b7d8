"""`euchre token`: signs a token with a key file, where no server need run."""

import argparse
import sys
from pathlib import Path
from time import time

from euchre_referee.api.tokens import Caller, Tokens, load_keys

_DAY = 24 * 60 * 60


def main(argv: list[str]) -> int:
    """Prints a token; exit code 2 if the key file cannot be read."""
    parser = argparse.ArgumentParser(prog="euchre token", description=__doc__)
    parser.add_argument("--keys", type=Path, required=True, help="the referees' key file")
    parser.add_argument("--session", required=True, help="the session that the token is for")
    parser.add_argument("--operator", action="store_true", help="an operator's token")
    parser.add_argument("--days", type=float, default=1.0, help="how long it holds (default: 1)")
    options = parser.parse_args(argv)
    try:
        tokens = Tokens(load_keys(options.keys))
    except (OSError, ValueError) as error:
        print(f"euchre token: {error}", file=sys.stderr)
        return 2
    print(tokens.issue(Caller(options.session, options.operator), int(time() + options.days * _DAY)))
    return 0
