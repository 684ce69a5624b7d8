"""`euchre token`: signs a token with a key file, where no server need run; `euchre token keys` is `euchre keys`."""

import argparse
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from euchre_referee.api.tokens import (
    DEFAULT_AUDIENCE,
    MOST_SESSION_BYTES,
    OPERATOR_SCOPES,
    Caller,
    Role,
    Scope,
    Tokens,
)
from euchre_referee.cli import keys
from euchre_referee.ops.keyring import read_keyring

_DAY: Final = 24 * 60 * 60


def main(argv: list[str]) -> int:
    """Prints a token; exit code 2 for bad arguments or a key file that cannot be used."""
    if argv[:1] == ["keys"]:
        return keys.main(argv[1:])
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        caller = _caller(options)
        now = int(datetime.now(UTC).timestamp())
        begins = options.not_before
        expires = (begins or now) + int(options.days * _DAY)
        if expires <= now:
            raise ValueError(f"--days {options.days:g}: the token would have expired already")
        tokens = Tokens(read_keyring(_key_file(options.keys)), options.audience)
    except (OSError, ValueError) as error:
        print(f"euchre token: {error}", file=sys.stderr)
        return 2
    print(tokens.issue(caller, expires, begins))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="euchre token", description="Sign a token with a key file.", epilog="Keys: euchre token keys --help"
    )
    parser.add_argument("--keys", type=Path, metavar="FILE", help="the referees' key file; or EUCHRE_KEYS")
    parser.add_argument("--session", required=True, help="the session that the token is for")
    role = parser.add_mutually_exclusive_group()
    role.add_argument("--operator", action="store_true", help="an operator's token")
    role.add_argument("--spectator", action="store_true", help="a token that only looks on")
    parser.add_argument(
        "--scope", action="append", type=Scope, choices=list(Scope), default=[], metavar="SCOPE",
        help=f"what an operator may do, may be repeated: {', '.join(Scope)} (default: all but {Scope.FULL_VIEW})",
    )  # fmt: skip
    parser.add_argument("--days", type=float, default=1.0, help="how long it holds (default: 1)")
    parser.add_argument(
        "--not-before", type=_moment, metavar="TIME", help="from when on, ISO 8601, UTC unless it says (default: now)"
    )
    parser.add_argument(
        "--audience", default=os.environ.get("EUCHRE_AUDIENCE") or DEFAULT_AUDIENCE, metavar="NAME",
        help="the service that it is for; or EUCHRE_AUDIENCE (default: %(default)s)",
    )  # fmt: skip
    return parser


def _caller(options: argparse.Namespace) -> Caller:
    session: str = options.session
    if not 0 < len(session.encode()) <= MOST_SESSION_BYTES:
        raise ValueError(f"--session: 1 to {MOST_SESSION_BYTES} bytes are needed")
    if options.scope and not options.operator:
        raise ValueError("--scope is for operators: add --operator")
    if options.operator:
        return Caller.operating(session, options.scope or OPERATOR_SCOPES)
    return Caller(session, Role.SPECTATOR if options.spectator else Role.PLAYER)


def _key_file(named: Path | None) -> Path:
    path = named or os.environ.get("EUCHRE_KEYS")
    if not path:
        raise ValueError("name the key file: --keys FILE or EUCHRE_KEYS")
    return Path(path)


def _moment(text: str) -> int:
    moment = datetime.fromisoformat(text)
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
