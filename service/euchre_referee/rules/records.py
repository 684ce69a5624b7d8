"""Games as they are written down: reading records and writing deals (RECORD, "How a game is written down")."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn, TypedDict, cast

from euchre_referee.rules.actions import ACTION_TEXT, move_text, parse_action
from euchre_referee.rules.cards import CARD_TEXT, UNREADABLE_CARD, card_text
from euchre_referee.rules.losing import LostDeal, lost_deals
from euchre_referee.rules.state import Deal

End = Mapping[str, str | int | None]
"""How a game ended otherwise than by its rules, repeated as written."""

_DEAL_KEYS: Final = frozenset({"dealer", "hands", "talon", "actions"})
_ACTION: Final = re.compile(r"(0|[1-9][0-9]*) ([a-z].*)")
_GREATEST_SEAT_TEXT: Final = 2
_ONLY_TEXTS: Final = {str}
_CARDS: Final = {text: card for card, text in enumerate(CARD_TEXT)}
_MOVES: Final = {
    f"{seat} {text}": (seat, code)
    for seat in range(5)
    for text, code in ((text, parse_action(text)) for text in ACTION_TEXT.values())
    if code is not None
}
"""What records mostly hold; `parse_move` understands more."""


@dataclass(frozen=True, slots=True)
class DealtRecord:
    """A deal as recorded: its cards, and its actions as texts."""

    dealt: Deal
    actions: tuple[str, ...]
    texts: tuple[str, ...]
    """Hands and talon as they are written."""


@dataclass(frozen=True, slots=True)
class Record:
    """A readable record; the rule set is not judged yet."""

    id: str | None
    ruleset: object
    """The JSON value under ``ruleset``."""
    deals: tuple[DealtRecord, ...]
    end: End | None
    lost: Mapping[int, LostDeal]
    """By deal: where its marks say that it was lost."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why something is no record."""

    id: str | None
    detail: str


class DealText(TypedDict):
    """A deal as JSON writes it."""

    dealer: int
    hands: list[str]
    talon: str
    actions: list[str]


class _DoubleKeyError(ValueError):
    """An object with the same key twice: readers would differ on which holds."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class _WrongTypeError(Exception):
    """A field of the wrong type; told to the reader as ``Unreadable``."""


def read_json(text: bytes) -> object | Unreadable:
    """The JSON value of a text in UTF-8, or why there is none.

    What JSON leaves open is refused: the same key twice in an object, numbers that are none, numbers beyond counting.
    """
    try:
        value: object = json.loads(
            text.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_without_doubles
        )
    except UnicodeDecodeError as error:
        return Unreadable(None, f"not UTF-8 at byte {error.start}")
    except json.JSONDecodeError as error:
        return Unreadable(None, f"not JSON: {error.msg} at {_place(error)}")
    except _DoubleKeyError as error:
        return Unreadable(None, f"an object has the key {error.key[:40]!r} twice")
    except ValueError as error:
        return Unreadable(None, f"not JSON: {error}")
    except RecursionError:
        return Unreadable(None, "nested too deeply to be a record")
    return value


def _place(error: json.JSONDecodeError) -> str:
    return f"character {error.pos}" if error.lineno == 1 else f"line {error.lineno}, column {error.colno}"


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _DoubleKeyError(key)
            seen.add(key)
    return found


def read_record(value: object) -> Record | Unreadable:
    """The record a JSON value is, or why it is none."""
    if not isinstance(value, dict):
        return Unreadable(None, "a record is a JSON object")
    found = value.get("id")
    name = found if isinstance(found, str) else None
    try:
        return _read_fields(value, name)
    except _WrongTypeError as error:
        return Unreadable(name, str(error))


def _read_fields(value: Mapping[str, object], name: str | None) -> Record:
    if "id" in value and name is None:
        raise _WrongTypeError("id must be a text")
    if "ruleset" not in value:
        raise _WrongTypeError("ruleset is missing")
    if "players" in value:
        _texts(value["players"], "players")
    deals = tuple(_read_deal(deal, f"deals[{at}]") for at, deal in enumerate(_list(value.get("deals"), "deals")))
    end = _read_end(value["end"]) if "end" in value else None
    return Record(name, value["ruleset"], deals, end, lost_deals(value))


def _read_deal(value: object, where: str) -> DealtRecord:
    if not isinstance(value, dict):
        raise _WrongTypeError(f"{where} must be an object")
    for key in value:
        if key not in _DEAL_KEYS:
            raise _WrongTypeError(f"{where} has the unknown key {key[:40]!r}")
    dealer = value.get("dealer")
    if not isinstance(dealer, int) or isinstance(dealer, bool):
        raise _WrongTypeError(f"{where}.dealer must be a seat number")
    hands = _texts(value.get("hands"), f"{where}.hands")
    talon = _text(value.get("talon", ""), f"{where}.talon")
    actions = _texts(value.get("actions", []), f"{where}.actions")
    return DealtRecord(Deal(dealer, tuple(map(_cards, hands)), _cards(talon)), actions, (*hands, talon))


def _read_end(value: object) -> End:
    if not isinstance(value, dict):
        raise _WrongTypeError("end must be an object")
    for key, entry in value.items():
        if entry is not None and not isinstance(entry, (str, int)):
            raise _WrongTypeError(f"end.{key[:40]} must be a text or a whole number")
    return value


def _list(value: object, where: str) -> Sequence[object]:
    if not isinstance(value, list):
        raise _WrongTypeError(f"{where} must be a list")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise _WrongTypeError(f"{where} must be a text")
    return value


def _texts(value: object, where: str) -> tuple[str, ...]:
    entries = _list(value, where)
    # Most of a record is texts, so they are looked at one by one only if some are none.
    if {*map(type, entries)} <= _ONLY_TEXTS:
        return cast(tuple[str, ...], tuple(entries))
    return tuple(_text(entry, f"{where}[{at}]") for at, entry in enumerate(entries))


def _cards(text: str) -> tuple[int, ...]:
    return tuple([_CARDS.get(word, UNREADABLE_CARD) for word in text.split(" ") if word])


def parse_move(text: str) -> tuple[int, int] | None:
    """The seat and action code of a recorded action, or None if it is not of the grammar.

    The seat may be one that no table has.
    """
    usual = _MOVES.get(text)
    if usual is not None:
        return usual
    match = _ACTION.fullmatch(text)
    if match is None or len(match[1]) > _GREATEST_SEAT_TEXT:
        return None
    code = parse_action(match[2])
    return None if code is None else (int(match[1]), code)


def deal_text(dealt: Deal, moves: Sequence[int]) -> DealText:
    """A deal and its moves (``seat << 16 | code``) as a record writes them."""
    return DealText(
        dealer=dealt.dealer,
        hands=[" ".join(map(card_text, hand)) for hand in dealt.hands],
        talon=" ".join(map(card_text, dealt.talon)),
        actions=list(map(move_text, moves)),
    )
