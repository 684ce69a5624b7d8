"""The model of the plan does what is known of queues, and the same every time."""

from functools import partial
from random import Random

import pytest

from tests.load.held import Seen, compared
from tests.load.plan import Plan, described, simulated
from tests.load.queueing import Costs, Events, Lanes, Referee, Server, Work

SERVICE = 0.001


@pytest.mark.parametrize("load", [0.3, 0.7])
def test_a_server_keeps_waiting_as_long_as_the_formula_says(load: float) -> None:
    """Arrivals by chance, equal work: Pollaczek and Khinchine."""
    events, chance, waited = Events(), Random(7), []
    server = Server(events)

    def come() -> None:
        came = events.now
        server.work(SERVICE, lambda: waited.append(events.now - came - SERVICE))
        events.after(chance.expovariate(load / SERVICE), come)

    come()
    events.run(40.0)
    expected = SERVICE * load / (2 * (1 - load))
    assert sum(waited) / len(waited) == pytest.approx(expected, rel=0.1)
    assert server.busy / 40.0 == pytest.approx(load, rel=0.05)


def test_what_comes_while_a_referee_is_busy_shares_a_frame() -> None:
    events = Events()
    done: list[tuple[int, float]] = []

    def end(number: int) -> None:
        done.append((number, events.now))

    referee = Referee(events, Costs(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    for number, frame in enumerate(["first", "second", "second", "second"]):
        referee.take(Work(0.5, frame, partial(end, number)))
    events.run(10.0)
    assert done == [(0, 1.5), (1, 4.0), (2, 4.0), (3, 4.0)]
    assert (referee.busy, referee.frames) == (4.0, 2)


def test_appends_join_the_next_call_while_one_is_under_way() -> None:
    events = Events()
    done: list[tuple[float, float]] = []

    def append(at: float) -> None:
        lanes.append(lambda: done.append((at, events.now)))

    costs = Costs(0.0, 0.0, 0.0, 0.0, 1.0, 0.25, 0.0)
    lanes = Lanes(events, Referee(events, costs), Server(events), costs, 1, 0.0)
    for at in (0.0, 0.5, 0.6, 0.7):
        events.after(at, partial(append, at))
    events.run(10.0)
    assert done == [(0.0, 1.25), (0.5, 3.0), (0.6, 3.0), (0.7, 3.0)]
    assert lanes.calls == 2


def test_the_plan_is_simulated_alike_every_time() -> None:
    small = Plan(rate=2_000.0, referees=2, buckets_of=(32, 32), seconds=0.2)
    first = described(simulated(small))
    assert first == described(simulated(small))
    assert first["decisions"] > 0
    assert first != described(simulated(small, seed=2))


def test_the_model_uses_the_processor_time_from_which_its_costs_come() -> None:
    few, many = Seen(10, 300.0, 40.0, 100.0, 3_000.0), Seen(1_000, 80.0, 20.0, 15.0, 12_000.0)
    report = compared([few, many])
    for games in ("10", "1000"):
        for process in ("referee", "store", "players"):
            assert report[games][process][2] == pytest.approx(1.0, abs=0.15)
