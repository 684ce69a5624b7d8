"""`euchre config`: what a referee would be told, and what is wrong with it, before one is started."""

import json
import os
import sys
from typing import Final

from euchre_referee.cli.configuration.judging import problems_of
from euchre_referee.cli.configuration.showing import as_json, as_toml
from euchre_referee.cli.configuration.sources import Configuration, gathered
from euchre_referee.cli.exit_codes import BAD_ARGUMENTS, DONE, REFUSED
from euchre_referee.cli.printing import READER_GONE, print_lines
from euchre_referee.cli.serving_options import serving_parser

_USAGE: Final = (
    "usage: euchre config check|show [FILE] [--json] [options of `euchre serve`]\n\n"
    "  check   names everything that is wrong, each with its place and what to do; exit code 0: nothing, 1: something\n"
    "  show    the values that hold, each with where it comes from; never a secret\n\n"
    "Exit code 2: the command line cannot be understood. More in docs/configuration.md."
)
_ACTIONS: Final = ("check", "show")


def main(argv: list[str]) -> int:
    """Exit code 0: all is well, 1: something is wrong with the configuration, 2: the command line is wrong."""
    if argv[:1] in (["-h"], ["--help"]):
        print(_USAGE)
        return DONE
    if not argv or argv[0] not in _ACTIONS:
        print(_USAGE, file=sys.stderr)
        return BAD_ARGUMENTS
    action, *arguments = argv
    as_programs_read = "--json" in arguments
    arguments = [each for each in arguments if each != "--json"]
    if arguments and not arguments[0].startswith("-"):
        arguments[:1] = ["--config", arguments[0]]
    configuration = gathered(serving_parser(f"euchre config {action}", __doc__), arguments, os.environ)
    return (_check if action == "check" else _show)(configuration, as_programs_read)


def _check(configuration: Configuration, as_programs_read: bool) -> int:
    problems = problems_of(configuration)
    if as_programs_read:
        kinds = {"problems": problems, "warnings": configuration.warnings}
        told = {kind: [each._asdict() for each in listed] for kind, listed in kinds.items()}
        lines = [json.dumps(told, indent=2)]
    else:
        lines = [*map(str, problems), *(f"warning: {warning}" for warning in configuration.warnings)]
        if not problems:
            lines.append(f"the configuration is in order{f': {configuration.file}' if configuration.file else ''}")
    return _told(lines, REFUSED if problems else DONE)


def _show(configuration: Configuration, as_programs_read: bool) -> int:
    for problem in configuration.problems:
        print(f"euchre config show: {problem}", file=sys.stderr)
    text = (
        json.dumps(as_json(configuration), indent=2, ensure_ascii=False) if as_programs_read else as_toml(configuration)
    )
    return _told(text.splitlines(), REFUSED if configuration.problems else DONE)


def _told(lines: list[str], code: int) -> int:
    """The exit code, unless the reader has gone."""
    return code if print_lines(lines) else READER_GONE
