"""The plan for a million games (docs/capacity.md), simulated: how busy all are, and how long decisions take. JSON.

    python -m tests.load.plan

Games stand in 64 buckets by lot, the buckets at primaries; the four sessions of a game are at referees by lot. What is
simulated is a few seconds after a beginning that is not counted. Chance is seeded.
"""

import argparse
import json
from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from tests.load.queueing import Costs, Events, Lanes, Referee, Server, Work

BUCKETS: Final = 64
SESSIONS: Final = 40
"""At each referee: programs with a thousand games."""
COSTS: Final = Costs(149e-6, 149e-6, 81e-6, 221e-6, 61e-6, 19e-6, 90e-6)
"""The plan's 600 us of a referee and 170 of the store: what held.py finds in the processor times of a quiet machine for
frames, calls and decisions, and for the game's way to another referee what is left."""
NETWORK: Final = 0.25e-3
"""Seconds one way."""
_BEGINNING: Final = 0.5
_GONE_FOR: Final = 1.0
"""Seconds until sessions whose referee died are back."""
_GAMES_OF_A_SESSION: Final = 1_000
_READ_AT_ONCE: Final = 64
_LISTED: Final = 25e-6
_FOLDED: Final = 150e-6


class Plan(NamedTuple):
    """What is simulated."""

    rate: float = 100_000.0
    referees: int = 100
    buckets_of: tuple[int, ...] = (2,) * 32
    """Buckets that each primary has."""
    seconds: float = 1.5
    waves: float = 1.0
    """The share of each second in which all its decisions come."""
    dies: bool = False
    """One referee does, when counting begins."""


class Found(NamedTuple):
    """Milliseconds from a decision's arrival to its verdict, and until the next player has the turn; shares of time."""

    verdicts: list[float]
    turns: list[float]
    referees: list[float]
    primaries: list[float]
    appends_a_call: float
    late: int
    """Decisions that had no verdict at the end."""


class _Site:
    """All servers of a plan, and decisions on their way through them."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.chance: Final = Random(seed)
        self.events: Final = Events()
        self.referees: Final = [Referee(self.events, COSTS) for _ in range(plan.referees)]
        self.alive = list(range(plan.referees))
        primaries = [Server(self.events) for _ in plan.buckets_of]
        self.primaries: Final = primaries
        self._of_bucket: Final = [primaries[n] for n, number in enumerate(plan.buckets_of) for _ in range(number)]
        self.lanes: Final = [
            [Lanes(self.events, referee, store, COSTS, 1, NETWORK) for store in self._of_bucket]
            for referee in self.referees
        ]
        self.verdicts: list[float] = []
        self.turns: list[float] = []
        self.open = 0
        self.counts = False

    def decide(self, referee: int, arrived: float) -> None:
        """A decision comes to a referee."""
        counts, bucket = self.counts, self.chance.randrange(BUCKETS)
        self.open += counts
        frame = self.chance.randrange(SESSIONS)

        def appended() -> None:
            if counts:
                self.open -= 1
                self.verdicts.append(self.events.now - arrived)
            self.events.after(NETWORK, lambda: self._hand_over(bucket, arrived if counts else None))

        judged = Work(COSTS.decision / 2, frame, lambda: self.lanes[referee][bucket].append(appended))
        self.referees[referee].take(judged)

    def _hand_over(self, bucket: int, arrived: float | None) -> None:
        referee, half = self.referees[self.chance.choice(self.alive)], COSTS.hand_over / 2

        def done() -> None:
            if arrived is not None:
                self.turns.append(self.events.now - arrived)

        def read() -> None:
            self.events.after(NETWORK, lambda: referee.take(Work(half, None, done)))

        def ask() -> None:
            store = self._of_bucket[bucket]
            self.events.after(NETWORK, lambda: store.work(COSTS.store_read, read))

        referee.take(Work(half, None, ask))

    def die(self) -> None:
        """A referee is gone; its sessions come to the others, and all their games are read there."""
        self.alive.remove(0)
        for _ in range(SESSIONS):
            self.events.after(_GONE_FOR * self.chance.uniform(0.5, 1.5), self._come)

    def _come(self) -> None:
        referee = self.referees[self.chance.choice(self.alive)]
        listed, due = _GAMES_OF_A_SESSION, _GAMES_OF_A_SESSION // 4
        for each, games in ((_LISTED, listed), (_FOLDED, due)):
            for _ in range(0, games, _READ_AT_ONCE):
                referee.take(Work(_READ_AT_ONCE * each, None, lambda: None))


def simulated(plan: Plan, seed: int = 1) -> Found:
    """What becomes of the decisions that come after the beginning."""
    site = _Site(plan, seed)
    events, chance = site.events, site.chance

    def come() -> None:
        # Whoever's referee is gone is not there to decide, and decides later.
        if (referee := chance.randrange(plan.referees)) in site.alive:
            site.decide(referee, events.now)
        elif events.now > _BEGINNING + _GONE_FOR:
            site.decide(chance.choice(site.alive), events.now)
        else:
            arrived = events.now
            back = _GONE_FOR * chance.uniform(0.5, 1.5)
            events.after(back, lambda: site.decide(chance.choice(site.alive), arrived))
        wait = chance.expovariate(plan.rate / plan.waves)
        rest = 1.0 - plan.waves if (events.now + wait) % 1.0 > plan.waves else 0.0
        events.after(wait + rest, come)

    events.after(0.0, come)
    events.run(_BEGINNING)
    site.counts = True
    referees, primaries = [each.busy for each in site.referees], [each.busy for each in site.primaries]
    if plan.dies:
        site.die()
    events.run(_BEGINNING + plan.seconds)
    calls = sum(lane.calls for lanes in site.lanes for lane in lanes)
    return Found(
        [1000 * each for each in site.verdicts],
        [1000 * each for each in site.turns],
        [(now.busy - then) / plan.seconds for now, then in zip(site.referees, referees, strict=True)],
        [(now.busy - then) / plan.seconds for now, then in zip(site.primaries, primaries, strict=True)],
        plan.rate * (_BEGINNING + plan.seconds) / max(1, calls),
        site.open,
    )


# --- scenarios

SCENARIOS: Final[dict[str, Callable[[], Plan]]] = {
    "as planned": Plan,
    "16 referees less": lambda: Plan(referees=84),
    "one primary with 3 buckets": lambda: Plan(buckets_of=(3, 1, *(2,) * 30)),
    "one primary with 4 buckets": lambda: Plan(buckets_of=(4, 1, 1, *(2,) * 29), seconds=3.0),
    "a referee dies": lambda: Plan(dies=True, seconds=3.0),
    "all of a second within half of it": lambda: Plan(waves=0.5, seconds=2.0),
    "all of a second within a fifth of it": lambda: Plan(waves=0.2, seconds=2.0),
}


def described(found: Found) -> dict[str, Any]:
    """The figures of a scenario."""
    return {
        "decisions": len(found.verdicts),
        "without_a_verdict": found.late,
        "verdict_ms": _percentiles(found.verdicts),
        "next_turn_ms": _percentiles(found.turns),
        "referees": [round(min(found.referees), 2), round(max(found.referees), 2)],
        "primaries": [round(min(found.primaries), 2), round(max(found.primaries), 2)],
        "appends_a_call": round(found.appends_a_call, 2),
    }


def _percentiles(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {f"p{share}": round(ordered[int(share / 100 * len(ordered))], 1) for share in (50, 99, 99.9)}


def main() -> None:
    """Prints the JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=list(SCENARIOS), choices=list(SCENARIOS))
    options = parser.parse_args()
    for name in options.only:
        print(json.dumps({name: described(simulated(SCENARIOS[name]()))}), flush=True)


if __name__ == "__main__":
    main()
