"""Answers and problems as they are sent."""

import json
from http import HTTPStatus
from typing import Final

from google.protobuf.message import Message
from starlette.types import Send

from euchre_referee.api.http.refusals import Problem, answer_tree

CONTENT_TYPE: Final = "application/json"
VARY: Final = "Authorization, Accept-Language"


def encoded(answer: Message) -> bytes:
    """A message as JSON."""
    return json.dumps(answer_tree(answer), ensure_ascii=False, separators=(",", ":")).encode()


async def send_answer(body: bytes, headers: dict[str, str], send: Send) -> None:
    """An answer."""
    await _send(HTTPStatus.OK, {"content-type": CONTENT_TYPE, "vary": VARY, **headers}, body, send)


async def send_not_modified(headers: dict[str, str], send: Send) -> None:
    """The client has the answer already."""
    await _send(HTTPStatus.NOT_MODIFIED, {"vary": VARY, **headers}, b"", send)


async def send_problem(problem: Problem, send: Send) -> None:
    """A refusal."""
    await _send(HTTPStatus(problem.status), problem.headers, problem.encode(), send)


async def _send(status: HTTPStatus, headers: dict[str, str], body: bytes, send: Send) -> None:
    if status != HTTPStatus.NOT_MODIFIED:
        headers = {**headers, "content-length": str(len(body))}
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": int(status), "headers": raw})
    await send({"type": "http.response.body", "body": body})
