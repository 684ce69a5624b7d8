"""The long form: `python -m tests.chaos.run --minutes 30`. Exit code 1 if anything is counted that must not be."""

import argparse
import asyncio
import random
import sys

from tests.chaos.storm import storm


def main() -> int:
    """Prints the seed before and the tally after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--games", type=int, default=24, help="games at once")
    options = parser.parse_args()
    print(f"chaos for {options.minutes:g} minutes, seed {options.seed}", flush=True)
    tally = asyncio.run(storm(options.minutes * 60, options.seed, games_at_once=options.games))
    print(tally)
    if found := tally.faults_found():
        print(found)
    return 0 if tally.clean else 1


if __name__ == "__main__":
    sys.exit(main())
