"""Views and turns as protobuf bytes.

A turn is sent for nearly every decision, so its bytes are put together from pieces that protobuf made once: the
serialisation of a message is the concatenation of its fields. Each piece is a serialised `View` or `Turn` with one
field set, kept by its value; only lists of cards and the lengths of sub-messages are written here. No field of a
message is written twice, which some decoders would not merge.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from google.protobuf.descriptor import Descriptor

from euchre.v1 import game_pb2 as pb
from euchre_referee.api.wording import action_message, card_number, phase_number, result_message, suit_number
from euchre_referee.fairness.chain import HEAD_BYTES
from euchre_referee.referee.game import Game
from euchre_referee.rules.actions import ACTION_TEXT
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.views import View, view

_LENGTH_DELIMITED: Final = 2


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


_VARINTS: Final = tuple(_varint(number) for number in range(1 << 14))


def varint(number: int) -> bytes:
    """A number as protobuf writes it."""
    return _VARINTS[number] if number < len(_VARINTS) else _varint(number)


def tag(message: Descriptor, field: str) -> bytes:
    """What stands before a length-delimited field of a message."""
    return _varint(message.fields_by_name[field].number << 3 | _LENGTH_DELIMITED)


def delimited(field_tag: bytes, content: bytes) -> bytes:
    """A length-delimited field."""
    return field_tag + varint(len(content)) + content


class _Pieces(dict[int, bytes]):
    """Serialised pieces by value, made when first asked for."""

    def __init__(self, make: Callable[[int], pb.View | pb.Turn]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, value: int) -> bytes:
        piece = self[value] = self._make(value).SerializeToString()
        return piece


def _played(code: int) -> pb.PlayedCard:
    return pb.PlayedCard(seat=code >> 6, card=card_number(code & 63))


def _move(code: int) -> pb.Move:
    return pb.Move(seat=code >> 16, action=action_message(code & 0xFFFF), text=ACTION_TEXT[code & 0xFFFF])


def _legal(code: int) -> pb.LegalAction:
    return pb.LegalAction(action=action_message(code), text=ACTION_TEXT[code])


_MOVES: Final = _Pieces(lambda code: pb.View(moves=[_move(code)]))
_TRICK: Final = _Pieces(lambda code: pb.View(trick=[_played(code)]))
_LEGAL: Final = _Pieces(lambda code: pb.Turn(legal=[_legal(code)]))
_TO_ACT: Final = _Pieces(lambda seat: pb.View(to_act=seat) if seat >= 0 else pb.View())
_SEAT: Final = _Pieces(lambda seat: pb.Turn(seat=seat))

_HAND: Final = tag(pb.View.DESCRIPTOR, "hand")
_HAND_SIZES: Final = tag(pb.View.DESCRIPTOR, "hand_sizes")
_TRICKS: Final = tag(pb.View.DESCRIPTOR, "tricks")
_HEAD: Final = tag(pb.Turn.DESCRIPTOR, "head") + _varint(HEAD_BYTES)
_VIEW: Final = tag(pb.Turn.DESCRIPTOR, "view")

_CARD_NUMBERS: Final = bytes(card_number(card) for card in range(33)) + bytes(256 - 33)


@lru_cache(maxsize=4096)
def _standing(
    ruleset: str,
    viewer: int | None,
    deal_number: int,
    scored_deals: int,
    dealer: int,
    scores: tuple[int, ...],
) -> bytes:
    """What does not change during a deal."""
    return pb.View(
        ruleset=ruleset,
        viewer=viewer,
        deal_number=deal_number,
        scored_deals=scored_deals,
        dealer=dealer if dealer >= 0 else None,
        scores=scores,
    ).SerializeToString()


_Calls: TypeAlias = tuple[
    Phase,
    int | None,
    bool,
    int | None,
    int | None,
    int | None,
    bool,
    int | None,
    tuple[int, ...],
    tuple[int, int] | None,
    int | None,
    int | None,
    tuple[int, ...],
    tuple[int, ...],
    int | None,
]


@lru_cache(maxsize=16384)
def _called(calls: _Calls) -> bytes:
    """What calls and answers have fixed, and who leads: few different values in all games together."""
    (phase, turn_up, turned_down, proposed, trump, maker, alone, lone_defender) = calls[:8]
    (sits_out, best_bid, called, partner, withdrew, stayed, leader) = calls[8:]
    return pb.View(
        phase=phase_number(phase),
        turn_up=card_number(turn_up),
        turned_down=turned_down,
        proposed=suit_number(proposed),
        trump=suit_number(trump),
        maker=maker,
        alone=alone,
        lone_defender=lone_defender,
        sits_out=sits_out,
        best_bid=None if best_bid is None else pb.Bid(seat=best_bid[0], tricks=best_bid[1]),
        called=card_number(called),
        partner=partner,
        withdrew=withdrew,
        stayed=stayed,
        leader=leader,
    ).SerializeToString()


def _rare(seen: View) -> bytes:
    """Fields that few views have."""
    return pb.View(
        put_away=map(card_number, seen.put_away),
        received=map(card_number, seen.received),
        finished=seen.finished,
        winners=seen.winners,
        result=None if seen.result is None else result_message(seen.result),
    ).SerializeToString()


def encode_view(seen: View) -> bytes:
    """A serialised `euchre.v1.View`."""
    # The order is the order of View: slices are cheaper than twenty attribute look-ups.
    (rules, viewer, deal_number, scored_deals, dealer, scores, phase, to_act, hand, hand_sizes) = seen[:10]
    parts = [
        _standing(rules.canonical, viewer, deal_number, scored_deals, dealer, scores),
        _called((phase, *seen[10:24])),
        _TO_ACT[to_act],
        _HAND_SIZES,
        _VARINTS[len(hand_sizes)],
        bytes(hand_sizes),
        _TRICKS,
        _VARINTS[len(seen.tricks)],
        bytes(seen.tricks),
    ]
    if hand:
        parts += (_HAND, _VARINTS[len(hand)], bytes(hand).translate(_CARD_NUMBERS))
    for seat, card in seen.trick:
        parts.append(_TRICK[seat << 6 | card])
    parts += map(_MOVES.__getitem__, seen.moves)
    if seen.put_away or seen.received or seen.finished or seen.result is not None:
        parts.append(_rare(seen))
    return b"".join(parts)


def encode_turn(game: Game, time_left_ms: int | None) -> bytes:
    """A serialised `euchre.v1.Turn` for the seat to act."""
    seat = game.state.to_act
    seen = view(game.state, seat)
    parts = [
        _game(game.id),
        _turn_version(game.turn_version),
        _HEAD,
        game.turn_head,
        _SEAT[seat],
        delimited(_VIEW, encode_view(seen)),
        *map(_LEGAL.__getitem__, seen.legal),
    ]
    if time_left_ms is not None:
        parts.append(_time_left(time_left_ms))
    spent_ms, strikes = game.last_spent_ms[seat], game.strikes[seat]
    if spent_ms is not None:
        lag_ms = game.last_lag_ms[seat]
        parts.append(_latency(max(0, spent_ms - lag_ms)))
        if lag_ms:
            parts.append(_lag(lag_ms))
    if strikes:
        parts.append(_strikes(strikes))
    if game.created.clocks.bank_ms:
        parts.append(_bank_left(game.accounts.banks[seat]))
    return b"".join(parts)


@lru_cache(maxsize=1 << 16)
def _game(name: str) -> bytes:
    return pb.Turn(game=name).SerializeToString()


@lru_cache(maxsize=8192)
def _turn_version(version: int) -> bytes:
    return pb.Turn(version=version).SerializeToString()


@lru_cache(maxsize=8192)
def _time_left(milliseconds: int) -> bytes:
    return pb.Turn(time_left_ms=milliseconds).SerializeToString()


@lru_cache(maxsize=8192)
def _latency(milliseconds: int) -> bytes:
    return pb.Turn(latency_ms=milliseconds).SerializeToString()


@lru_cache(maxsize=8192)
def _lag(milliseconds: int) -> bytes:
    return pb.Turn(lag_ms=milliseconds).SerializeToString()


@lru_cache(maxsize=8192)
def _bank_left(milliseconds: int) -> bytes:
    return pb.Turn(bank_left_ms=milliseconds).SerializeToString()


@lru_cache(maxsize=256)
def _strikes(strikes: int) -> bytes:
    return pb.Turn(strikes=strikes).SerializeToString()


def view_message(seen: View) -> pb.View:
    """A `euchre.v1.View`."""
    return pb.View.FromString(encode_view(seen))


def turn_message(game: Game, time_left_ms: int | None) -> pb.Turn:
    """A `euchre.v1.Turn` for the seat to act."""
    return pb.Turn.FromString(encode_turn(game, time_left_ms))


def legal_messages(codes: Sequence[int]) -> list[pb.LegalAction]:
    """Legal actions, typed and in the record's words."""
    return [_legal(code) for code in codes]


def move_message(made: int) -> pb.Move:
    """A move as everybody, or its maker, may know it."""
    return _move(made)
