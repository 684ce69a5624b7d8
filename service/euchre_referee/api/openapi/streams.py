"""Streams of events, as the document tells them (docs/http.md, "Streams")."""

from typing import Final

from euchre_referee.api.http.calling import TICKET
from euchre_referee.api.openapi.schemas import Schema

EVENT_STREAM: Final = "text/event-stream"
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
    """The answer of a stream whose events hold a message each; the schema is that of each event."""
    drain = {"type": "object", "properties": {"closesInMs": {"type": "integer"}}}
    events = [
        _event("message", message, [], id_={"type": "string"}),
        _event("end", {"type": "object"}, ["event"]),
        _event("refused", problem, ["event"]),
        _event("drain", drain, ["event"]),
    ]
    return {"description": f"{comment}\n\n{_TOLD}", "content": {EVENT_STREAM: {"schema": {"anyOf": events}}}}


def message_of(content: Schema) -> Schema:
    """The schema of the messages that a stream's events hold."""
    message: Schema = content["schema"]["anyOf"][0]["properties"]["data"]["contentSchema"]
    return message


def first_event(text: str) -> Schema:
    """The first event of a stream with data, as its schema has it."""
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines())
        if "data" in fields:
            return {name: fields[name] for name in ("id", "event", "data") if name in fields}
    raise ValueError("no event has data")


def event_text(event: Schema) -> str:
    """An event as it is sent."""
    return "".join(f"{name}: {value}\n" for name, value in event.items())


def _event(name: str, data: Schema, required: list[str], id_: Schema | None = None) -> Schema:
    """An event as OpenAPI 3.2 describes them: its fields as a value, its data as text that holds JSON."""
    text = {"type": "string", "contentMediaType": "application/json", "contentSchema": data}
    fields = {} if id_ is None else {"id": id_}
    return {
        "type": "object",
        "properties": {"event": {"const": name}, **fields, "data": text},
        "required": [*required, "data"],
    }


def stream_over() -> Schema:
    """The answer to who comes again when all is told."""
    return {"description": "All has been told: an EventSource does not come again after this."}
