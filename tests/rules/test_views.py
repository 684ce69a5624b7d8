"""What each seat and a spectator see, field by field."""

from typing import Any

import pytest

from euchre_referee.rules.actions import ANSWER, HIDDEN, Kind, action, move
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.result import EndedBy, Outcome
from euchre_referee.rules.state import State
from euchre_referee.rules.views import view
from tests.rules.games import rules_of
from tests.rules.options.singles import FIVE_HANDS
from tests.rules.positions import cards, code_of
from tests.rules.situations import Situation, stands

HEARTS, SPADES = 2, 3
NOBODY_YET: dict[str, Any] = {
    "turned_down": False,
    "proposed": HEARTS,
    "trump": None,
    "maker": None,
    "alone": False,
    "lone_defender": None,
    "sits_out": (),
    "best_bid": None,
    "called": None,
    "partner": None,
    "withdrew": (),
    "stayed": (),
    "leader": None,
    "trick": (),
    "tricks": (0, 0, 0, 0),
    "finished": False,
    "winners": (),
    "result": None,
}


def seen(state: State, viewer: int | None) -> dict[str, Any]:
    """A view by field, without its rules, which are the state's."""
    fields = view(state, viewer)._asdict()
    assert fields.pop("rules") is state.rules
    assert fields.pop("viewer") == viewer
    return fields


def moves(*texts: str) -> tuple[int, ...]:
    """Moves as records write them; ``?`` stands for what is hidden."""
    found = []
    for text in texts:
        seat, _, rest = text.partition(" ")
        if rest == "?":
            code = ANSWER
        elif rest.endswith(" ?"):
            code = action(Kind[rest.removesuffix(" ?").upper()], HIDDEN)
        else:
            code = code_of(rest)
        found.append(move(int(seat), code))
    return tuple(found)


def legal(*texts: str) -> tuple[int, ...]:
    return tuple(map(code_of, texts))


def lone_call() -> State:
    """Seat 2 plays alone with a card of seat 0, seat 1 defends alone and has led."""
    actions = "2 pass, order alone, discard 9d, discard Tc, give Jd, pass, defend, play Ts"
    return stands(rules_of("euchre-railroad", joker=False), Situation(actions=actions, scores=(3, 4, 3, 4)))


PUBLIC: dict[str, Any] = {
    **NOBODY_YET,
    "deal_number": 1,
    "scored_deals": 0,
    "dealer": 3,
    "scores": (3, 4, 3, 4),
    "phase": Phase.PLAY,
    "to_act": 2,
    "hand_sizes": (4, 4, 5, 5),
    "turn_up": cards("Th")[0],
    "trump": HEARTS,
    "maker": 2,
    "alone": True,
    "lone_defender": 1,
    "sits_out": (0, 3),
    "leader": 1,
    "trick": ((1, cards("Ts")[0]),),
}

CALLS = ("0 pass", "1 pass", "2 order alone")
ANSWERS = ("3 pass", "1 defend", "1 play Ts")
NOTHING: dict[str, Any] = {"hand": (), "put_away": (), "received": (), "legal": ()}


@pytest.mark.parametrize(
    ("viewer", "own", "changed"),
    [
        (None, NOTHING, ("3 discard ?", "2 discard ?", "0 give ?")),
        (
            0,
            {"hand": cards("Jh Qh Kh Ah"), "put_away": cards("Jd"), "received": (), "legal": ()},
            ("3 discard ?", "2 discard ?", "0 give Jd"),
        ),
        (
            1,
            {"hand": cards("Js Qs Ks As"), "put_away": (), "received": (), "legal": ()},
            ("3 discard ?", "2 discard ?", "0 give ?"),
        ),
        (
            2,
            {
                "hand": cards("Jc Qc Kc Ac Jd"),
                "put_away": cards("Tc"),
                "received": cards("Jd"),
                "legal": legal("play Jc", "play Qc", "play Kc", "play Ac", "play Jd"),
            },
            ("3 discard ?", "2 discard Tc", "0 give Jd"),
        ),
        (
            3,
            {"hand": cards("Td Qd Kd Ad Th"), "put_away": cards("9d"), "received": cards("Th"), "legal": ()},
            ("3 discard 9d", "2 discard ?", "0 give ?"),
        ),
    ],
)
def test_a_lone_hand_with_a_lone_defender(viewer: int | None, own: dict[str, Any], changed: tuple[str, ...]) -> None:
    assert seen(lone_call(), viewer) == {**PUBLIC, **own, "moves": moves(*CALLS, *changed, *ANSWERS)}


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_a_card_given_is_seen_by_giver_and_taker(viewer: int | None) -> None:
    state = stands(
        rules_of("euchre", call_for_best="partner"), Situation(actions="4 pass, name s alone, discard Jd, give Jc")
    )
    found = view(state, viewer).moves[-2:]
    discarded = "0 discard Jd" if viewer == 0 else "0 discard ?"
    assert found == moves(discarded, "2 give Jc" if viewer in (0, 2) else "2 give ?")


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_only_the_taker_sees_what_was_swapped(viewer: int | None) -> None:
    state = stands(rules_of("american-belote-four"), Situation(actions="pass, take, swap Ts"))
    swapped = "1 swap Ts" if viewer == 1 else "1 swap ?"
    assert view(state, viewer).moves == moves("0 pass", "1 take", swapped)


@pytest.mark.parametrize(
    ("viewer", "shown", "withdrew", "stayed"),
    [
        (None, ("1 ?", "2 ?"), (), ()),
        (0, ("1 ?", "2 ?"), (), ()),
        (1, ("1 withdraw", "2 ?"), (1,), ()),
        (2, ("1 ?", "2 stay"), (), (2,)),
        (3, ("1 ?", "2 ?"), (), ()),
    ],
)
def test_secret_answers_before_the_last(
    viewer: int | None, shown: tuple[str, ...], withdrew: tuple[int, ...], stayed: tuple[int, ...]
) -> None:
    state = stands(rules_of("buck", withdraw="secret"), Situation(actions="order, discard Th, withdraw, stay"))
    found = view(state, viewer)
    discard = "3 discard Th" if viewer == 3 else "3 discard ?"
    assert found.moves == moves("0 order", discard, *shown)
    assert (found.withdrew, found.stayed) == (withdrew, stayed)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_secret_answers_after_the_last(viewer: int | None) -> None:
    rules = rules_of("buck", withdraw="secret")
    state = stands(rules, Situation(actions="order, discard Th, withdraw, stay, withdraw"))
    found = view(state, viewer)
    assert found.moves[2:] == moves("1 withdraw", "2 stay", "3 withdraw")
    assert (found.withdrew, found.stayed) == ((1, 3), (2,))


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_public_answers_are_known_at_once(viewer: int | None) -> None:
    found = view(stands(rules_of("buck"), Situation(actions="order, discard Th, withdraw, stay")), viewer)
    assert found.moves[2:] == moves("1 withdraw", "2 stay")
    assert (found.withdrew, found.stayed) == ((1,), (2,))


def test_the_dealer_of_a_turned_joker_sees_the_hand_only_after_naming() -> None:
    rules = rules_of("euchre-benny")
    before = stands(rules, Situation(turned="B"))
    assert view(before, 3).hand == ()
    assert view(before, 3).hand_sizes == (5, 5, 5, 5)
    assert view(before, 0).hand == cards("Jd Jh Qh Kh Ah")
    assert view(before, None).hand == ()
    assert view(before, 3).proposed is None
    after = stands(rules, Situation(turned="B", actions="name h"))
    assert view(after, 3).hand == cards("9d Td Qd Kd Ad B")
    assert view(after, 3).received == cards("B")
    assert (before.withheld, after.withheld) == (True, False)


def test_a_dealer_who_only_proposes_sees_the_hand() -> None:
    state = stands(rules_of("euchre-benny", joker_turned="dealer_proposes"), Situation(turned="B"))
    assert view(state, 3).hand == cards("9d Td Qd Kd Ad")


def test_a_hand_withheld_is_seen_once_a_claim_has_ended_the_deal() -> None:
    rules = rules_of("euchre-benny", misdeal_claims=["farmers_hand"])
    hands = "9c Tc 9d Td 9s, Ah As 9h Th Ts, Jh Jd Kh Qh Ad, Ac Kc Qc Jc Js"
    state = stands(rules, Situation(hands, turned="B", actions="name h, claim"))
    assert view(state, 3).hand == cards("Jc Qc Kc Ac Js")


def test_a_lone_dealer_puts_away_and_receives_twice() -> None:
    actions = "3 pass, order alone, discard 9d, discard Td, give As"
    found = view(stands(rules_of("euchre", call_for_best="partner"), Situation(actions=actions)), 3)
    assert found.put_away == cards("9d Td")
    assert found.received == cards("Th As")
    assert found.hand == cards("Qd Kd Ad Th As")


def test_a_turn_up_passed_over() -> None:
    found = view(stands(rules_of("euchre"), Situation(actions="4 pass")), 0)
    assert found.turned_down
    assert found.phase is Phase.NAME
    assert found.turn_up == cards("Th")[0]


def test_an_auction_with_a_called_partner() -> None:
    actions = "bid 2, bid 3, 3 pass"
    best = view(stands(rules_of("euchre-auction"), Situation(FIVE_HANDS, actions="bid 2, bid 3")), None)
    assert (best.best_bid, best.maker) == ((1, 3), 1)
    called = stands(rules_of("euchre-auction"), Situation(FIVE_HANDS, actions=f"{actions}, name s, partner Ac"))
    assert (view(called, 2).called, view(called, 2).partner) == (cards("Ac")[0], None)
    played = stands(
        rules_of("euchre-auction"),
        Situation(FIVE_HANDS, actions=f"{actions}, name s, partner Ac, play Jh, play Ts, play Ac"),
    )
    assert view(played, None).partner == 2


def test_a_game_that_is_over() -> None:
    situation = Situation(actions="order, discard Th", played_out=True, scores=(8, 0, 8, 0))
    state = stands(rules_of("euchre"), situation)
    found = seen(state, 0)
    result = found["result"]
    assert result is not None
    assert (result.outcome, result.points) == (Outcome.MARCH, (2, 0, 2, 0))
    assert state.ended_by is EndedBy.TARGET
    assert found["finished"]
    assert found["winners"] == (0, 2)
    assert found["scores"] == (10, 0, 10, 0)
    assert found["scored_deals"] == 1
    assert found["phase"] is Phase.GAME_OVER
    assert found["to_act"] == -1
    assert found["dealer"] == 0
    assert found["tricks"] == (5, 0, 0, 0)
    assert found["hand_sizes"] == (0, 0, 0, 0)
    assert found["legal"] == ()
    assert len(found["moves"]) == 22
