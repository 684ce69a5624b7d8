"""The line that a program reads: what docs/bots.md promises, and nothing that the seat may not know."""

import json
import re
from pathlib import Path
from typing import Any

from euchre_referee.cli.checking.positions import positions
from euchre_referee.cli.stdio.turn_line import FORM, Asking, Refused, turn_line
from euchre_referee.rules.cards import card_text
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.views import view
from tests.cli.stdio.scripts import EXAMPLES
from tests.cli.stdio.test_program import asking
from tests.rules.situations import Situation, stands
from tests.rules.test_hidden_cards import known_cards

HANDS = "Ah Kh 9c Ts Qd, Jh Jd 9h Th Qh, As Ks Qs Js 9s, Ad Kd Ac Kc Qc"
CARD = re.compile(r"(?<![A-Za-z0-9])([7-9TJQKA][cdhs]|B)(?![A-Za-z0-9])")
PAGE = Path(__file__).resolve().parents[3] / "docs" / "bots.md"


def read(asked: Asking) -> Any:
    """What a program reads."""
    return json.loads(turn_line(asked))


def test_the_example_of_the_page_is_a_turn() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)
    state = stands(asking().seen.rules, Situation(HANDS, "Td", "order, discard Qc, play Ah"))
    asked = Asking("7-abcdefghijklmnop", 9, view(state, state.to_act), 29_940, 0)
    assert json.loads(example) == read(asked)


def test_every_key_is_told_on_the_page() -> None:
    told = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| .*", PAGE.read_text(), re.MULTILINE))))
    refused = Refused("fly", "MALFORMED_ACTION", "no")
    turn = read(Asking("g", 1, asking().seen, None, 0, refused))
    assert {*turn, *turn["view"], *turn["refused"]} <= told


def test_it_is_one_line_with_the_legal_actions_first() -> None:
    line = turn_line(asking(1000))
    assert "\n" not in line
    assert line.startswith(f'{{"euchre":{FORM},"game":"g","version":6,"seat":0,"legal":["pass","order","order alone"]')
    assert "refused" not in read(asking())


def test_no_card_is_told_that_the_seat_does_not_know() -> None:
    for preset in PRESETS:
        for _, state in positions(preset):
            _, _, told = turn_line(Asking("g", 1, view(state, state.to_act))).partition('"view"')
            known = {*known_cards(state, state.to_act), *([] if state.called is None else [state.called])}
            assert set(CARD.findall(told)) <= set(map(card_text, known))


def test_the_examples_of_the_page_are_those_that_are_tested() -> None:
    page = PAGE.read_text()
    for name in ("first_legal.sh", "high_card.mjs"):
        assert (EXAMPLES / name).read_text() in page
