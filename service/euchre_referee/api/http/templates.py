"""Path templates of `google.api.http`, such as `/v1/games/{decision.game}:act`, and paths that fit them."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple
from urllib.parse import unquote

_TOKEN: Final = re.compile(r"\{(?P<field>[\w.]+)(?:=(?P<pattern>[^}]*))?\}|(?P<literal>[^{}]+)")
_VERB: Final = re.compile(r":(?P<verb>[\w.-]+)$")
_SEGMENT: Final = r"[^/]+"
_SEGMENTS: Final = r".+"
_SLASH: Final = re.compile("%2f", re.IGNORECASE)


class Template(NamedTuple):
    """A template, ready to be compared."""

    text: str
    fields: tuple[str, ...]
    """Paths of the fields that it binds, in order."""
    verb: str
    """What stands behind the last colon; empty without one."""
    pattern: re.Pattern[str]
    spanning: frozenset[int]
    """Which of the fields span several segments."""

    def match(self, raw_path: str) -> dict[str, str] | None:
        """By field the text that stands in a path, which is still percent-encoded; None if it does not fit."""
        found = self.pattern.fullmatch(raw_path)
        if found is None:
            return None
        return {
            field: _decoded(text, spans=at in self.spanning)
            for at, (field, text) in enumerate(zip(self.fields, found.groups(), strict=True))
        }


def parse_template(text: str) -> Template:
    """A template. Raises ValueError if it is none."""
    verb = _VERB.search(text)
    path = text[: verb.start()] if verb is not None else text
    if not path.startswith("/") or "".join(part[0] for part in _tokens(path)) != path:
        raise ValueError(f"{text!r} is no path template")
    fields: list[str] = []
    spanning: set[int] = set()
    pattern = ""
    for part in _tokens(path):
        if part["field"] is None:
            pattern += _wild(part["literal"])
            continue
        inside = _wild(part["pattern"] or "*")
        if _SEGMENTS in inside or "/" in inside.replace(_SEGMENT, ""):
            spanning.add(len(fields))
        fields.append(part["field"])
        pattern += f"({inside})"
    pattern += re.escape(verb[0]) if verb is not None else ""
    return Template(
        text, tuple(fields), verb["verb"] if verb is not None else "", re.compile(pattern), frozenset(spanning)
    )


def _tokens(path: str) -> Iterator[re.Match[str]]:
    return _TOKEN.finditer(path)


def _wild(text: str) -> str:
    """A piece of a template as a regular expression."""
    segments = {"**": _SEGMENTS, "*": _SEGMENT}
    return "/".join(segments.get(segment) or re.escape(segment) for segment in text.split("/"))


def _decoded(text: str, *, spans: bool) -> str:
    """What several segments hold keeps its encoded slashes, which would otherwise be taken for ends of segments."""
    if not spans:
        return unquote(text)
    return "%2F".join(map(unquote, _SLASH.split(text)))
