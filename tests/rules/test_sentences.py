"""What people read where something is refused: the sentence, and where the rule stands."""

import pytest

from euchre_referee.rules.actions import HIDDEN, Kind, action
from euchre_referee.rules.engine import apply, between_deals, deal, new_game
from euchre_referee.rules.judge import malformed
from euchre_referee.rules.refusals import Reason, Refusal
from euchre_referee.rules.ruleset import RuleSetProblem, RuleSetProblems, parse_ruleset
from euchre_referee.rules.state import Deal, State
from tests.rules.games import rules_of
from tests.rules.options.singles import FIVE_HANDS
from tests.rules.positions import code_of
from tests.rules.situations import Situation, dealt, stands

STEPS: dict[str, tuple[str, Situation, dict[str, object]]] = {
    "euchre: order": ("euchre", Situation(), {}),
    "euchre: name": ("euchre", Situation(actions="4 pass"), {}),
    "euchre: stuck": ("euchre", Situation(actions="7 pass"), {"all_pass": "stick_dealer"}),
    "euchre: partner": ("euchre", Situation(actions="pass"), {"partner_order_must_be_alone": True}),
    "euchre: pick_up": ("euchre", Situation(actions="order"), {"may_discard_turn_up": False}),
    "euchre: exchange": ("euchre", Situation(actions="4 pass, name s alone"), {"call_for_best": "turn_up"}),
    "euchre: best": ("euchre", Situation(actions="4 pass, name s alone"), {"call_for_best": "partner"}),
    "euchre: give": ("euchre", Situation(actions="4 pass, name s alone, discard Jd"), {"call_for_best": "partner"}),
    "euchre: defend": ("euchre", Situation(actions="4 pass, name s alone"), {"defend_alone": True}),
    "euchre: claim": ("euchre", Situation(), {"misdeal_claims": ["no_face"]}),
    "euchre: joker": ("euchre-benny", Situation(turned="B"), {}),
    "euchre: play": ("euchre", Situation(actions="order, discard 9d, play Jh, play Ts, play Tc"), {}),
    "dirty: bid": ("dirty-clubs", Situation(), {"min_bid": 2}),
    "dirty: higher": ("dirty-clubs", Situation(actions="bid 3"), {}),
    "dirty: trump": ("dirty-clubs", Situation(actions="bid 3, 3 pass"), {}),
    "dirty: exchange": ("dirty-clubs", Situation(actions="bid 3, 3 pass, name h"), {}),
    "dirty: stay": ("dirty-clubs", Situation(actions="bid 3, 3 pass, name h, keep"), {}),
    "auction: bid": ("euchre-auction", Situation(FIVE_HANDS), {}),
    "auction: trump": ("euchre-auction", Situation(FIVE_HANDS, actions="bid 3, 4 pass"), {}),
    "auction: partner": ("euchre-auction", Situation(FIVE_HANDS, actions="bid 3, 4 pass, name h"), {}),
    "belote: order": ("american-belote-two", Situation(), {}),
    "belote: name": ("american-belote-two", Situation(actions="2 pass"), {}),
    "belote: exchange": ("american-belote-two", Situation(actions="order"), {}),
    "belote4: order": ("american-belote-four", Situation(), {}),
    "belote4: name": ("american-belote-four", Situation(actions="4 pass"), {}),
    "belote: joker": ("american-belote-two", Situation(turned="B"), {"joker": True}),
}

NOT_OFFERED = "{}: the step is {}, which does not offer this."
NOT_HELD = "{}: this seat does not hold the card."
NO_CLAIM = "claim: no claim may be made with this hand and at this step."
NO_SUIT = "{}: this suit may not be named here."
MUST_NAME = "pass: this seat must name a suit."
NO_CALL = "{}: this card may not be called."

SENTENCES = [
    ("euchre: order", "take", "4", NOT_OFFERED.format("take", "order")),
    ("euchre: order", "claim", "4", NO_CLAIM),
    ("euchre: name", "order", "4", NOT_OFFERED.format("order", "name")),
    ("euchre: name", "name h", "4", NO_SUIT.format("name h")),
    ("euchre: name", "name h alone", "4", NO_SUIT.format("name h alone")),
    ("euchre: stuck", "pass", "4", MUST_NAME),
    ("euchre: partner", "order", "4", "order: the dealer's partner may only order alone."),
    ("euchre: pick_up", "discard Th", "4", "discard Th: the card just taken may not be discarded."),
    ("euchre: pick_up", "discard As", "4", NOT_HELD.format("discard As")),
    ("euchre: exchange", "swap As", "5", NOT_HELD.format("swap As")),
    ("euchre: best", "discard As", "5", NOT_HELD.format("discard As")),
    ("euchre: give", "give As", "5", NOT_HELD.format("give As")),
    ("euchre: give", "keep", "5", NOT_OFFERED.format("keep", "give")),
    ("euchre: defend", "stay", "5", NOT_OFFERED.format("stay", "defend")),
    ("euchre: claim", "claim", "4", NO_CLAIM),
    ("euchre: claim", "bid 9", "4", NOT_OFFERED.format("bid 9", "claim")),
    ("euchre: joker", "pass", "4", MUST_NAME),
    ("euchre: joker", "name n", "4", NO_SUIT.format("name n")),
    ("euchre: play", "play Jh", "9", NOT_HELD.format("play Jh")),
    ("euchre: play", "play Ad", "9", "play Ad: this seat holds the suit led and must follow it."),
    ("dirty: bid", "bid 6", "6", "bid 6: bids go from 1 to 5."),
    ("dirty: bid", "bid 0", "6", "bid 0: bids go from 1 to 5."),
    ("dirty: bid", "bid 1", "6", "bid 1: the lowest bid is 2."),
    ("dirty: higher", "bid 3", "6", "bid 3: the bid must be above 3."),
    ("dirty: higher", "order", "6", NOT_OFFERED.format("order", "bid")),
    ("dirty: trump", "pass", "6", MUST_NAME),
    ("dirty: exchange", "swap As", "6", NOT_HELD.format("swap As")),
    ("dirty: stay", "pass", "6", NOT_OFFERED.format("pass", "stay")),
    ("auction: bid", "bid 1", "7", "bid 1: the lowest bid is 2."),
    ("auction: trump", "name n", "7", NO_SUIT.format("name n")),
    ("auction: partner", "partner Ah", "7", NO_CALL.format("partner Ah")),
    ("belote: order", "take", "8", NOT_OFFERED.format("take", "order")),
    ("belote: name", "name s", "8", NOT_OFFERED.format("name s", "name")),
    ("belote: exchange", "swap 9c", "8", NOT_HELD.format("swap 9c")),
    ("belote4: order", "order", "8", NOT_OFFERED.format("order", "order")),
    ("belote4: name", "name h", "8", NO_SUIT.format("name h")),
    ("belote: joker", "pass", "4", MUST_NAME),
]


def at(name: str) -> State:
    preset, situation, options = STEPS[name]
    return stands(rules_of(preset, **options), situation)


@pytest.mark.parametrize(("name", "tried", "section", "sentence"), SENTENCES)
def test_a_refused_action(name: str, tried: str, section: str, sentence: str) -> None:
    state = at(name)
    refused = apply(state, state.to_act, code_of(tried))
    assert isinstance(refused, Refusal)
    assert (refused.section, refused.detail) == (f"RULES {section}", sentence)


@pytest.mark.parametrize(
    ("seat", "code", "reason", "section", "sentence"),
    [
        (1, 0, Reason.NOT_YOUR_TURN, "RULES 3", "Seat 0 is to act, not seat 1."),
        (4, 0, Reason.MALFORMED_ACTION, "RECORD", "There is no seat 4."),
        (-1, 0, Reason.MALFORMED_ACTION, "RECORD", "There is no seat -1."),
        (0, 1, Reason.MALFORMED_ACTION, "RECORD", "1 is no action's code."),
        (1, 1, Reason.MALFORMED_ACTION, "RECORD", "1 is no action's code."),
        (0, action(Kind.ANSWER), Reason.MALFORMED_ACTION, "RECORD", "1216 is no action's code."),
        (0, action(Kind.PLAY, HIDDEN), Reason.MALFORMED_ACTION, "RECORD", "1215 is no action's code."),
        (0, -5, Reason.MALFORMED_ACTION, "RECORD", "-5 is no action's code."),
        (0, 70_000, Reason.MALFORMED_ACTION, "RECORD", "70000 is no action's code."),
    ],
)
def test_what_is_wrong_before_the_step_is_looked_at(
    seat: int, code: int, reason: Reason, section: str, sentence: str
) -> None:
    assert apply(at("euchre: order"), seat, code) == Refusal(reason, section, sentence)


@pytest.mark.parametrize("seat", [-1, 0, 9])
@pytest.mark.parametrize("code", [0, 1])
def test_nobody_acts_after_the_deal(seat: int, code: int) -> None:
    over = stands(rules_of("euchre"), Situation(actions="8 pass"))
    assert apply(over, seat, code) == Refusal(Reason.DEAL_OVER, "RULES 3", "The deal is over; nobody is to act.")


def test_what_is_no_action_is_shown_shortened() -> None:
    refused = malformed("x" * 70)
    assert refused == Refusal(
        Reason.MALFORMED_ACTION, "RECORD", f"'{'x' * 60}' is not an action; see the table of actions."
    )


GOOD = dealt(rules_of("euchre"), Situation())
FIRST, *OTHERS = GOOD.hands


@pytest.mark.parametrize(
    ("wrong", "reason", "section", "sentence"),
    [
        (GOOD._replace(hands=GOOD.hands[:3]), Reason.WRONG_HAND_SIZE, "2", "4 hands of 5 cards are needed."),
        (
            GOOD._replace(talon=(-1, *GOOD.talon[1:])),
            Reason.CARD_NOT_IN_DECK,
            "2",
            "A card is unreadable or not in this deck.",
        ),
        (
            GOOD._replace(hands=((FIRST[1], *FIRST[1:]), *OTHERS)),
            Reason.DUPLICATE_CARD,
            "2",
            "A card is there twice.",
        ),
        (
            GOOD._replace(talon=GOOD.talon[1:]),
            Reason.WRONG_TALON_SIZE,
            "3",
            "The talon must hold the other 4 cards of the deck.",
        ),
        (GOOD._replace(dealer=4), Reason.WRONG_DEALER, "3", "The dealer must be a seat from 0 to 3."),
        (GOOD._replace(dealer=-1), Reason.WRONG_DEALER, "3", "The dealer must be a seat from 0 to 3."),
    ],
)
def test_a_refused_deal(wrong: Deal, reason: Reason, section: str, sentence: str) -> None:
    assert deal(new_game(rules_of("euchre")), wrong) == Refusal(reason, f"RULES {section}", sentence)


def test_a_dead_hand_is_among_the_hands() -> None:
    rules = rules_of("buck-three")
    wrong = dealt(rules, Situation())._replace(hands=GOOD.hands[:3])
    assert deal(new_game(rules), wrong) == Refusal(Reason.WRONG_HAND_SIZE, "RULES 2", "4 hands of 5 cards are needed.")


def test_a_deal_at_the_wrong_time() -> None:
    running = stands(rules_of("euchre"), Situation(actions="pass"))
    assert deal(running, GOOD) == Refusal(Reason.DEAL_UNFINISHED, "RULES 3", "Seat 1 is still to act in this deal.")
    next_is_0 = stands(rules_of("euchre"), Situation(actions="8 pass"))
    assert deal(next_is_0, GOOD) == Refusal(Reason.WRONG_DEALER, "RULES 3", "Seat 0 deals next.")
    march = Situation(actions="order, discard 9d", played_out=True, scores=(8, 0, 8, 0))
    over = stands(rules_of("euchre"), march)
    by_0 = GOOD._replace(dealer=0)
    assert deal(next_is_0, GOOD._replace(dealer=1)) == Refusal(Reason.WRONG_DEALER, "RULES 3", "Seat 0 deals next.")
    assert isinstance(deal(next_is_0, by_0), State)
    next_is_1 = between_deals(rules_of("euchre"), (0, 0, 0, 0), 1, 0, 0)
    assert deal(next_is_1, by_0) == Refusal(Reason.WRONG_DEALER, "RULES 3", "Seat 1 deals next.")
    assert deal(over, GOOD) == Refusal(Reason.GAME_OVER, "RULES 9", "The game is over; no deal follows.")


@pytest.mark.parametrize(
    ("preset", "options", "option", "problem", "allowed"),
    [
        ("euchre", {"alone": 1}, "alone", "the value is not allowed", "one of false, true"),
        ("euchre", {"min_rank": 6}, "min_rank", "the value is not allowed", "one of 7, 8, 9, 10"),
        ("euchre", {"all_pass": "x"}, "all_pass", "the value is not allowed", "one of redeal, stick_dealer"),
        ("euchre", {"max_deals": -1}, "max_deals", "the value is not allowed", "a whole number from 0 to 1000"),
        (
            "euchre",
            {"misdeal_claims": "x"},
            "misdeal_claims",
            "the value is not allowed",
            "a list without repeats of ace_no_face, farmers_hand, no_face",
        ),
        ("euchre", {"start_score": 10}, "start_score", "euchre counts up", "start_score below target_score 10"),
        ("buck", {"start_score": 0}, "start_score", "buck counts down", "start_score above target_score 0"),
        ("euchre", {"min_rank": 10}, "min_rank", "the deck has 20 cards", "a deck of at least 21 cards"),
        ("euchre-auction", {"joker": False}, "min_rank", "the deck has 24 cards", "a deck of at least 25 cards"),
        ("buck-three", {"min_rank": 10}, "min_rank", "the deck has 20 cards", "a deck of at least 21 cards"),
        (
            "euchre",
            {"joker": True, "no_trump_call": "round_two"},
            "no_trump_call",
            "there is no joker without trump",
            "off, or joker false",
        ),
        (
            "euchre",
            {"alone": False, "defend_alone": True},
            "defend_alone",
            "nobody may play alone",
            "false, or alone true",
        ),
        (
            "euchre",
            {"alone": False, "call_for_best": "turn_up"},
            "call_for_best",
            "nobody may play alone",
            "off, or alone true",
        ),
        (
            "euchre",
            {"alone": False, "partner_order_must_be_alone": True},
            "partner_order_must_be_alone",
            "nobody may play alone",
            "false, or alone true",
        ),
        (
            "buck",
            {"withdraw": "secret", "uncontested": "last_must_stay"},
            "uncontested",
            "being asked would tell what is secret",
            "another value, or withdraw public or off",
        ),
        ("euchre", 5, "options", "the options must be an object", "an object of options by name"),
    ],
)
def test_a_refused_rule_set(preset: str, options: object, option: str, problem: str, allowed: str) -> None:
    assert parse_ruleset(preset, options) == RuleSetProblems((RuleSetProblem(option, problem, allowed),))


def problem_of(preset: object, options: object) -> RuleSetProblem:
    parsed = parse_ruleset(preset, options)
    assert isinstance(parsed, RuleSetProblems)
    (problem,) = parsed.problems
    return problem


def test_an_unknown_preset_and_an_unknown_option_are_shown_shortened_with_what_there_is() -> None:
    named = "one of euchre, euchre-benny, euchre-railroad, euchre-two-handed, "
    unknown = problem_of("p" * 70, {})
    assert (unknown.option, unknown.problem) == ("preset", f"no such preset: {'p' * 60}")
    assert unknown.allowed.startswith(named)
    assert problem_of(7, {}).problem == "the preset must be a text"
    option = problem_of("euchre-auction", {"o" * 70: 1})
    assert (option.option, option.problem) == ("o" * 60, "euchre-auction has no such option")
    assert option.allowed == (
        "alone_lead, bid_scores, called_card, joker, max_deals, min_bid, min_rank, start_score, target_score, tie_break"
    )
