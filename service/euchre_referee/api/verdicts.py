"""Verdicts as protobuf messages, and as bytes put together like turns (encoding.py)."""

from functools import lru_cache
from typing import Final

from euchre.v1 import game_pb2 as pb
from euchre_referee.api.encoding import tag, varint
from euchre_referee.api.refusing import refusal_message
from euchre_referee.fairness.chain import HEAD_BYTES
from euchre_referee.referee.verdicts import Accepted, Outcome, Refused
from euchre_referee.rules.actions import ACTION_TEXT

_ACCEPTED: Final = tag(pb.Verdict.DESCRIPTOR, "accepted")
_NEXT_HEAD: Final = tag(pb.Accepted.DESCRIPTOR, "next_head") + varint(HEAD_BYTES)
_HEAD_FIELD_BYTES: Final = len(_NEXT_HEAD) + HEAD_BYTES


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
    decided = _decided(outcome.action, outcome.next_version)
    length = varint(len(decided) + _HEAD_FIELD_BYTES)
    parts = (_of_game(game), _of_turn(version, seat), _ACCEPTED, length, decided, _NEXT_HEAD, outcome.next_head)
    return b"".join(parts)


@lru_cache(maxsize=1 << 16)
def _of_game(name: str) -> bytes:
    return pb.Verdict(game=name).SerializeToString()


@lru_cache(maxsize=1 << 14)
def _of_turn(version: int, seat: int | None) -> bytes:
    return pb.Verdict(version=version, seat=seat).SerializeToString()


@lru_cache(maxsize=1 << 14)
def _decided(action: int, next_version: int) -> bytes:
    return pb.Accepted(action=ACTION_TEXT[action], next_version=next_version).SerializeToString()
