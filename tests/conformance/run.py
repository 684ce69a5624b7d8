"""Runs the conformance suite against any program: python run.py --adjudicate "my-referee adjudicate".

Needs nothing but Python (3.11 or newer) and the files beside it; README.md tells what the programs have to do.
"""

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple

HERE: Final = Path(__file__).resolve().parent
GAMES: Final = ("worked.jsonl", "random.jsonl")
POSITIONS: Final = "perft.jsonl"
TABLE: Final = "presets.json"

AS_EXPECTED: Final = 0
DIFFERENT: Final = 1
CANNOT_RUN: Final = 2

Case = dict[str, Any]


class Cannot(Exception):
    """The program under test cannot be run."""


class Comparison(NamedTuple):
    """One case's line for the program, and what must stand in the answer."""

    line: str
    id: object
    expected: dict[str, Any]


def game(case: Case) -> Comparison:
    """A record without its answer; every key of `expect` must come out exactly."""
    record = {key: value for key, value in case.items() if key not in ("expect", "about")}
    return Comparison(json.dumps(record), case.get("id"), case["expect"])


def position(case: Case) -> Comparison:
    """A position without its counts, but with how many there are, as `depth`."""
    record = {key: value for key, value in case.items() if key != "nodes"} | {"depth": len(case["nodes"])}
    return Comparison(json.dumps(record), case["id"], {"id": case["id"], "nodes": case["nodes"]})


def answers(command: Sequence[str], lines: Sequence[str]) -> list[str]:
    """What the program writes for these lines; its exit status is its own affair. Raises Cannot."""
    try:
        given = "".join(line + "\n" for line in lines).encode()
        done = subprocess.run(command, input=given, stdout=subprocess.PIPE, check=False)
    except OSError as error:
        raise Cannot(f"{command[0]}: {error.strerror}; name a program that can be run") from error
    return done.stdout.decode(errors="replace").splitlines()


def differences(comparisons: Sequence[Comparison], told: Sequence[str]) -> Iterator[str]:
    """A sentence for every key that is not as expected, and for answers too few or too many."""
    for at, (case, line) in enumerate(zip_longest(comparisons, told), 1):
        if case is None:
            yield f"line {at}: an answer more than there are cases"
            return
        if line is None:
            yield f"{case.id}: no answer"
            continue
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            yield f"{case.id}: the answer is no JSON object: {line[:80]}"
            continue
        for key, expected in case.expected.items():
            # As texts, so that 1, 1.0 and true are not the same.
            wanted, got = (json.dumps(value, sort_keys=True) for value in (expected, answer.get(key)))
            if key not in answer or got != wanted:
                yield f"{case.id}: {key} is {got if key in answer else 'missing'}, expected {wanted}"


def judge(name: str, command: Sequence[str], compare: Callable[[Case], Comparison], most: int) -> bool:
    """Runs one file of cases; whether everything is as expected. Raises Cannot."""
    cases = [compare(json.loads(line)) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]
    found = differences(cases, answers(command, [case.line for case in cases]))
    return summed_up(name, f"{len(cases)} cases", found, most)


def judge_table(command: Sequence[str], most: int) -> bool:
    """Compares the table of presets; whether it is as published. Raises Cannot."""
    published: dict[str, Any] = json.loads((HERE / TABLE).read_text(encoding="utf-8"))
    cases = [Comparison("", "presets", published)]
    whole = " ".join(answers(command, ()))
    return summed_up(TABLE, f"{len(published)} presets", differences(cases, [whole]), most)


def summed_up(name: str, what: str, found: Iterator[str], most: int) -> bool:
    """Prints the first differences and how many there are."""
    shown = list(islice(found, most))
    more = sum(1 for _ in found)
    for sentence in shown:
        print(f"{name}: {sentence}")
    count = len(shown) + more
    print(f"{name}: {what}, " + (f"{count} differences" if count else "all as expected"))
    return count == 0


def main(argv: Sequence[str] | None = None) -> int:
    """Runs what is asked for: 0 if all is as expected, 1 if something is not, 2 if it cannot be run."""
    parser = argparse.ArgumentParser(description="Compare a program with the conformance suite beside this file.")
    parser.add_argument("--adjudicate", metavar="COMMAND", help=f"reads records, writes answers ({', '.join(GAMES)})")
    parser.add_argument("--perft", metavar="COMMAND", help=f"reads positions, writes counts ({POSITIONS})")
    parser.add_argument("--presets", metavar="COMMAND", help=f"writes the table of presets ({TABLE})")
    parser.add_argument("--most", type=int, default=20, metavar="N", help="differences shown of a file (20)")
    named = parser.parse_args(argv)
    if not (named.adjudicate or named.perft or named.presets):
        parser.error("name a command: --adjudicate, --perft or --presets")
    fine = []
    try:
        if named.adjudicate:
            fine += [judge(name, shlex.split(named.adjudicate), game, named.most) for name in GAMES]
        if named.perft:
            fine.append(judge(POSITIONS, shlex.split(named.perft), position, named.most))
        if named.presets:
            fine.append(judge_table(shlex.split(named.presets), named.most))
    except (Cannot, ValueError) as problem:
        print(f"run.py: {problem}", file=sys.stderr)
        return CANNOT_RUN
    return AS_EXPECTED if all(fine) else DIFFERENT


if __name__ == "__main__":
    sys.exit(main())
