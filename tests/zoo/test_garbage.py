"""Bytes that no client sends: the referee closes the connection or goes on, and serves all others as before."""

import pytest

from euchre.v1 import referee_service_pb2 as referee
from tests.api.callers import Caller
from tests.conftest import Server
from tests.zoo.garbage import BEGUN, CALL, GARBAGE, PING, PONG, Then, frame, throw


@pytest.mark.parametrize("name", GARBAGE)
async def test_garbage_harms_nobody_but_the_one_who_throws_it(server: Server, name: str) -> None:
    thrown = GARBAGE[name]
    if thrown.then is Then.CLOSED:
        await throw(server.address, thrown.content)
    elif thrown.then is Then.GOES_ON:
        assert PONG in await throw(server.address, thrown.content + PING, until=PONG)
    else:
        with pytest.raises(TimeoutError):
            await throw(server.address, thrown.content, within=0.5)
    async with Caller(server.address) as caller:
        assert (await caller.call(caller.referee.ListPresets, referee.ListPresetsRequest())).presets


async def test_a_call_written_by_hand_is_told_what_is_wrong(server: Server) -> None:
    call = BEGUN + frame(1, CALL, flags=4, stream=1)
    assert b"UNAUTHENTICATED" in await throw(server.address, call, until=b"UNAUTHENTICATED")
