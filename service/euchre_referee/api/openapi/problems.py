"""Refusals over HTTP, as the document tells them: every status with its closed list of reasons."""

from http import HTTPStatus
from typing import Final

from euchre.v1 import game_pb2 as pb
from euchre_referee.api.http.refusals import CONTENT_TYPE, TYPE
from euchre_referee.api.http.refusals import STATUSES as HTTP_STATUSES
from euchre_referee.api.openapi.examples import Example, answers_of
from euchre_referee.api.openapi.schemas import Schema, Schemas
from euchre_referee.api.phrases import LOCALES, phrase
from euchre_referee.api.refusing import DOMAIN, code_of
from euchre_referee.referee.verdicts import ServiceReason
from euchre_referee.rules.refusals import Reason

PROBLEM: Final = "Problem"
PROBLEM_REFERENCE: Final[Schema] = {"$ref": f"#/components/schemas/{PROBLEM}"}

_OF_REFUSAL: Final = ("legal", "retry_ms", "on_record", "current_version")

_RULES: Final = tuple(Reason)
_REASONS: Final = (*map(str, ServiceReason), *map(str, _RULES[_RULES.index(Reason.DEAL_OVER) :]))
"""What calls may be refused with; the reasons of records are told in adjudications, by no call."""

_BEFORE_METHODS: Final = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.METHOD_NOT_ALLOWED,
    HTTPStatus.REQUEST_TIMEOUT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
)
"""What requests are refused with that reach no method; their reason is INVALID_REQUEST."""


_TEMPORARY: Final = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
_RETRY: Final = "When to try again, seconds; absent where that is not known."
_STALE: Final = (
    ServiceReason.HISTORY_CHANGED,
    ServiceReason.ALREADY_DECIDED,
    ServiceReason.TIME_OVER,
    ServiceReason.GAME_OVER,
    ServiceReason.INVALID_REQUEST,
)
"""What a decision is refused with whose tag is out of date, or no tag of that game."""


def _reasons() -> dict[HTTPStatus, list[str]]:
    found: dict[HTTPStatus, list[str]] = {status: [str(ServiceReason.INVALID_REQUEST)] for status in _BEFORE_METHODS}
    found[HTTPStatus.PRECONDITION_FAILED] = list(map(str, _STALE))
    for reason in dict.fromkeys(_REASONS):
        reasons = found.setdefault(HTTP_STATUSES.get(code_of(reason), HTTPStatus.INTERNAL_SERVER_ERROR), [])
        if reason not in reasons:
            reasons.append(reason)
    return dict(sorted(found.items()))


def problem_references(*, stale: bool) -> Schema:
    """For every operation: the statuses of its refusals; `stale`: it may be told that a tag is out of date."""
    statuses = [status for status in _reasons() if stale or status != HTTPStatus.PRECONDITION_FAILED]
    return {f"{status:d}": {"$ref": f"#/components/responses/{_name(status)}"} for status in statuses}


def problem_responses(examples: tuple[Example, ...]) -> Schema:
    """What they refer to."""
    return {_name(status): _response(status, reasons, examples) for status, reasons in _reasons().items()}


def problem_schema(schemas: Schemas) -> Schema:
    """RFC 9457, with all that a refusal tells."""
    refusal = pb.Refusal.DESCRIPTOR.fields_by_name
    reasons = list(dict.fromkeys(_REASONS))
    text = {"type": "string"}
    properties: Schema = {
        "type": {"type": "string", "format": "uri", "description": f"`{TYPE}` and the reason."},
        "title": {**text, "description": "The reason in words, in English."},
        "status": {"type": "integer", "description": "The status of the answer."},
        "detail": {**text, "description": "What exactly is wrong, in English."},
        "code": {**text, "description": "The name of the status over gRPC."},
        "reason": {"type": "string", "enum": reasons, "description": "For programs; the list is closed."},
        "domain": {"const": DOMAIN, "description": "Whose reasons these are."},
        "metadata": {
            "type": "object",
            "additionalProperties": text,
            "description": "`section`: where the rule stands; `game` and `version` where they apply.",
        },
        "message": {**text, "description": "The reason for people, in the language of Accept-Language."},
        "locale": {"type": "string", "enum": list(LOCALES), "description": "That language."},
        **{refusal[name].json_name: schemas.field(refusal[name]) for name in _OF_REFUSAL},
    }
    required = [name for name in properties if name not in ("retryMs", "onRecord", "currentVersion")]
    told = "A refusal (RFC 9457). Programs switch on `reason`; texts are for people and may change."
    return {"type": "object", "properties": properties, "required": required, "description": told}


def _name(status: HTTPStatus) -> str:
    return f"{PROBLEM}{status:d}"


def _response(status: HTTPStatus, reasons: list[str], examples: tuple[Example, ...]) -> Schema:
    told = "\n".join(f"- `{reason}`: {phrase(reason, 'en')}" for reason in reasons)
    narrowed = {"properties": {"status": {"const": int(status)}, "reason": {"enum": reasons}}}
    content: Schema = {"schema": {"allOf": [PROBLEM_REFERENCE, narrowed]}}
    shown = answers_of(tuple(each for each in examples if each.status == status))
    if shown:
        content["examples"] = shown
    response: Schema = {"description": f"{status.phrase}\n\n{told}", "content": {CONTENT_TYPE: content}}
    if status in _TEMPORARY:
        response["headers"] = {"Retry-After": {"description": _RETRY, "schema": {"type": "integer", "minimum": 0}}}
    return response
