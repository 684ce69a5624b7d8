"""`make tournament-kills`: tournaments of several formats whose processes are killed at random moments.

Formats whose schedule does not depend on results must come to the standings of an undisturbed run, the others to files
that are complete and bear each other out.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from euchre_referee.cli.tournament_check import check_directory
from tests.tournament.killing import PATIENT, Survived, Victim, deals, survive
from tests.tournament.runs import run

FOUR: Final = "greedy,first,random,other=random"
SECONDS: Final = (0.2, 6.0)
WITHIN: Final = 1800.0
FIXED: Final = {
    "round-robin": ("--rules", "euchre-two-handed", "--bots", FOUR, "--boards", "20"),
    "gauntlet": ("--rules", "euchre", "--bots", FOUR, "--boards", "10", "--format", "gauntlet"),
}
FREE: Final = {
    "swiss": ("--rules", "euchre-two-handed", "--bots", FOUR, "--boards", "20", "--format", "swiss"),
    "elimination": ("--rules", "buck", "--bots", f"{FOUR},fifth=greedy", "--boards", "10", "--format", "elimination"),
}


async def main() -> int:
    """0 if nothing was lost."""
    parser = argparse.ArgumentParser(prog="tournament-kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    lots, killed, wrong = Random(asked.seed), Counter[Victim](), list[str]()
    forms = [*FIXED.items(), *FREE.items()]
    with tempfile.TemporaryDirectory(prefix="euchre-kills-") as folder:
        for number in count():
            left = asked.kills - killed.total()
            if left <= 0:
                break
            form, arguments = forms[number % len(forms)]
            share = -(-left // max(1, len(forms) - number))
            victims = [lots.choice(list(Victim)) for _ in range(share)]
            here = Path(folder) / f"{number}-{form}"
            here.mkdir()
            seeded = (*arguments, "--seed", str(number))
            survived = await survive(here / "disturbed", seeded, lots, victims, SECONDS)
            killed.update(survived.killed)
            print(f"{form}: killed {', '.join(survived.killed)}", flush=True)
            async for fault in faults(here, form, seeded, survived):
                wrong.append(fault)
                print(f"{form}: {fault}", flush=True)
    print(f"{killed.total()} kills: {', '.join(f'{victim} {number}' for victim, number in killed.items())}")
    return 1 if wrong else 0


async def faults(here: Path, form: str, seeded: tuple[str, ...], survived: Survived) -> AsyncIterator[str]:
    """What is wrong after it."""
    if survived.run.code != 0:
        yield f"exit code {survived.run.code}: {survived.run.out}{survived.run.err}"
        return
    if check_directory(survived.run.directory) != 0:
        yield "its files do not bear each other out"
    if form in FIXED:
        undisturbed = await run(here / "undisturbed", *seeded, *PATIENT, within=WITHIN)
        if survived.run.standings != undisturbed.standings:
            yield "the standings are not those of an undisturbed run"
        if deals(survived.run) != deals(undisturbed):
            yield "the games are not those of an undisturbed run"


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
