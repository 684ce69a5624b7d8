"""One deal of cards, and positions in it."""

from euchre_referee.rules.actions import parse_action
from euchre_referee.rules.cards import parse_card
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import Deal, State
from tests.rules.games import done

HANDS = ("As Ks Qs Js Ts", "9s Ah Kh Jh Th", "9h Ad Kd Qd Jd", "Td 9d Ac Kc Qc")
QUEEN_TURNED = "Qh 9c Tc Jc"
CLUB_TURNED = "9c Qh Tc Jc"
DEALER = 3


def cards(text: str) -> tuple[int, ...]:
    """Cards as records write them."""
    found = [parse_card(word) for word in text.split()]
    return tuple(card for card in found if card is not None)


def begun(rules: RuleSet, talon: str = QUEEN_TURNED) -> State:
    """The deal of these hands by seat 3."""
    return done(deal(new_game(rules), Deal(DEALER, tuple(map(cards, HANDS)), cards(talon))))


def code_of(text: str) -> int:
    """The code of an action that is known to be one."""
    code = parse_action(text)
    assert code is not None
    return code


def after(rules: RuleSet, *texts: str) -> State:
    """The position after these actions, each by whoever is to act."""
    state = begun(rules)
    for text in texts:
        state = done(apply(state, state.to_act, code_of(text)))
    return state
