"""`euchre keys`: the keys that tokens are signed with, or games sealed with: listed, changed, retired."""

import argparse
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from euchre_referee.ops.keyring import KeyProblem, Keyring, change_keyring, make_keyring, read_keyring


def main(argv: list[str]) -> int:
    """Prints what is in the file afterwards, never a key; exit code 2 if it cannot be done."""
    parser = argparse.ArgumentParser(
        prog="euchre keys",
        description="A file of keys: the newest signs (or seals), all that are in use are accepted.",
        epilog="A server reads its key file again when it changes, and at SIGHUP.",
    )
    actions = parser.add_subparsers(required=True, metavar="list|add|rotate|retire")

    def action(name: str, text: str, do: Callable[[Path, str], None], kid: str = "") -> None:
        sub = actions.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        sub.add_argument("--keys", type=Path, metavar="FILE", help="the key file; or EUCHRE_KEYS")
        sub.set_defaults(do=do, kid="")
        if kid:
            sub.add_argument("kid", nargs=kid if kid == "?" else None, default="", help="the key's name")

    action("list", "name the keys and what each is for", lambda path, kid: None)
    action("add", "draw a key that is accepted, but not used yet: for replicas that have the file later", _add)
    action("rotate", "use another key from now on, a new one or one that is there; makes the file", _rotate, "?")
    action("retire", "forget a key: what was signed or sealed with it is not accepted any more", _retire, "1")
    options = parser.parse_args(argv)
    path = options.keys or os.environ.get("EUCHRE_KEYS")
    try:
        if not path:
            raise ValueError("name the key file: --keys FILE or EUCHRE_KEYS")
        options.do(Path(path), options.kid)
        _tell(read_keyring(Path(path)))
    except (OSError, ValueError) as error:
        print(f"euchre keys: {error}", file=sys.stderr)
        return 2
    return 0


def _add(path: Path, kid: str) -> None:
    change_keyring(path, lambda ring: ring.with_new(in_use=False))


def _rotate(path: Path, kid: str) -> None:
    if not path.exists() and not kid:
        make_keyring(path)
    else:
        change_keyring(path, lambda ring: ring.using(kid) if kid else ring.with_new(in_use=True))


def _retire(path: Path, kid: str) -> None:
    def retired(ring: Keyring) -> Keyring:
        if kid in ring.retired:
            raise KeyProblem(f"the key {kid!r} was retired {ring.retired[kid]} already")
        return ring.without(kid, datetime.now(UTC))

    change_keyring(path, retired)


def _tell(ring: Keyring) -> None:
    for name, when in ring.retired.items():
        print(f"{name}  retired {when}")
    for name in ring.keys:
        print(f"{name}  {'newest' if name == ring.newest else 'accepted'}")
