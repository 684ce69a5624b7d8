"""The model of queueing.py held against a real referee: its costs come from processor times at the fewest and the most
games, and what it says of the rates, and of the games between, is compared with what was measured.

    python -m tests.load.held             measures a referee on this machine
    python -m tests.load.held --given 10,289,43,145,3644 1000,84,19,16,12298

Given are games that are all played, microseconds a decision of the referee, the store and the players, and decisions a
second. In the model every process has a core of its own.
"""

import argparse
import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

from euchre_referee.store.server_options import Fsync
from tests.load.carried import SESSIONS, carried
from tests.load.queueing import Costs, Events, Lanes, Referee, Server, Work

GAMES: Final = (10, 100, 300, 1_000)
_LANES: Final = 2
_MOST_TURNS: Final = 256
_SECONDS: Final = 1.0
_FITTINGS: Final = 6


class Seen(NamedTuple):
    """Of a referee whose games are all played: microseconds of processor time a decision, and the rate."""

    games: int
    referee: float
    store: float
    players: float
    rate: float


class Players(NamedTuple):
    """Seconds of the process that plays all seats."""

    frame: float
    decision: float


class Modelled(NamedTuple):
    """What the model says."""

    seen: Seen
    frames: float
    """A decision."""
    calls: float


class _Session:
    """Answers the turns of a frame at once; the next frame comes after its answer, with all turns of meanwhile."""

    def __init__(self, site: "_Closed", ready: int) -> None:
        self._site: Final = site
        self._ready = ready
        self._acknowledged = True

    def send(self) -> None:
        """A frame of turns, if one may go out."""
        if self._acknowledged and self._ready:
            number, site = min(self._ready, _MOST_TURNS), self._site
            self._ready -= number
            self._acknowledged = False
            seconds = site.players.frame + number * site.players.decision
            site.driver.work(seconds, lambda: site.referee.take(self._decisions(number)))

    def _decisions(self, number: int) -> Work:
        def judged() -> None:
            self._acknowledged = True
            for _ in range(number):
                self._site.lanes.append(self._appended)
            self._site.events.after(0.0, self.send)

        return Work(number * self._site.costs.decision / 2, self, judged)

    def _appended(self) -> None:
        self._site.decided += 1
        self._ready += 1
        self._site.events.after(0.0, self.send)


class _Closed:
    """A referee, a store and players who are asked again as soon as they have decided."""

    def __init__(self, costs: Costs, players: Players, games: int) -> None:
        self.costs: Final = costs
        self.players: Final = players
        self.events: Final = Events()
        self.referee: Final = Referee(self.events, costs)
        self.store: Final = Server(self.events)
        self.driver: Final = Server(self.events)
        self.lanes: Final = Lanes(self.events, self.referee, self.store, costs, _LANES, 0.0)
        self.decided = 0
        sessions = min(SESSIONS, games)
        for number in range(sessions):
            _Session(self, len(range(number, games, sessions))).send()


def modelled(costs: Costs, players: Players, games: int) -> Modelled:
    """A second of the model."""
    site = _Closed(costs, players, games)
    site.events.run(_SECONDS)
    made = max(1, site.decided)
    referee, store, driver = (1e6 * server.busy / made for server in (site.referee, site.store, site.driver))
    return Modelled(
        Seen(games, referee, store, driver, made / _SECONDS), site.referee.frames / made, site.lanes.calls / made
    )


def fitted(fewest: Seen, most: Seen) -> tuple[Costs, Players]:
    """The costs with which the model uses as much processor time as was measured, with few games and with many."""
    costs = Costs(1e-4, 1e-4, most.referee / 1e6, 0.0, 1e-5, most.store / 1e6, 0.0)
    players = Players(1e-4, most.players / 1e6)
    for _ in range(_FITTINGS):
        few, many = (modelled(costs, players, seen.games) for seen in (fewest, most))
        # A frame and a call are taken to cost a referee the same.
        fixed, each = _line(few.frames + few.calls, fewest.referee, many.frames + many.calls, most.referee)
        call, append = _line(few.calls, fewest.store, many.calls, most.store)
        costs = Costs(fixed, fixed, each, 0.0, call, append, 0.0)
        players = Players(*_line(few.frames, fewest.players, many.frames, most.players))
    return costs, players


def _line(few: float, few_micros: float, many: float, many_micros: float) -> tuple[float, float]:
    """Seconds for each fixed part, and for each decision, where so many parts a decision took so many microseconds."""
    fixed = max(0.0, (few_micros - many_micros) / max(1e-9, few - many))
    return fixed / 1e6, max(1.0, many_micros - fixed * many) / 1e6


def compared(found: list[Seen]) -> dict[str, Any]:
    """Measured and modelled, by games."""
    costs, players = fitted(found[0], found[-1])
    report: dict[str, Any] = {"microseconds": {name: round(1e6 * s, 1) for name, s in costs._asdict().items() if s}}
    for seen in found:
        says = modelled(costs, players, seen.games).seen
        report[str(seen.games)] = {
            name: [round(measured, 1), round(said, 1), round(said / measured, 2)]
            for name, measured, said in zip(Seen._fields[1:], seen[1:], says[1:], strict=True)
        }
    return report


async def _measured(rounds: int, seconds: float) -> list[Seen]:
    found: list[Seen] = []
    with tempfile.TemporaryDirectory(prefix="euchre-held-") as folder:
        for games in GAMES:
            told = await carried(Path(folder) / str(games), Fsync.EVERY_SECOND, games, rounds, seconds, processes=(1,))
            one = {name: each["median"] for name, each in told["processes"]["1"].items()}
            rate = one["decisions_per_second"]
            found.append(Seen(games, one["referee_us"], one["store_us"], one["players_us"], rate))
    return found


def _given(text: str) -> Seen:
    games, referee, store, players, rate = map(float, text.split(","))
    return Seen(int(games), referee, store, players, rate)


def main() -> None:
    """Prints the JSON: measured, modelled, modelled / measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--given", nargs="+", help="do not measure; by number of games, the fewest first")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3.0)
    options = parser.parse_args()
    if options.given:
        found = [_given(text) for text in options.given]
    else:
        found = asyncio.run(_measured(options.rounds, options.seconds))
    print(json.dumps(compared(found), indent=1))


if __name__ == "__main__":
    main()
