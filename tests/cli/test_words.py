"""What people read at a terminal."""

import pytest

from euchre.v1 import game_pb2 as pb
from euchre.v1.card_pb2 import SUIT_DIAMONDS, SUIT_HEARTS, Card
from euchre_referee.api.wording import action_message, card_number
from euchre_referee.cli.narration import narrate
from euchre_referee.cli.table import choice, show
from euchre_referee.cli.words import Words, shows_symbols
from euchre_referee.rules.actions import ACTION_TEXT, parse_action
from euchre_referee.rules.cards import parse_card


def card(text: str) -> Card.ValueType:
    """The contract's form of a card."""
    number = parse_card(text)
    assert number is not None
    return card_number(number)


def action(text: str) -> pb.Action:
    """The contract's form of an action."""
    code = parse_action(text)
    assert code is not None
    return action_message(code)


def move(seat: int, text: str) -> pb.Move:
    """The contract's form of a move."""
    return pb.Move(seat=seat, action=action(text), text=text)


@pytest.fixture
def words() -> Words:
    return Words(["Ann", "Bo", "Cy", ""], me=2)


def test_every_action_has_words(words: Words) -> None:
    for code in ACTION_TEXT:
        told = words.deed(pb.Move(seat=0, action=action_message(code)))
        assert told.startswith("Ann ")
        assert "{" not in told


@pytest.mark.parametrize(
    ("seat", "text", "told"),
    [
        (0, "pass", "Ann passes"),
        (2, "pass", "You pass"),
        (3, "order", "Seat 3 orders up"),
        (1, "name n alone", "Bo names no trump and goes alone"),
        (2, "name h alone", "You name hearts and go alone"),
        (0, "alone", "Ann goes alone"),
        (0, "bid 3", "Ann bids 3"),
        (0, "play Td", "Ann plays 10♦"),
        (2, "swap B", "You exchange the joker for the turned card"),
        (1, "partner Ah", "Bo calls whoever holds A♥ as partner"),
    ],
)
def test_deeds(words: Words, seat: int, text: str, told: str) -> None:
    assert words.deed(move(seat, text)) == told


def test_a_hidden_card_stays_hidden(words: Words) -> None:
    hidden = pb.Move(seat=0, action=pb.Action(kind=pb.ACTION_KIND_DISCARD), text="discard ?")
    assert words.deed(hidden) == "Ann puts away a card"


def test_without_symbols_suits_are_letters() -> None:
    assert Words([], symbols=False).cards([card("Jh"), card("Td")]) == "Jh 10d"
    assert shows_symbols("utf-8")
    assert not shows_symbols("latin-1")
    assert not shows_symbols(None)


def test_a_game_is_told_in_sentences(words: Words) -> None:
    played = [pb.PlayedCard(seat=0, card=card("9h")), pb.PlayedCard(seat=1, card=card("Jh"))]
    events = [
        pb.Event(seat_taken=pb.SeatTaken(seat=3, name="Di")),
        pb.Event(dealt=pb.Dealt(deal_number=1, dealer=3, turn_up=card("Kh"), scores=[0, 0, 0, 0])),
        pb.Event(move=move(0, "order")),
        pb.Event(trump_made=pb.TrumpMade(maker=0, trump=SUIT_HEARTS, alone=False)),
        pb.Event(default_action=pb.DefaultAction(seat=1, move=move(1, "play Jh"), cause="timeout")),
        pb.Event(trick_taken=pb.TrickTaken(seat=1, cards=played)),
        pb.Event(struck=pb.Struck(seat=3, strikes=2)),
        pb.Event(default_action=pb.DefaultAction(seat=2, move=move(2, "pass"), cause="timeout", disconnected=True)),
        pb.Event(default_action=pb.DefaultAction(seat=3, move=move(3, "pass"), cause="strikes")),
        pb.Event(deal_lost=pb.DealLost(seat=3, cause="illegal")),
        pb.Event(deal_lost=pb.DealLost(seat=2, cause="disconnect")),
        pb.Event(deal_over=pb.DealResult(outcome="LOST", points=[2, 0, 2, 0])),
        pb.Event(deal_over=pb.DealResult(outcome="EUCHRED", tricks=[2, 3, 0, 0], points=[0, 2, 0, 2])),
        pb.Event(game_over=pb.GameEnd(termination=pb.TERMINATION_NORMAL, scores=[4, 10, 4, 10], winners=[1, 3])),
    ]
    assert [narrate(event, words) for event in events] == [
        "Di sits down at seat 3.",
        "\nDeal 1. Di deals and turns up K♥. Scores: Ann 0, Bo 0, you 0, Di 0.",
        "Ann orders up.",
        "    Trump is hearts, made by Ann.",
        "Time is over for Bo: Bo plays J♥.",
        "    Bo takes the trick: Ann 9♥, Bo J♥.",
        "A refused action of Di, strike 2.",
        "Time is over without a connection for you: You pass.",
        "Too many refused actions for Di: Di passes.",
        "Too many refused actions: Di loses the deal.",
        "Time is over without a connection: You lose the deal.",
        "    The deal is lost. Points: Ann 2, Bo 0, you 2, Di 0.",
        "    Euchred! Tricks: Ann 2, Bo 3, you 0, Di 0. Points: Ann 0, Bo 2, you 0, Di 2.",
        "\nThe game is over: Bo and Di win. Scores: Ann 4, Bo 10, you 4, Di 10.",
    ]
    assert narrate(pb.Event(), words) == ""


def test_an_end_out_of_order_says_how_and_whose(words: Words) -> None:
    end = pb.GameEnd(termination=pb.TERMINATION_FORFEIT, cause="timeout", seat=2, scores=[0, 0], winners=[1])
    assert narrate(pb.Event(game_over=end), words) == (
        "\nThe game is over (forfeit of you: timeout): Bo wins. Scores: Ann 0, Bo 0."
    )


@pytest.fixture
def turn() -> pb.Turn:
    view = pb.View(
        viewer=2,
        phase=pb.PHASE_PLAY,
        hand=[card("9c"), card("Jd")],
        trump=SUIT_DIAMONDS,
        maker=0,
        scores=[1, 2, 3, 4],
        tricks=[1, 0, 0, 0],
        trick=[pb.PlayedCard(seat=1, card=card("Ad"))],
    )
    legal = [pb.LegalAction(action=action(text), text=text) for text in ("play 9c", "play Jd")]
    return pb.Turn(view=view, legal=legal)


def test_the_table_shows_what_matters(words: Words, turn: pb.Turn) -> None:
    assert show(turn, words).splitlines() == [
        "",
        "  Your cards: 9♣ J♦",
        "  Trump: diamonds, made by Ann.",
        "  On the table: Bo A♦.",
        "  Tricks: Ann 1, Bo 0, you 0, seat 3 0.",
        "  Scores: Ann 1, Bo 2, you 3, seat 3 4.",
        "    1  play 9♣",
        "    2  play J♦",
    ]


@pytest.mark.parametrize(
    ("typed", "text"),
    [("1", "play 9c"), (" 2 ", "play Jd"), ("play jd", "play Jd"), ("play   Jd", "play Jd")],
)
def test_choices(turn: pb.Turn, typed: str, text: str) -> None:
    chosen = choice(typed, turn.legal)
    assert chosen is not None
    assert chosen.text == text


@pytest.mark.parametrize("typed", ["", "0", "3", "-1", "play Ah", "²", "٣", "pass", "9c"])
def test_nonsense_is_no_choice(turn: pb.Turn, typed: str) -> None:
    assert choice(typed, turn.legal) is None


def test_an_empty_line_is_enough_where_there_is_no_choice(turn: pb.Turn) -> None:
    assert choice("", turn.legal[:1]) == turn.legal[0]
