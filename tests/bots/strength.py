"""How much stronger one bot is than another, on duplicate boards: ``python -m tests.bots.strength``.

A board is a game of one scored deal. It is played twice over the same cards, once with A on the even and B on the
odd seats, once the other way round, so the luck of the deal cancels; the board is the unit of the statistics.
"""

import argparse
import statistics
import time
from typing import NamedTuple

from euchre_referee.bots import Bot, make_bot
from euchre_referee.rules.ruleset import RuleSet
from tests.bots.tables import play_game, rule_set


class Edge(NamedTuple):
    """Points a seat and deal by which A does better than B; positive is better for A whichever way scores run."""

    mean: float
    half_width: float
    """Of the 95 % interval over boards."""

    @property
    def beyond_chance(self) -> bool:
        """Whether the whole interval is on A's side."""
        return self.mean - self.half_width > 0


def edge(rules: RuleSet, a: Bot, b: Bot, boards: int, seed: int = 0) -> Edge:
    """A's edge over B in so many boards, at least two; ``rules`` should end a game after one scored deal."""
    sample = []
    for board in range(boards):
        there = _margin(rules, (a, b), f"{seed} {board}")
        back = _margin(rules, (b, a), f"{seed} {board}")
        sample.append((there - back) / 2)
    half_width = 1.96 * statistics.stdev(sample) / len(sample) ** 0.5
    return Edge(statistics.mean(sample), half_width)


def _margin(rules: RuleSet, pair: tuple[Bot, Bot], seed: str) -> float:
    """By how much the even seats beat the odd ones in a game, a seat."""
    bots = [pair[seat % 2] for seat in range(rules.players)]
    points = [0] * rules.players
    for state in play_game(rules, bots, seed):
        if state.result is not None:
            points = [sum(both) for both in zip(points, state.result.points, strict=True)]
    margin = statistics.mean(points[0::2]) - statistics.mean(points[1::2])
    return -margin if rules.counts_down else margin


def main() -> None:
    """Print the edges of the ladder greedy over random, careful over greedy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rules", nargs="*", default=["euchre", "buck"])
    asked = parser.parse_args()
    for preset in asked.rules:
        rules = rule_set(preset, {"max_deals": 1})
        for better, worse in (("greedy", "random"), ("careful", "greedy")):
            started = time.perf_counter()
            found = edge(rules, make_bot(better, 1), make_bot(worse, 2), asked.boards, asked.seed)
            took = time.perf_counter() - started
            shown = f"{found.mean:+.3f} ± {found.half_width:.3f} points a seat and board"
            print(f"{preset}: {better} over {worse} {shown} ({asked.boards} boards, {took:.1f} s)")


if __name__ == "__main__":
    main()
