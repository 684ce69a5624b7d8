"""The text form of actions, and their numbers, which logs rely on."""

import pytest

from euchre_referee.rules.actions import (
    ACTION_TEXT,
    BID_LIMIT,
    HIDDEN,
    Kind,
    action,
    action_text,
    argument_of,
    kind_of,
    move,
    move_text,
    parse_action,
)
from euchre_referee.rules.cards import CARD_TEXT, JOKER, card_text, parse_card
from euchre_referee.rules.records import parse_move


def test_every_code_reads_back_unless_it_is_hidden() -> None:
    for code, text in ACTION_TEXT.items():
        assert code < 1 << 16
        assert parse_action(text) == (None if text.endswith("?") else code)
        assert action(kind_of(code), argument_of(code)) == code


def test_the_numbers_of_kinds_are_those_in_logs() -> None:
    names = "PASS ORDER ORDER_ALONE NAME NAME_ALONE TAKE TAKE_ALONE BID PARTNER ALONE CLAIM DISCARD GIVE SWAP KEEP"
    names += " DEFEND STAY WITHDRAW PLAY ANSWER"
    assert [kind.name for kind in Kind] == names.split()
    assert [int(kind) for kind in Kind] == list(range(len(Kind)))


def test_every_card_has_its_text() -> None:
    assert [parse_card(text) for text in CARD_TEXT] == list(range(JOKER + 1))
    assert card_text(0) == "7c"
    assert card_text(JOKER) == "B"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("pass", 0),
        ("name n alone", action(Kind.NAME_ALONE, 4)),
        ("bid 0", action(Kind.BID, 0)),
        ("bid 62", action(Kind.BID, BID_LIMIT)),
        ("bid 63", action(Kind.BID, BID_LIMIT)),
        ("bid " + "9" * 10_000, action(Kind.BID, BID_LIMIT)),
        ("discard B", action(Kind.DISCARD, JOKER)),
    ],
)
def test_what_is_an_action(text: str, code: int) -> None:
    assert parse_action(text) == code


NO_ACTIONS = (
    *("", "Pass", "pass ", " pass", "bid", "bid -1", "bid 03", "bid +3", "bid 3\n", "bid \u0663", "name x"),
    *("name h  alone", "name alone", "play", "play 10h", "play jd", "play ?", "?", "order  alone", "take alone "),
    *("partner", "keep 9c", "play Jd\n"),
)
NO_MOVES = ("pass", "0  pass", "00 pass", "01 pass", "-1 pass", "\u0660 pass", "0\tpass", "0 pass\n", "0", "123 pass")


@pytest.mark.parametrize("text", NO_ACTIONS)
def test_what_is_no_action(text: str) -> None:
    assert parse_action(text) is None


@pytest.mark.parametrize("text", NO_MOVES)
def test_what_is_no_move(text: str) -> None:
    assert parse_move(text) is None


def test_every_text_of_the_grammar() -> None:
    alone = {f"name {trump} alone" for trump in "cdhsn"}
    plain = {"pass", "order", "take", "claim", "keep", "defend", "stay", "withdraw", "alone"}
    moved = {f"{kind} {card}" for kind in ("partner", "discard", "give", "swap", "play") for card in CARD_TEXT}
    expected = {
        *plain,
        *alone,
        *(text.removesuffix(" alone") for text in alone),
        *("order alone", "take alone"),
        *(f"bid {bid}" for bid in range(63)),
        *moved,
    }
    assert {text for text in ACTION_TEXT.values() if not text.endswith("?")} == expected


def test_a_move_is_a_seat_and_a_code() -> None:
    code = action(Kind.PLAY, 12)
    assert move(2, code) == 2 * 65536 + code
    assert move_text(move(2, code)) == "2 play Jd"
    assert move_text(move(0, action(Kind.ORDER_ALONE))) == "0 order alone"


def test_hidden_arguments_have_a_text_for_people() -> None:
    assert action_text(action(Kind.DISCARD, HIDDEN)) == "discard ?"
    assert action_text(action(Kind.ANSWER)) == "?"
    assert parse_move("12 play Jd") == (12, action(Kind.PLAY, 13 - 1))
