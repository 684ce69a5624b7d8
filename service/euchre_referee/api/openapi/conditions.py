"""Entity tags, as the document tells them (docs/http.md, "Versions as entity tags")."""

from typing import Final

from euchre_referee.api.http.bindings import Binding
from euchre_referee.api.http.etags import decision_in
from euchre_referee.api.openapi.schemas import Schema

_KNOWN: Final = "A tag of an earlier answer: if this one would be the same, it is 304 and has no body."
_SEEN: Final = (
    "The tag of the view that is decided on, instead of `version` and `head` of the decision. If the game has gone on "
    "since, the refusal is 412."
)
_TAG: Final = "Stands for this answer; of a view for the game, its version and who looks."


def is_tagged(binding: Binding) -> bool:
    """Its answers have tags."""
    return binding.verb == "GET" and not binding.streams


def takes_a_tag(binding: Binding) -> bool:
    """It decides on a version, which a tag may name."""
    return binding.verb != "GET" and decision_in(binding.request()) is not None


def condition_parameters(binding: Binding) -> list[Schema]:
    """The headers that it takes."""
    if is_tagged(binding):
        return [_header("If-None-Match", _KNOWN)]
    return [_header("If-Match", _SEEN)] if takes_a_tag(binding) else []


def tag_header() -> Schema:
    """The header of an answer."""
    return {"ETag": {"description": _TAG, "schema": {"type": "string"}}}


def not_modified() -> Schema:
    """The answer to who knows it."""
    return {"description": "The answer is the one that the tag stands for.", "headers": tag_header()}


def _header(name: str, told: str) -> Schema:
    return {"name": name, "in": "header", "required": False, "schema": {"type": "string"}, "description": told}
