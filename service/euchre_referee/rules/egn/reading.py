"""Reading Euchre Game Notation: versions 1.2 to 1.4, and the older 1.0 and 1.1 that differ in names of fields."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from euchre_referee.rules.egn.game import FILE_TYPE, EgnDeal, EgnGame, Exchange
from euchre_referee.rules.records import Unreadable

_VERSION: Final = re.compile(r"1\.[0-4](\.[0-9]{1,6})?")
_GREATEST_SCORE: Final = 1_000_000

_OLD_NAMES: Final = {
    "gameId": ("matchId", "match_id"),
    "initialScore": ("initial_score",),
    "finalScore": ("final_score",),
    "dealNumber": ("deal_number",),
    "initialState": ("initial_state",),
    "upCard": ("up_card",),
    "playerCards": ("player_cards",),
    "isAlone": ("is_alone",),
    "aloneDefender": ("alone_defender",),
    "cardExchanges": ("card_exchanges",),
    "initialLead": ("initial_lead",),
    "phaseNumber": ("phase_number",),
}
_REMARKS: Final = frozenset(
    {
        *("alternativeLines", "alternative_lines", "callAnnotations", "calls_annotations"),
        *("playAnnotations", "play_annotations", "tricks_annotations", "timings", "views", "layouts", "videoUrl"),
        *("viewSwitches", "screens"),
    }
)
"""Comments, other lines of play and what recording tools note: no part of what happened."""
_DEAL: Final = ("dealNumber", "initialState", "phases")
_STATE: Final = ("dealer", "upCard", "playerCards", "kitty")
_BIDDING: Final = ("phaseNumber", "type", "calls", "isAlone", "aloneDefender", "discard", "cardExchanges")
_PLAY: Final = ("phaseNumber", "type", "tricks", "isAlone", "aloneDefender", "initialLead")
_EXCHANGE: Final = ("sender", "receiver", "cards")

Object = Mapping[str, object]


class _Phase(NamedTuple):
    """Where a phase stands, and its fields."""

    place: str
    fields: Object


_NO_PHASE: Final = _Phase("phases", {})


class _MisreadError(Exception):
    """Something of the wrong shape; told to the reader as ``Unreadable``."""


def is_egn(value: object) -> bool:
    """Whether a JSON value says of itself that it is a game in this notation."""
    return isinstance(value, dict) and FILE_TYPE in (value.get("fileType"), value.get("file_type"))


def read_egn(value: Object) -> EgnGame | Unreadable:
    """The game that a JSON object of this notation tells, or why it cannot be read."""
    metadata = value.get("metadata")
    name = _get(metadata, "gameId") if isinstance(metadata, dict) else None
    known = name if isinstance(name, str) else None
    try:
        return _game(value, known)
    except _MisreadError as error:
        return Unreadable(known, str(error))


def _game(value: Object, name: str | None) -> EgnGame:
    version = value.get("version")
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise _MisreadError(f"version must be a text from 1.0 to 1.4, not {str(version)[:20]!r}")
    metadata = _object(value.get("metadata"), "metadata")
    if name is None and _get(metadata, "gameId") is not None:
        raise _MisreadError("metadata.gameId must be a text")
    initial = _scores(_get(metadata, "initialScore", [0, 0]), "metadata.initialScore")
    final = _get(metadata, "finalScore")
    return EgnGame(
        id=name,
        players=_players(metadata.get("players", [])),
        initial=initial,
        final=None if final in (None, []) else _scores(final, "metadata.finalScore"),
        ruleset=metadata.get("ruleset", {}),
        deals=tuple(_deal(deal, f"deals[{at}]") for at, deal in enumerate(_list(value.get("deals"), "deals"))),
    )


def _players(value: object) -> tuple[str, ...]:
    names = [entry.get("name") if isinstance(entry, dict) else entry for entry in _list(value, "metadata.players")]
    return tuple(_text(name, f"metadata.players[{at}]") for at, name in enumerate(names))


def _scores(value: object, where: str) -> tuple[int, int]:
    numbers = [_whole(entry, f"{where}[{at}]") for at, entry in enumerate(_list(value, where))]
    if len(numbers) != len(("seats 0 and 2", "seats 1 and 3")):
        raise _MisreadError(f"{where} must hold two scores: of seats 0 and 2, of seats 1 and 3")
    if any(abs(number) > _GREATEST_SCORE for number in numbers):
        raise _MisreadError(f"{where} must hold scores up to {_GREATEST_SCORE}")
    return numbers[0], numbers[1]


def _deal(value: object, where: str) -> EgnDeal:
    if isinstance(value, str):
        raise _MisreadError(f"{where} is bit-packed; write it out with `egn-convert` first")
    deal = _known(_object(value, where), _DEAL, where)
    state_place = f"{where}.initialState"
    state = _known(_object(_get(deal, "initialState"), state_place), _STATE, state_place)
    bidding, play = _phases(deal.get("phases", []), f"{where}.phases")
    defending = bidding if _get(bidding.fields, "aloneDefender") is not None else play
    return EgnDeal(
        number=_whole_or_none(_get(deal, "dealNumber"), f"{where}.dealNumber"),
        dealer=_whole(state.get("dealer"), f"{state_place}.dealer"),
        up_card=_text(_get(state, "upCard"), f"{state_place}.upCard"),
        hands=_lists_of_cards(_get(state, "playerCards", []), f"{state_place}.playerCards"),
        kitty=_cards(state.get("kitty", []), f"{state_place}.kitty"),
        calls=_texts(bidding.fields.get("calls", []), f"{bidding.place}.calls"),
        alone=_alone(bidding) | _alone(play),
        lone_defender=_whole_or_none(_get(defending.fields, "aloneDefender"), f"{defending.place}.aloneDefender"),
        discard=_text(_get(bidding.fields, "discard", ""), f"{bidding.place}.discard"),
        exchanges=_exchanges(_get(bidding.fields, "cardExchanges", []), f"{bidding.place}.cardExchanges"),
        lead=_whole_or_none(_get(play.fields, "initialLead"), f"{play.place}.initialLead"),
        tricks=_tricks(play.fields.get("tricks", []), f"{play.place}.tricks"),
    )


def _alone(phase: _Phase) -> bool:
    return _flag(_get(phase.fields, "isAlone", False), f"{phase.place}.isAlone")


def _phases(value: object, where: str) -> tuple[_Phase, _Phase]:
    bidding = play = _NO_PHASE
    for at, entry in enumerate(_list(value, where)):
        place = f"{where}[{at}]"
        phase = _object(entry, place)
        match phase.get("type"):
            case "EUCHRE_BIDDING" if bidding is play is _NO_PHASE:
                bidding = _Phase(place, _known(phase, _BIDDING, place))
            case "TRICK_PLAY" | "TRICK_PLAY_PHASE" if play is _NO_PHASE:
                play = _Phase(place, _known(phase, _PLAY, place))
            case _:
                raise _MisreadError(f"{place}.type must be EUCHRE_BIDDING, then TRICK_PLAY, each at most once")
    return bidding, play


def _exchanges(value: object, where: str) -> tuple[Exchange, ...]:
    return tuple(_exchange(entry, f"{where}[{at}]") for at, entry in enumerate(_list(value, where)))


def _exchange(value: object, where: str) -> Exchange:
    entry = _known(_object(value, where), _EXCHANGE, where)
    sender = entry.get("sender")
    return Exchange(
        None if sender is None else _whole(sender, f"{where}.sender"),
        _whole(entry.get("receiver"), f"{where}.receiver"),
        _cards(entry.get("cards"), f"{where}.cards"),
    )


def _tricks(value: object, where: str) -> tuple[tuple[str, ...], ...]:
    tricks = _lists_of_cards(value, where)
    while tricks and not tricks[-1]:
        tricks = tricks[:-1]
    return tricks


def _lists_of_cards(value: object, where: str) -> tuple[tuple[str, ...], ...]:
    return tuple(_cards(entry, f"{where}[{at}]") for at, entry in enumerate(_list(value, where)))


def _cards(value: object, where: str) -> tuple[str, ...]:
    return tuple(text for text in _texts(value, where) if text)


def _get(of: Object, key: str, missing: object = None) -> object:
    """A field by its present name or an older one; null counts as missing."""
    for name in (key, *_OLD_NAMES.get(key, ())):
        if of.get(name) is not None:
            return of[name]
    return missing


def _known(of: Object, keys: Sequence[str], where: str) -> Object:
    for name in of:
        if name not in _REMARKS and all(name != key and name not in _OLD_NAMES.get(key, ()) for key in keys):
            raise _MisreadError(f"{where} has the unknown key {name[:40]!r}")
    return of


def _object(value: object, where: str) -> Object:
    if not isinstance(value, dict):
        raise _MisreadError(f"{where} must be an object")
    return value


def _list(value: object, where: str) -> Sequence[object]:
    if not isinstance(value, list):
        raise _MisreadError(f"{where} must be a list")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise _MisreadError(f"{where} must be a text")
    return value


def _texts(value: object, where: str) -> tuple[str, ...]:
    return tuple(_text(entry, f"{where}[{at}]") for at, entry in enumerate(_list(value, where)))


def _whole(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _MisreadError(f"{where} must be a whole number")
    return value


def _whole_or_none(value: object, where: str) -> int | None:
    return None if value is None else _whole(value, where)


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise _MisreadError(f"{where} must be true or false")
    return value
