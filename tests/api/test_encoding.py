"""Views, turns and verdicts are put together from pieces: the bytes are those of the message built field by field."""

import random
from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from euchre.v1 import card_pb2
from euchre.v1 import game_pb2 as pb
from euchre_referee.api.encoding import encode_turn, encode_view
from euchre_referee.api.verdicts import encode_verdict, verdict_on
from euchre_referee.referee.verdicts import Accepted, Refused, ServiceReason
from euchre_referee.rules.actions import ACTION_TEXT, HIDDEN, Kind
from euchre_referee.rules.cards import CARD_TEXT
from euchre_referee.rules.result import DealResult
from euchre_referee.rules.views import View, view
from tests.referee.tables import Plan, plans, versions_of

CARDS = {text: card_pb2.Card.Value(name) for name, text in zip(card_pb2.Card.keys()[1:], CARD_TEXT, strict=True)}
SUITS = [card_pb2.Suit.Value(f"SUIT_{name}") for name in ("CLUBS", "DIAMONDS", "HEARTS", "SPADES")]


def card(number: int | None) -> card_pb2.Card.ValueType:
    return card_pb2.CARD_UNSPECIFIED if number in (None, HIDDEN) else CARDS[CARD_TEXT[number or 0]]


def suit(number: int | None) -> card_pb2.Suit.ValueType:
    return card_pb2.SUIT_UNSPECIFIED if number is None else (*SUITS, card_pb2.SUIT_NO_TRUMP)[number]


def action(code: int) -> pb.Action:
    kind = Kind(code >> 6)
    made = pb.Action(kind=pb.ActionKind.Value(f"ACTION_KIND_{kind.name}"))
    if kind in (Kind.PARTNER, Kind.DISCARD, Kind.GIVE, Kind.SWAP, Kind.PLAY):
        made.card = card(code & 63)
    elif kind in (Kind.NAME, Kind.NAME_ALONE):
        made.suit = suit(code & 63)
    elif kind is Kind.BID:
        made.bid = code & 63
    return made


def result(found: DealResult) -> pb.DealResult:
    made = pb.DealResult(dealer=found.dealer, trump=suit(found.trump), alone=found.alone, outcome=str(found.outcome))
    for name in ("maker", "bid", "partner", "lone_defender"):
        set_if_known(made, name, getattr(found, name))
    made.withdrew.extend(found.withdrew)
    made.tricks.extend(found.tricks)
    made.points.extend(found.points)
    return made


def set_if_known(message: pb.View | pb.DealResult, name: str, value: int | None) -> None:
    if value is not None:
        setattr(message, name, value)


def cards(numbers: Iterable[int]) -> list[card_pb2.Card.ValueType]:
    return [card(number) for number in numbers]


def straightforward(seen: View) -> pb.View:
    """The message, one field after the other."""
    made = pb.View(ruleset=seen.rules.canonical, deal_number=seen.deal_number, scored_deals=seen.scored_deals)
    for name in ("viewer", "maker", "lone_defender", "partner", "leader"):
        set_if_known(made, name, getattr(seen, name))
    for name in ("dealer", "to_act"):
        set_if_known(made, name, getattr(seen, name) if getattr(seen, name) >= 0 else None)
    made.phase = pb.Phase.Value(f"PHASE_{seen.phase.name}")
    for name in ("turned_down", "alone", "finished"):
        setattr(made, name, getattr(seen, name))
    for name in ("scores", "hand_sizes", "sits_out", "withdrew", "stayed", "tricks", "winners"):
        getattr(made, name).extend(getattr(seen, name))
    for name in ("hand", "put_away", "received"):
        getattr(made, name).extend(cards(getattr(seen, name)))
    made.turn_up, made.called = card(seen.turn_up), card(seen.called)
    made.proposed, made.trump = suit(seen.proposed), suit(seen.trump)
    if seen.best_bid is not None:
        made.best_bid.seat, made.best_bid.tricks = seen.best_bid
    for seat, played in seen.trick:
        made.trick.add(seat=seat, card=card(played))
    for move in seen.moves:
        made.moves.add(seat=move >> 16, action=action(move & 0xFFFF), text=ACTION_TEXT[move & 0xFFFF])
    if seen.result is not None:
        made.result.CopyFrom(result(seen.result))
    return made


@settings(max_examples=60)
@given(plans)
def test_a_view_is_the_message_built_field_by_field(plan: Plan) -> None:
    for table in versions_of(plan, most=40):
        for viewer in (None, *range(plan.rules.players)):
            seen = view(table.state, viewer)
            assert pb.View.FromString(encode_view(seen)) == straightforward(seen)


@settings(max_examples=60)
@given(plans, st.none() | st.integers(0, 2**32 - 1))
def test_a_turn_is_the_message_built_field_by_field(plan: Plan, left_ms: int | None) -> None:
    for table in versions_of(plan, most=40):
        if table.over:
            return
        game, seat = table.game, table.state.to_act
        made = pb.Turn(game=game.id, version=game.turn_version, head=game.turn_head, seat=seat)
        made.view.CopyFrom(straightforward(view(game.state, seat)))
        for code in game.state.legal:
            made.legal.add(action=action(code), text=ACTION_TEXT[code])
        if left_ms is not None:
            made.time_left_ms = left_ms
        spent_ms = game.last_spent_ms[seat]
        if spent_ms is not None:
            made.latency_ms = spent_ms - game.last_lag_ms[seat]
            if game.last_lag_ms[seat]:
                made.lag_ms = game.last_lag_ms[seat]
        made.strikes = game.strikes[seat]
        if plan.clocks.bank_ms:
            made.bank_left_ms = game.accounts.banks[seat]
        read = pb.Turn.FromString(encode_turn(game, left_ms))
        assert read == made
        # As long as the serialisation: no field stands there twice.
        assert len(encode_turn(game, left_ms)) == made.ByteSize()


@given(st.randoms(use_true_random=False), st.text(max_size=40))
def test_a_verdict_is_the_message_built_field_by_field(rng: random.Random, game: str) -> None:
    code = rng.choice([code for code, text in ACTION_TEXT.items() if "?" not in text])
    version, seat = rng.randrange(1 << 20), rng.choice((None, 0, 3))
    accepted = Accepted(code, version + rng.randrange(3), rng.randbytes(16))
    made = pb.Verdict(game=game, version=version, seat=seat)
    made.accepted.action = ACTION_TEXT[code]
    made.accepted.next_version, made.accepted.next_head = accepted.next_version, accepted.next_head
    assert pb.Verdict.FromString(encode_verdict(game, version, seat, accepted, "en")) == made
    refused = Refused(ServiceReason.BUSY, retry_ms=0, legal=(code,), on_record=3 << 16 | code, current_version=0)
    told = pb.Verdict.FromString(encode_verdict(game, version, seat, refused, "nl"))
    assert told == verdict_on(game, version, seat, refused, "nl")
    assert told.refusal.HasField("retry_ms")
    assert told.refusal.HasField("current_version")
    assert told.refusal.on_record.seat == 3
    assert told.refusal.legal[0].text == ACTION_TEXT[code]
