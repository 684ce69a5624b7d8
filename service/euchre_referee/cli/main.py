"""The console script `euchre`."""

import os
import sys
from importlib import import_module
from typing import Final

COMMANDS: Final = {
    "serve": "run a referee",
    "tournament": "run a tournament of bots, or check one",
    "config": "check what a referee would be told, or show it",
    "doctor": "examine what a referee needs, without starting one",
    "bot": "run a bot against a referee",
    "check-bot": "try a bot's program on every kind of turn",
    "play": "play against bots in the terminal",
    "watch": "follow a game in the terminal",
    "export": "write finished games as records into a file",
    "adjudicate": "judge game records",
    "convert": "write records in Euchre Game Notation, or its games as records",
    "verify": "check the proofs in game records",
    "rules": "list the presets, or explain one with its options",
    "deal": "deal cards from a seed",
    "random": "play random games and write them as records",
    "perft": "count the action sequences from given positions",
    "token": "sign a token for an operator or a player",
    "keys": "list, rotate or retire the keys of tokens and seals",
}
"""Each is a module of this package with a `main(argv) -> exit code`."""

_OTHER_MODULES: Final = {"random": "random_games", "check-bot": "check_bot"}
"""Of commands whose own name is none of a module, or taken: the standard library has a `random`."""


def main(argv: list[str] | None = None) -> int:
    """Runs a command; exit code 2 for a command line that cannot be understood."""
    arguments = sys.argv[1:] if argv is None else argv
    if not arguments or arguments[0] in ("-h", "--help"):
        print(usage())
        return 0 if arguments else 2
    command, *rest = arguments
    if command not in COMMANDS:
        print(f"euchre: there is no command {command!r}\n\n{usage()}", file=sys.stderr)
        return 2
    # It is read with the import. The core would write a line, no JSON, for all who speak no TLS where that is spoken.
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
    # Only the command's own module is loaded: the others' imports cost a second.
    run = import_module(f"euchre_referee.cli.{_OTHER_MODULES.get(command, command)}").main
    try:
        code: int = run(rest)
    except KeyboardInterrupt:
        return 130
    return code


def usage() -> str:
    """What can be asked for."""
    lines = [f"  {name:<12}{text}" for name, text in COMMANDS.items()]
    return "\n".join(["usage: euchre COMMAND [...]   (euchre COMMAND --help tells more)", "", *lines])


if __name__ == "__main__":
    sys.exit(main())
