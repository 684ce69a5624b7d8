"""Games as they are written down: reading records and writing deals (RECORD, "How a game is written down")."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn, TypedDict

from euchre_referee.rules.actions import move_text, parse_action
from euchre_referee.rules.cards import UNREADABLE_CARD, card_text, parse_card
from euchre_referee.rules.losing import LostDeal, lost_deals
from euchre_referee.rules.state import Deal

End = Mapping[str, str | int | None]
"""How a game ended otherwise than by its rules, repeated as written."""

_DEAL_KEYS: Final = frozenset({"dealer", "hands", "talon", "actions"})
_ACTION: Final = re.compile(r"(0|[1-9][0-9]*) ([a-z].*)")
_GREATEST_SEAT_TEXT: Final = 2


@dataclass(frozen=True, slots=True)
class DealtRecord:
    """A deal as recorded: its cards, and its actions as texts."""

    dealt: Deal
    actions: tuple[str, ...]


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


class _WrongTypeError(Exception):
    """A field of the wrong type; told to the reader as ``Unreadable``."""


def read_json(line: bytes) -> object | Unreadable:
    """The JSON value of a line of UTF-8, or why there is none."""
    try:
        value: object = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        return Unreadable(None, f"not UTF-8 at byte {error.start}")
    except json.JSONDecodeError as error:
        return Unreadable(None, f"not JSON: {error.msg} at character {error.pos}")
    except ValueError as error:
        return Unreadable(None, f"not JSON: {error}")
    except RecursionError:
        return Unreadable(None, "nested too deeply to be a record")
    return value


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")


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
    return DealtRecord(Deal(dealer, tuple(map(_cards, hands)), _cards(talon)), actions)


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
    return tuple(_text(entry, f"{where}[{at}]") for at, entry in enumerate(_list(value, where)))


def _cards(text: str) -> tuple[int, ...]:
    found = (parse_card(word) for word in text.split(" ") if word)
    return tuple(UNREADABLE_CARD if card is None else card for card in found)


def parse_move(text: str) -> tuple[int, int] | None:
    """The seat and action code of a recorded action, or None if it is not of the grammar.

    The seat may be one that no table has.
    """
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
