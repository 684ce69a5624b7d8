"""Verdicts as protobuf messages, and as bytes put together like turns (encoding.py)."""

from functools import lru_cache
from typing import Final

from euchre.v1 import game_pb2 as pb
from euchre_referee.api.encoding import delimited, tag
from euchre_referee.api.refusing import refusal_message
from euchre_referee.referee.verdicts import Accepted, Outcome, Refused
from euchre_referee.rules.actions import ACTION_TEXT

_GAME: Final = tag(pb.Verdict.DESCRIPTOR, "game")
_ACCEPTED: Final = tag(pb.Verdict.DESCRIPTOR, "accepted")
_NEXT_HEAD: Final = tag(pb.Accepted.DESCRIPTOR, "next_head")


def verdict_on(game: str, version: int, seat: int | None, outcome: Outcome, locale: str) -> pb.Verdict:
    """The answer to a decision."""
    if isinstance(outcome, Refused):
        return pb.Verdict(game=game, version=version, seat=seat, refusal=refusal_message(outcome, locale))
    accepted = pb.Accepted(
        action=ACTION_TEXT[outcome.action], next_version=outcome.next_version, next_head=outcome.next_head
    )
    return pb.Verdict(game=game, version=version, seat=seat, accepted=accepted)


def encode_verdict(game: str, version: int, seat: int | None, outcome: Outcome, locale: str) -> bytes:
    """The answer to a decision, serialised."""
    if not isinstance(outcome, Accepted):
        return verdict_on(game, version, seat, outcome, locale).SerializeToString()
    accepted = _decided(outcome.action, outcome.next_version) + delimited(_NEXT_HEAD, outcome.next_head)
    return delimited(_GAME, game.encode()) + _of_turn(version, seat) + delimited(_ACCEPTED, accepted)


@lru_cache(maxsize=1 << 14)
def _of_turn(version: int, seat: int | None) -> bytes:
    return pb.Verdict(version=version, seat=seat).SerializeToString()


@lru_cache(maxsize=1 << 14)
def _decided(action: int, next_version: int) -> bytes:
    return pb.Accepted(action=ACTION_TEXT[action], next_version=next_version).SerializeToString()
