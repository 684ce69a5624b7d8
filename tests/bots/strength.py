"""How much stronger one bot is than another, on duplicate boards: ``python -m tests.bots.strength``.

A board is a game of one scored deal. It is played twice over the same cards, once with A on the even and B on the
odd seats, once the other way round, so the luck of the deal cancels; the board is the unit of the statistics. All
draws come from the seeds, so the same call finds the same figures.
"""

import argparse
import os
import statistics
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Final, NamedTuple

from euchre_referee.bots import BOTS, Bot, make_bot
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.ruleset import RuleSet
from tests.bots.tables import play_game, rule_set

_PRESETS: Final = ("euchre", "buck", "dirty-clubs", "euchre-cutthroat")
_BOARDS: Final = 2000
_THINKING_BOARDS: Final = {"buck": 2000, "euchre-cutthroat": 600}
"""Fewer of a bot that thinks long; by preset as many as its edge needs to show, else ``_SOME_BOARDS``."""
_SOME_BOARDS: Final = 300
_BOARDS_AT_ONCE: Final = 20
_THINKING: Final = "montecarlo"


class Edge(NamedTuple):
    """Points a seat and deal by which A does better than B; positive is better for A whichever way scores run."""

    mean: float
    half_width: float
    """Of the 95 % interval over boards."""

    @property
    def beyond_chance(self) -> bool:
        """Whether the whole interval is on A's side."""
        return self.mean - self.half_width > 0


class Rung(NamedTuple):
    """Two bots to be compared on some boards."""

    preset: str
    better: str
    worse: str
    seed: int
    boards: range


def edge(rules: RuleSet, a: Bot, b: Bot, boards: int, seed: int = 0) -> Edge:
    """A's edge over B in so many boards, at least two; ``rules`` should end a game after one scored deal."""
    return edge_of(margins(rules, a, b, range(boards), seed))


def edge_of(sample: Iterable[float]) -> Edge:
    """The edge that the margins of some boards, at least two, come to."""
    found = list(sample)
    return Edge(statistics.mean(found), 1.96 * statistics.stdev(found) / len(found) ** 0.5)


def margins(rules: RuleSet, a: Bot, b: Bot, boards: range, seed: int) -> Iterator[float]:
    """By how much A beats B on each of these boards."""
    for board in boards:
        there = _margin(rules, (a, b), f"{seed} {board}")
        back = _margin(rules, (b, a), f"{seed} {board}")
        yield (there - back) / 2


def _margin(rules: RuleSet, pair: tuple[Bot, Bot], seed: str) -> float:
    """By how much the even seats beat the odd ones in a game, a seat."""
    bots = [pair[seat % 2] for seat in range(rules.players)]
    points = [0] * rules.players
    for state in play_game(rules, bots, seed):
        if state.result is not None:
            points = [sum(both) for both in zip(points, state.result.points, strict=True)]
    margin = statistics.mean(points[0::2]) - statistics.mean(points[1::2])
    return -margin if rules.counts_down else margin


def _played(rung: Rung) -> list[float]:
    rules = rule_set(rung.preset, {"max_deals": 1})
    return list(margins(rules, make_bot(rung.better, 1), make_bot(rung.worse, 2), rung.boards, rung.seed))


def _boards(preset: str, better: str) -> int:
    return _THINKING_BOARDS.get(preset, _SOME_BOARDS) if better == _THINKING else _BOARDS


def main() -> None:
    """Print the edge of each bot over the next weaker one, a line of a table each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, help="for every line; by default as many as a line needs")
    parser.add_argument("--seed", type=int, default=1, help="of the cards (1)")
    parser.add_argument("--rules", nargs="*", default=_PRESETS, choices=sorted(PRESETS), metavar="PRESET")
    parser.add_argument("--bots", nargs="*", default=("random", "greedy", "careful", _THINKING), choices=list(BOTS))
    asked = parser.parse_args()
    print("| preset | bots | points a seat and deal (95 % interval) | boards | seconds |\n|---|---|---|---|---|")
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for preset in asked.rules:
            for worse, better in zip(asked.bots, asked.bots[1:], strict=False):
                boards = asked.boards or _boards(preset, better)
                starts = range(0, boards, _BOARDS_AT_ONCE)
                rungs = [
                    Rung(preset, better, worse, asked.seed, range(first, min(first + _BOARDS_AT_ONCE, boards)))
                    for first in starts
                ]
                started = time.perf_counter()
                found = edge_of(margin for part in pool.map(_played, rungs) for margin in part)
                low, high = found.mean - found.half_width, found.mean + found.half_width
                took = time.perf_counter() - started
                shown = f"{found.mean:+.3f} ({low:+.3f} to {high:+.3f})"
                print(f"| `{preset}` | {better} - {worse} | {shown} | {boards:,} | {took:.0f} |", flush=True)


if __name__ == "__main__":
    main()
