"""How many boards tell one bot from another, with and without duplicate boards: ``make boards-needed``.

Played by the engine alone, without a server. A board is two games of one scored deal, in which the bots exchange
their seats: a *duplicate* board over the same cards, a *plain* one over two deals. What a board says is the mean of
both games: points a seat and deal of the first bot less those of the second.
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from statistics import NormalDist, fmean, pvariance, stdev
from typing import NamedTuple

from euchre_referee.bots import Bot, make_bot
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament.assessment import duel
from euchre_referee.tournament.statistics import SequentialTest, Status
from euchre_referee.tournament.statistics.student import t_quantile
from tests.bots.tables import play_game, rule_set

POWER = 0.9
TESTS = (SequentialTest(h1=0.1), SequentialTest(h1=0.4))
PAIRS = (("greedy", "random"), ("careful", "greedy"), ("careful", "random"))


class Needed(NamedTuple):
    """How two bots compare on one kind of boards."""

    mean: float
    deviation: float
    elo: float
    fixed: int
    """Boards after which the 95 % interval leaves zero out nine times in ten."""
    sequential: tuple[float, ...]
    """Boards until the sequential tests decide, on average."""


def needed(boards: Sequence[float]) -> Needed:
    """What these boards, one result each, say about how many are needed."""
    mean, deviation = fmean(boards), stdev(boards)
    elo = duel(boards).elo
    assert elo is not None
    sequential = tuple(fmean(lengths(boards, test)) for test in TESTS)
    return Needed(mean, deviation, elo.mean, _fixed(mean / deviation), sequential)


def _fixed(ratio: float) -> int:
    """From how many boards on the interval, Student's, leaves zero out with the probability `POWER`."""
    beyond = NormalDist().inv_cdf(POWER)
    boards = 2
    while (t_quantile(boards - 1) + beyond) ** 2 > boards * ratio**2:
        boards += 1
    return boards


def lengths(boards: Sequence[float], test: SequentialTest) -> Iterator[int]:
    """After how many boards the test decided, begun again and again with the boards that follow.

    If there are too few for one decision: all of them, as the least that it takes.
    """
    begun = 0
    while (result := test.result(boards[begun:])).status is not Status.CONTINUE:
        begun += result.boards
        yield result.boards
    if not begun:
        yield len(boards)


def margin(rules: RuleSet, pair: tuple[Bot, Bot], seed: str) -> float:
    """By how much the even seats beat the odd ones in a game, a seat; more is better whichever way scores run."""
    bots = [pair[seat % 2] for seat in range(rules.players)]
    points = [0] * rules.players
    for state in play_game(rules, bots, seed):
        if state.result is not None:
            points = [sum(both) for both in zip(points, state.result.points, strict=True)]
    lead = fmean(points[0::2]) - fmean(points[1::2])
    return -lead if rules.counts_down else lead


def compare(rules: RuleSet, a: Bot, b: Bot, boards: int) -> None:
    """Plays so many boards of both kinds and prints what they say."""
    there = [margin(rules, (a, b), f"board {number}") for number in range(boards)]
    back = [-margin(rules, (b, a), f"board {number}") for number in range(boards)]
    again = [-margin(rules, (b, a), f"other {number}") for number in range(boards)]
    duplicate = [(one + other) / 2 for one, other in zip(there, back, strict=True)]
    plain = [(one + other) / 2 for one, other in zip(there, again, strict=True)]
    for kind, found in (("duplicate", needed(duplicate)), ("plain", needed(plain))):
        print(
            f"  {kind:9} {found.mean:+.3f} points a board, deviation {found.deviation:.3f}, Elo {found.elo:+.0f}; "
            f"95 % interval: {found.fixed} boards, sequential tests: "
            + ", ".join(f"{boards:.0f} (h1 {test.h1:g})" for boards, test in zip(found.sequential, TESTS, strict=True))
        )
    spread = (pvariance(there) + pvariance(again)) / 2
    gain = spread / 2 / pvariance(duplicate)
    print(f"  one game deviates by {math.sqrt(spread):.3f}; a duplicate board is worth {gain:.2f} plain ones")


def main() -> None:
    """Print the table of docs/statistics.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=5000)
    parser.add_argument("--rules", nargs="*", default=["euchre", "buck"])
    asked = parser.parse_args()
    for preset in asked.rules:
        rules = rule_set(preset, {"max_deals": 1})
        for better, worse in PAIRS:
            print(f"{preset}: {better} over {worse}, {asked.boards} boards", flush=True)
            compare(rules, make_bot(better, 1), make_bot(worse, 2), asked.boards)


if __name__ == "__main__":
    main()
