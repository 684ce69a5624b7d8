"""`make bench`: what the referee costs over a bare server on the same stack; one interleaved run, JSON.

Every case is measured in every round, so that the machine's moods fall on all of them alike. The driver sends bytes
that were built beforehand in every case; in `Play` it also parses the frames, to know which turns they bring.
"""

import argparse
import asyncio
import json
import platform
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple
from uuid import uuid4

import grpc
from google.protobuf import struct_pb2

from euchre.v1 import game_pb2, player_service_pb2, referee_service_pb2, referee_service_pb2_grpc, ruleset_pb2
from euchre_referee.cli.local import LocalStack
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from tests.load.echo import SERVICE
from tests.load.script import Planned, plan

ROUNDS: Final = 5
SECONDS: Final = 1.5
UNARY: Final = (1, 64)
STREAM: Final = (1, 16, 64, 256)
OPTIONS: Final = {"target_score": 1000}
PLANNED: Final = 20_000
AIMS: Final = {"unary 1": 0.85, "unary 64": 0.85, "play 64": 0.75, "play 256": 0.85}
"""Of the rate of echo plus append."""


class Table(NamedTuple):
    """A running game and its decisions to come."""

    game: str
    decisions: dict[int, bytes]
    """By version: a serialised `Decision`."""


Measure = Callable[[], Awaitable[float]]


def _rules() -> RuleSet:
    rules = parse_ruleset("euchre", OPTIONS)
    assert isinstance(rules, RuleSet)
    return rules


def _decision(game: str, planned: Planned) -> bytes:
    version, seat, text = planned
    return game_pb2.Decision(game=game, version=version, seat=seat, text=text).SerializeToString()


async def _table(stub: Any, session: str, token: str, number: int) -> Table:
    seed = number.to_bytes(32, "big")
    options = struct_pb2.Struct()
    options.update(OPTIONS)
    request = referee_service_pb2.CreateGameRequest(
        request_id=str(uuid4()),
        ruleset=ruleset_pb2.Ruleset(preset="euchre", options=options),
        seats=[referee_service_pb2.SeatReservation(name=f"seat {seat}", session=session) for seat in range(4)],
        clocks=referee_service_pb2.Clocks(action_limit_ms=3_600_000),
        seed=seed,
    )
    created = await stub.CreateGame(request, metadata=_bearer(token))
    planned = islice(plan(_rules(), seed), PLANNED)
    return Table(created.game, {each.version: _decision(created.game, each) for each in planned})


def _bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)


def _raw(channel: grpc.aio.Channel, method: str) -> Any:
    return channel.unary_unary(method, request_serializer=bytes, response_deserializer=bytes)


# --- the referee


class PlayDriver:
    """A session with all seats of some games, on one stream. It goes on where it stopped in the round before."""

    def __init__(self, tables: list[Table], channel: grpc.aio.Channel, token: str) -> None:
        self._decisions = {table.game: table.decisions for table in tables}
        self._channel = channel
        self._token = token
        self.sent = b""
        self.received = b""
        self.decided = 0

    async def run(self, seconds: float) -> float:
        """Decisions a second that were accepted."""
        method = self._channel.stream_stream(
            "/euchre.v1.PlayerService/Play", request_serializer=bytes, response_deserializer=bytes
        )
        call = method(metadata=_bearer(self._token))
        await call.write(b"")
        accepted = 0
        start = end = monotonic()
        while end - start < seconds:
            received = await call.read()
            assert isinstance(received, bytes)
            frame = player_service_pb2.PlayResponse.FromString(received)
            for verdict in frame.verdicts:
                assert verdict.HasField("accepted"), verdict
            accepted += len(frame.verdicts)
            end = monotonic()
            if frame.turns:
                await call.write(self._answer(frame, received))
        call.cancel()
        return accepted / (end - start)

    def _answer(self, frame: player_service_pb2.PlayResponse, received: bytes) -> bytes:
        decided = [self._decisions[turn.game][turn.version] for turn in frame.turns]
        parts = [player_service_pb2.PlayRequest(acknowledged=frame.number).SerializeToString()]
        for decision in decided:
            parts += (b"\x12", _varint(len(decision)), decision)
        answer = b"".join(parts)
        if len(decided) >= self.decided:
            self.sent, self.received, self.decided = answer, received, len(decided)
        return answer


def _varint(number: int) -> bytes:
    return bytes((number,)) if number < 128 else bytes((number & 127 | 128, number >> 7))


class UnaryDriver:
    """Calls `Act` for some games at once, each game's next decision after the answer to the one before."""

    def __init__(self, tables: list[Table], channel: grpc.aio.Channel, token: str) -> None:
        self._queues = [iter(_act_requests(table)) for table in tables]
        self._act = _raw(channel, "/euchre.v1.RefereeService/Act")
        self._token = token
        self.sent = b""
        self.received = b""
        self.decided = len(tables)

    async def run(self, seconds: float) -> float:
        """Decisions a second."""
        start = monotonic()
        counts = await asyncio.gather(*(self._game(queue, start + seconds) for queue in self._queues))
        return sum(counts) / (monotonic() - start)

    async def _game(self, queue: Any, until: float) -> int:
        count = 0
        while monotonic() < until:
            self.sent = next(queue)
            self.received = await self._act(self.sent, metadata=_bearer(self._token))
            count += 1
        return count


def _act_requests(table: Table) -> list[bytes]:
    return [b"\x0a" + _varint(len(decision)) + decision for decision in table.decisions.values()]


# --- the echo


async def _echo_stream(channel: grpc.aio.Channel, case: str, games: int, appends: int, frame: bytes) -> float:
    method = channel.stream_stream(f"/{SERVICE}/Stream", request_serializer=bytes, response_deserializer=bytes)
    call = method(metadata=(("case", case), ("appends", str(appends))))
    frames = 0
    start = end = monotonic()
    while end - start < SECONDS:
        await call.write(frame)
        await call.read()
        frames += 1
        end = monotonic()
    call.cancel()
    return frames * games / (end - start)


async def _echo_unary(channel: grpc.aio.Channel, case: str, games: int, appends: int, request: bytes) -> float:
    method = _raw(channel, f"/{SERVICE}/Unary")

    async def game(number: int) -> int:
        count = 0
        mine = number.to_bytes(24, "big") + request[24:]
        while monotonic() < until:
            await method(mine, metadata=(("case", case), ("appends", str(appends))))
            count += 1
        return count

    start = monotonic()
    until = start + SECONDS
    counts = await asyncio.gather(*map(game, range(games)))
    return sum(counts) / (monotonic() - start)


# --- the run


async def _drivers(stack: LocalStack, channel: grpc.aio.Channel) -> dict[str, PlayDriver | UnaryDriver]:
    stub: Any = referee_service_pb2_grpc.RefereeServiceStub(channel)
    drivers: dict[str, PlayDriver | UnaryDriver] = {}
    number = 0
    for kind, sizes in (("unary", UNARY), ("play", STREAM)):
        for games in sizes:
            session = f"{kind}-{games}"
            issued = await stub.IssueToken(
                referee_service_pb2.IssueTokenRequest(session=session), metadata=_bearer(stack.operator_token)
            )
            tables = []
            for _ in range(games):
                number += 1
                tables.append(await _table(stub, session, stack.operator_token, number))
            driver = UnaryDriver if kind == "unary" else PlayDriver
            drivers[f"{kind} {games}"] = driver(tables, channel, issued.token)
    return drivers


def _cases(
    drivers: dict[str, PlayDriver | UnaryDriver], referee: grpc.aio.Channel, echo: grpc.aio.Channel
) -> dict[str, Measure]:
    cases: dict[str, Measure] = {}

    def add(name: str, driver: PlayDriver | UnaryDriver) -> None:
        unary = isinstance(driver, UnaryDriver)
        measure = _echo_unary if unary else _echo_stream
        # The largest frame that the referee made is what the echo carries.
        appends = 1 if unary else driver.decided
        cases[f"echo {name}"] = lambda: measure(echo, name, driver.decided, 0, driver.sent)
        cases[f"echo+append {name}"] = lambda: measure(echo, name, driver.decided, appends, driver.sent)
        cases[f"referee {name}"] = lambda: driver.run(SECONDS)

    for name, driver in drivers.items():
        add(name, driver)
    return cases


async def _run(rounds: int) -> dict[str, list[float]]:
    async with LocalStack() as stack, grpc.aio.insecure_channel(stack.address) as referee:
        drivers = await _drivers(stack, referee)
        for driver in drivers.values():
            await driver.run(0.5)
        with tempfile.TemporaryDirectory() as folder:
            answers = Path(folder) / "answers.json"
            answers.write_text(json.dumps({name: driver.received.hex() for name, driver in drivers.items()}))
            command = [sys.executable, "-m", "tests.load.echo", "--store", stack.store.url, "--answers", str(answers)]
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
            assert process.stdout is not None
            assert process.stdin is not None
            address = (await process.stdout.readline()).decode().strip()
            async with grpc.aio.insecure_channel(address) as echo:
                measured = await _rounds(_cases(drivers, referee, echo), rounds)
            process.stdin.close()
            await process.wait()
    return measured


async def _rounds(cases: dict[str, Measure], rounds: int) -> dict[str, list[float]]:
    measured: dict[str, list[float]] = {name: [] for name in cases}
    for number in range(rounds):
        for name, measure in cases.items():
            measured[name].append(await measure())
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    return measured


def _report(measured: dict[str, list[float]]) -> dict[str, Any]:
    rates = {
        name: {"median": round(statistics.median(rates)), "min": round(min(rates)), "max": round(max(rates))}
        for name, rates in measured.items()
    }
    ratios = {}
    for name, mine_all in measured.items():
        if name.startswith("referee "):
            case = name.removeprefix("referee ")
            each = [mine / base for mine, base in zip(mine_all, measured[f"echo+append {case}"], strict=True)]
            ratios[case] = {
                "median": round(statistics.median(each), 3),
                "min": round(min(each), 3),
                "max": round(max(each), 3),
                "aim": AIMS.get(case),
            }
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    return {"decisions_per_second": rates, "referee_over_echo_plus_append": ratios, **machine}


def main() -> None:
    """Measures, prints a table, and writes the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out/bench.json"))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    measured = asyncio.run(_run(options.rounds))
    report = _report(measured)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(report, indent=1) + "\n")
    for name, rate in report["decisions_per_second"].items():
        print(f"{name:<24}{rate['median']:>8} decisions/s   ({rate['min']} to {rate['max']})")
    for case, ratio in report["referee_over_echo_plus_append"].items():
        aim = f"   aim {ratio['aim']}" if ratio["aim"] else ""
        print(f"referee / echo+append, {case:<10}{ratio['median']:>6}   ({ratio['min']} to {ratio['max']}){aim}")


if __name__ == "__main__":
    main()
