"""Bytes in JSON are base64 or nothing: what is none of it is not passed over."""

import base64

import pytest

from euchre.v1 import player_service_pb2, referee_service_pb2, tournament_service_pb2
from euchre_referee.api.http.base64_fields import check_bytes
from euchre_referee.api.http.parameters import BadParameter

BOARDS = tournament_service_pb2.CreateBoardsRequest.DESCRIPTOR
GAME = referee_service_pb2.CreateGameRequest.DESCRIPTOR
DECISIONS = player_service_pb2.PlayerServiceActRequest.DESCRIPTOR


@pytest.mark.parametrize("size", range(8))
def test_base64_of_both_alphabets_is_taken_padded_or_not(size: int) -> None:
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        text = encode(b"\xff\xfe\xfd"[:size] * 3).decode()
        check_bytes(BOARDS, {"seed": text})
        check_bytes(BOARDS, {"seed": text.rstrip("=")})


@pytest.mark.parametrize("text", ["A", "AAAAA", "A A=", "====", "!!!!", "AAEC\n", "AA=", "AAE==", "é", "AAEC="])
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadParameter, match="seed"):
        check_bytes(BOARDS, {"seed": text})


def test_it_is_looked_for_in_lists_and_in_messages() -> None:
    for name in ("nonces", "seed"):
        with pytest.raises(BadParameter, match=name):
            check_bytes(GAME, {name: ["AAEC", "!"]})
    for told in ({"decisions": [{"head": "AAEC"}, {"head": "!"}]}, {"decisions": {"head": "!"}}):
        with pytest.raises(BadParameter, match="head"):
            check_bytes(DECISIONS, told)


def test_whatever_else_is_left_to_the_reader() -> None:
    check_bytes(GAME, {"board": "!", "nothing": "!", "ruleset": {"options": {"seed": "!"}}, "seed": None, "nonces": 3})
    check_bytes(GAME, ["!"])
