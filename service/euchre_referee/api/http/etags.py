"""Entity tags: which state of a game an answer shows, to whom; and what a client says that it knows."""

import re
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from euchre_referee.api.http.refusals import HttpRefused

SPECTATOR: Final = "s"
FULL: Final = "all"
_DIGEST: Final = 32

_TAG: Final = re.compile(r'(?:W/)?"[^"]*"')
_OF_GAME: Final = re.compile(
    r'(?:W/)?"(?P<game>[\w-]+)\.(?P<version>\d{1,9})\.(?P<viewer>\w+)\.(?P<head>[0-9a-f]{32})"'
)

_VERSIONED: Final = ("game", "version", "head")


class Seen(NamedTuple):
    """A state of a game that a client has seen."""

    game: str
    version: int
    head: bytes


def etag_of(request: Any, answer: Any, body: bytes) -> str:
    """The tag of an answer: game, version, viewer and head where it shows a game, else a digest of its bytes.

    What else changes in a view at the same version is time.
    """
    if _has(request.DESCRIPTOR, "game") and _has(answer.DESCRIPTOR, "version", "head", "view"):
        viewer = str(answer.view.viewer) if answer.view.HasField("viewer") else FULL if request.full else SPECTATOR
        return f'"{request.game}.{answer.version}.{viewer}.{answer.head.hex()}"'
    return f'"{sha256(body).hexdigest()[:_DIGEST]}"'


def is_known(told: str, etag: str) -> bool:
    """Whether `If-None-Match` names the tag."""
    return told.strip() == "*" or etag in (tag.removeprefix("W/") for tag in _TAG.findall(told))


def decide_on(request: Message, told: str) -> None:
    """Takes version and head of the decision in a request from `If-Match`. Raises HttpRefused.

    A version that stands in the request as well must be the same.
    """
    if told.strip() == "*":
        return
    decision = decision_in(request)
    if decision is None:
        raise HttpRefused(HTTPStatus.BAD_REQUEST, "if-match: what this method does depends on no version")
    seen = _seen(told)
    if seen is None or seen.game != decision.game:
        raise HttpRefused(HTTPStatus.PRECONDITION_FAILED, "if-match: the tag of a view of this game is needed")
    if decision.version not in (0, seen.version):
        raise HttpRefused(HTTPStatus.BAD_REQUEST, "if-match and decision.version name different versions")
    decision.version = seen.version
    decision.head = decision.head or seen.head


def _seen(told: str) -> Seen | None:
    found = _OF_GAME.fullmatch(told.strip())
    return Seen(found["game"], int(found["version"]), bytes.fromhex(found["head"])) if found is not None else None


def decision_in(request: Any) -> Any:
    """The one decision that a request holds; None if it holds none or may hold several."""
    for field in request.DESCRIPTOR.fields:
        if field.message_type is not None and not field.is_repeated and _has(field.message_type, *_VERSIONED):
            return getattr(request, field.name)
    return None


def _has(message: Descriptor, *names: str) -> bool:
    return all(name in message.fields_by_name for name in names)
