"""The search agrees with trying everything through the engine."""

import pytest

from euchre_referee.bots import make_bot
from euchre_referee.bots.montecarlo.contest import Contest, Contests, hands_of, holder_of, trick_of
from euchre_referee.bots.montecarlo.layout import layout
from euchre_referee.bots.montecarlo.playouts import choose, searched, worth_from
from euchre_referee.bots.montecarlo.worth import worth_of_completed
from euchre_referee.rules.cards import CARD_COUNT, EFFECTIVE_SUIT, JOKER, NO_TRUMP, STRENGTH, mask_of
from euchre_referee.rules.engine import apply
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.presets import PRESETS
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.state import State
from tests.bots.tables import positions, rule_set

TRUMPS = range(5)


def held(state: State) -> tuple[int, ...]:
    return tuple(hand & state.unplayed for hand in state.hands)


def contest_of(state: State, viewer: int) -> Contest:
    return Contests(viewer).of(state, holder_of(state.called, state.hands))


def endgames(preset: str, cards: int, deals: int) -> list[State]:
    """From each deal the first position of its play with so few cards in the hands that play."""
    rules = rule_set(preset, {"sweep_wins": False} if "sweep_wins" in PRESETS[preset].options else {})
    bots = [make_bot("random", seat) for seat in range(rules.players)]
    found: dict[int, State] = {}
    for state in positions(rules, bots, preset, deals):
        if state.phase is Phase.PLAY and sum(hands_of(contest_of(state, 0), held(state))).bit_count() <= cards:
            found.setdefault(state.deal_number, state)
    return list(found.values())


def tried(state: State, contest: Contest) -> tuple[float, ...]:
    """By trying every legal card: what each seat gets if each side, or each player, takes what is best for it.

    Cards are tried in the order of the search, so that equals are decided alike.
    """
    if state.to_act < 0:
        return worth_of_completed(state)
    seat, table = state.to_act, contest.layout
    order = sorted(state.legal, key=lambda code: _place(contest, table.bits[code & 63]))
    best: tuple[float, ...] = ()
    for code in order:
        after = apply(state, seat, code)
        assert not isinstance(after, Refusal)
        found = tried(after, contest)
        if not best or _gain(contest, seat, found) > _gain(contest, seat, best):
            best = found
    return best


def _place(contest: Contest, bit: int) -> tuple[int, int]:
    return contest.layout.suits.index(contest.layout.suit_of[bit]), -bit


def _gain(contest: Contest, seat: int, worth: tuple[float, ...]) -> float:
    if contest.sides is None:
        return worth[seat]
    return worth[contest.viewer] if contest.friends[contest.viewer] >> seat & 1 else -worth[contest.viewer]


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_search_finds_what_trying_everything_finds(preset: str) -> None:
    states = endgames(preset, 8, deals=20)
    assert states
    for state in states:
        for viewer in range(state.rules.players):
            contest = contest_of(state, viewer)
            hands = hands_of(contest, held(state))
            found = worth_from(contest, trick_of(contest, state), hands, list(state.tricks), exact=8)
            assert found == tried(state, contest)[viewer]


def test_a_search_may_be_asked_again_and_leaves_the_hands_alone() -> None:
    for state in (*endgames("buck", 8, deals=6), *endgames("euchre", 12, deals=6)):
        contest = contest_of(state, state.to_act)
        hands = hands_of(contest, held(state))
        search = searched(contest, hands)
        found = search(trick_of(contest, state), state.tricks)
        assert found == search(trick_of(contest, state), state.tricks)
        assert hands == hands_of(contest, held(state))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_policy_plays_legal_cards(preset: str) -> None:
    for state in positions(rule_set(preset), [make_bot("careful", 0)] * 5, preset, deals=5):
        if state.phase is Phase.PLAY:
            contest = contest_of(state, state.to_act)
            bit = choose(contest, trick_of(contest, state), hands_of(contest, held(state)))
            assert contest.layout.cards[bit] in {code & 63 for code in state.legal}


@pytest.mark.parametrize("trump", TRUMPS)
def test_in_the_layout_the_higher_card_wins(trump: int) -> None:
    table = layout(trump)
    cards = range(JOKER if trump == NO_TRUMP else CARD_COUNT)
    for led in cards:
        suit = EFFECTIVE_SUIT[trump][led]
        for card in cards:
            wins = STRENGTH[trump][suit][card] > STRENGTH[trump][suit][led]
            can_win = table.bits[card] & (table.suit_of[table.bits[led]] | table.trumps)
            assert wins == bool(can_win and table.bits[card] > table.bits[led])


def test_hands_are_translated_card_by_card() -> None:
    table = layout(2)
    for cards in ([], [0], [32], [7, 11, 22, 31], list(range(33))):
        assert table.of_hand(mask_of(cards)) == sum(table.bits[card] for card in cards)
