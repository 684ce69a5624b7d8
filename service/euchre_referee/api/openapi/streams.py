"""Streams of events, as the document tells them (docs/http.md, "Streams")."""

from typing import Final

from euchre_referee.api.http.calling import TICKET
from euchre_referee.api.openapi.schemas import Schema

EVENT_STREAM: Final = "text/event-stream"
EVENT_DATA: Final = "x-event-data"
"""Beside the schema of the stream's text: for each event, by its name, the schema of its data."""

_TICKET: Final = "A ticket of `POST /v1/streams:ticket`, instead of the header Authorization."
_LAST: Final = "The id of the last event that was received: the stream goes on behind it, without a gap."
_TOLD: Final = """Events, until the stream is over:

- `message` (events without a name): its data are the message; its id, where it has one, resumes the stream behind it.
- `end`: there is nothing more to tell. Close the stream, or it is asked for again.
- `refused`: the stream cannot go on; its data are the problem. After `HISTORY_CHANGED` begin again without an id.
- `drain`: the server is going away, in so many milliseconds: connect again.

A comment is sent when nothing else was for ten seconds."""


def stream_parameters() -> list[Schema]:
    """What every stream takes beside its request."""
    return [
        {"name": TICKET, "in": "query", "required": False, "schema": {"type": "string"}, "description": _TICKET},
        {
            "name": "Last-Event-ID",
            "in": "header",
            "required": False,
            "schema": {"type": "string"},
            "description": _LAST,
        },
    ]


def stream_answer(message: Schema, comment: str, problem: Schema) -> Schema:
    """The answer of a stream whose events hold a message each."""
    data = {
        "message": message,
        "end": {"type": "object"},
        "refused": problem,
        "drain": {"type": "object", "properties": {"closesInMs": {"type": "integer"}}},
    }
    content = {"schema": {"type": "string"}, EVENT_DATA: data}
    return {"description": f"{comment}\n\n{_TOLD}", "content": {EVENT_STREAM: content}}


def stream_over() -> Schema:
    """The answer to who comes again when all is told."""
    return {"description": "All has been told: an EventSource does not come again after this."}
