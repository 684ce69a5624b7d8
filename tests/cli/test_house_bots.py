"""The processes that play for the house: they come back, and another replica's take over."""

import argparse
import contextlib
import os
import signal
import uuid
from pathlib import Path

import grpc
import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from euchre.v1 import referee_service_pb2 as referee
from euchre.v1.game_pb2 import LegalAction, Turn
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client import AsyncClient, Refused
from euchre_referee.bots import BOTS
from euchre_referee.cli.house.asked import house_bots
from euchre_referee.cli.house.players import Order
from euchre_referee.cli.local import LocalStack
from tests.api.callers import Caller
from tests.store.until import until

WITHIN = 60.0
SEATS = [referee.SeatReservation(), *[referee.SeatReservation(bot="greedy")] * 3]


def players_of(serving: int) -> list[int]:
    """The processes that play for the house, of those that a referee's process has started."""
    children = Path(f"/proc/{serving}/task/{serving}/children").read_text().split()
    return [int(child) for child in children if b"house.players" in Path(f"/proc/{child}/cmdline").read_bytes()]


async def begin(guest: AsyncClient) -> str:
    """A game in which bots have acted, so that it is the guest's turn."""
    made = await guest.create_game("euchre", seats=SEATS, action_limit_ms=0, first_dealer=0)
    await guest.join_game(made.game, "Ann")
    await until(guest.list_turns, WITHIN)
    return made.game


async def processes(stack: LocalStack) -> dict[str, float]:
    """What the referee's metrics say of them, by their kind."""
    async with httpx.AsyncClient(timeout=WITHIN) as client:
        page = (await client.get(f"http://{stack.metrics[0]}/metrics")).text
    names = {"euchre_house_processes": "running", "euchre_house_processes_ended_total": "ended"}
    return {
        f"{names[sample.name]} {sample.labels['kind']}": sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
        if sample.name in names
    }


async def play_on(guest: AsyncClient, games: int) -> None:
    """Plays to the end."""

    def first(turn: Turn) -> LegalAction:
        return turn.legal[0]

    assert (await guest.play(first, games=games)).games == games


async def test_players_that_are_killed_come_back() -> None:
    async with LocalStack() as stack, AsyncClient(stack.address) as guest:
        assert players_of(stack.processes[0].pid) == []
        await begin(guest)
        (players,) = players_of(stack.processes[0].pid)
        assert await processes(stack) == {
            "running quick": 1,
            "running thinking": 0,
            "ended quick": 0,
            "ended thinking": 0,
        }
        os.kill(players, signal.SIGKILL)
        await play_on(guest, 1)
        assert players not in players_of(stack.processes[0].pid)
        assert await processes(stack) == {
            "running quick": 1,
            "running thinking": 0,
            "ended quick": 1,
            "ended thinking": 0,
        }


async def test_another_replica_takes_over() -> None:
    async with LocalStack(referees=2) as stack:
        async with AsyncClient(stack.addresses[0]) as guest:
            await begin(guest)
        stack.processes[0].terminate()
        await stack.processes[0].wait()
        async with AsyncClient(stack.addresses[1], guest.token) as guest:
            guest.unfinished.update(turn.game for turn in await guest.list_turns())
            await play_on(guest, 1)
        assert len(players_of(stack.processes[1].pid)) == 1


async def test_players_end_with_their_referee() -> None:
    async with LocalStack() as stack, AsyncClient(stack.address) as guest:
        await begin(guest)
        (players,) = players_of(stack.processes[0].pid)
        stack.processes[0].kill()
        # Nobody may have buried it: what is dead has no command line.
        command = Path(f"/proc/{players}/cmdline")
        await until(lambda: not command.exists() or not command.read_bytes(), WITHIN)


async def test_a_house_without_bots() -> None:
    async with LocalStack(options=("--house-bots", "off")) as stack, AsyncClient(stack.address) as guest:
        with pytest.raises(Refused, match="there are none"):
            await guest.create_game("euchre", seats=SEATS)


async def test_guests_of_a_machine_have_so_many_games_with_them() -> None:
    """With whatever token they were given; the refusal tells what to do, and a game that is over makes room."""
    async with LocalStack(options=("--limit", "house_games_of_one=2")) as stack:
        request = referee.CreateGameRequest(ruleset=Ruleset(preset="euchre"), seats=SEATS)

        def another() -> referee.CreateGameRequest:
            request.request_id = str(uuid.uuid4())
            return request

        async with AsyncClient(stack.address) as guest, Caller(stack.address) as stranger:
            games = [await begin(guest) for _ in range(2)]
            refused = await stranger.refused(stranger.referee.CreateGame, another())
            assert (refused.reason, "resign" in refused.text, refused.retry is None) == ("BUSY", True, False)
            await guest.create_game("euchre")
            async with AsyncClient(stack.address, stack.operator_token) as operator:
                await operator.create_game("euchre", seats=SEATS)
            await guest.resign(games[0])

            async def room() -> bool:
                with contextlib.suppress(grpc.aio.AioRpcError):
                    return bool(await stranger.call(stranger.referee.CreateGame, another()))
                return False

            await until(room, WITHIN)


def test_bots_are_named_in_a_list() -> None:
    assert house_bots("all") == tuple(BOTS)
    assert house_bots("off") == ()
    assert house_bots("careful,greedy") == ("careful", "greedy")
    with pytest.raises(argparse.ArgumentTypeError, match="'whist'"):
        house_bots("careful,whist")


def test_orders_are_read_as_they_were_written() -> None:
    order = Order("greedy", "a.b.c")
    assert Order.read(order.line()) == order
