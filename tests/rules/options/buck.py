"""Options of the buck family (RULES 4, 6 and 9)."""

from dataclasses import replace

from tests.rules.options.effects import REFUSED, Effect, Value, claims, decks
from tests.rules.situations import (
    TWO_BOWERS,
    Situation,
    ending,
    known_answers,
    next_dealer,
    question,
    step,
    totals,
    winners,
    worth,
)

BUCKS = ("buck", "buck-three")
DIRTY = ("dirty-clubs", "dirty-clubs-three")
FAMILY = (*BUCKS, *DIRTY)

MAKING = {
    "buck": "order, discard Th",
    "buck-three": "order, discard Th",
    "dirty-clubs": "bid 3, 3 pass, name h, keep",
    "dirty-clubs-three": "bid 3, 2 pass, name h, keep",
}
"""Seat 0 makes hearts trump with three tricks as its aim; seat 1 is asked first for its answer."""

THREE_AND_TWO = "Jh Jd Ah 9c Tc, As Ks Qs Js Ts, Ac Kc Qc Jc Td, Ad Kd Qd 9d 9s"
"""Seat 0 takes three tricks when hearts are trump, seat 2 two."""

NO_TRUMP_ROUND_TWO: dict[Value, str] = {
    "off": "0: name c d s, pass",
    "round_two": "0: name c d s n, pass",
    "any_round": "0: name c d s n, pass",
}


def others(preset: str) -> int:
    """How many seats are asked to stay or withdraw."""
    return 2 if preset.endswith("-three") else 3


def seats(preset: str, first: object, rest: object) -> str:
    """What seat 0 and what each other seat has."""
    return " ".join(map(str, [first, *[rest] * others(preset)]))


def of_preset(preset: str) -> tuple[Effect, ...]:
    """What every game of the family has, seat 0 being maker."""
    one, made, count = (preset,), MAKING[preset], others(preset)
    start = {"buck": 25, "dirty-clubs": 20}.get(preset, 15)
    sweep = Situation(actions=f"{made}, {count} stay", played_out=True)
    deserted = Situation(actions=f"{made}, {count} withdraw")
    by_target = f"target: 0, value 1, carried {seats(preset, 0, 0)}"
    no_sweep = {"sweep_wins": False, "withdraw_floor": 0}
    low = (1000, 5, 6, 1000)[: count + 1]
    tie = Situation(THREE_AND_TWO, actions=made, played_out=True, scores=(3, 9, 1, 9)[: count + 1])
    return (
        Effect(
            "penalty",
            one,
            sweep,
            worth,
            {5: f"MADE {seats(preset, -5, 5)}", 7: f"MADE {seats(preset, -5, 7)}", 0: f"MADE {seats(preset, -5, 0)}"},
        ),
        Effect(
            "sweep_wins",
            one,
            sweep,
            ending,
            {True: f"sweep: 0, value 1, carried {seats(preset, 0, 0)}", False: "goes on"},
        ),
        Effect("sweep_wins", one, deserted, worth, dict.fromkeys((True, False), f"UNCONTESTED {seats(preset, -5, 0)}")),
        Effect(
            "sweep_wins",
            one,
            deserted,
            ending,
            {True: f"sweep: 0, value 1, carried {seats(preset, 0, 0)}", False: "goes on"},
        ),
        Effect(
            "uncontested",
            one,
            deserted,
            ending,
            {
                "instant_win": f"sweep: 0, value 1, carried {seats(preset, 0, 0)}",
                "five_tricks": "goes on",
                "last_must_stay": "ACTION_NOT_ALLOWED_NOW",
            },
        ),
        Effect(
            "uncontested",
            one,
            Situation(actions=f"{made}, {count - 1} withdraw"),
            step,
            {"instant_win": f"{count} stay", "five_tricks": f"{count} stay", "last_must_stay": "0 play"},
        ),
        Effect(
            "uncontested",
            one,
            Situation(),
            step,
            {"instant_win": step_of_bidding(preset), "last_must_stay": REFUSED},
            {"withdraw": "secret"},
        ),
        Effect(
            "withdraw",
            one,
            Situation(actions=f"{made}, withdraw"),
            known_answers,
            {
                "public": "withdrew 1, stayed ",
                "secret": "withdrew , stayed ",
                "off": "ACTION_NOT_ALLOWED_NOW",
            },
        ),
        Effect(
            "withdraw",
            one,
            Situation(actions=made),
            step,
            {"public": "1 stay", "secret": "1 stay", "off": "0 play"},
        ),
        Effect(
            "withdraw_floor",
            one,
            Situation(actions=made, scores=low),
            step,
            {0: "1 stay", 4: "1 stay", 5: "2 stay", 6: "3 stay" if count == 3 else "0 play", 1000: "0 play"},
        ),
        Effect(
            "clubs_auto",
            one,
            Situation(turned="9c"),
            step,
            {True: "0 play", False: step_of_bidding(preset)},
        ),
        Effect(
            "start_score",
            one,
            sweep,
            totals,
            {start: seats(preset, start - 5, start + 5), 1: seats(preset, -4, 6), 0: REFUSED},
            {"sweep_wins": False, "withdraw_floor": 0},
        ),
        Effect(
            "target_score",
            one,
            sweep,
            ending,
            {0: "goes on", start - 6: "goes on", start - 5: by_target, start: REFUSED},
            no_sweep,
        ),
        Effect(
            "max_deals",
            one,
            sweep,
            ending,
            {0: "goes on", 1: f"max_deals: 0, value 1, carried {seats(preset, 0, 0)}", 2: "goes on"},
            no_sweep,
        ),
        Effect(
            "tie_break",
            one,
            tie,
            winners,
            {"joint": "0 2", "best_joint": "2", "best_then_maker": "2", "maker_first": "0"},
            {"withdraw": "off"},
        ),
        Effect(
            "tie_break",
            one,
            replace(tie, scores=(3, 9, 2, 9)[: count + 1]),
            winners,
            {"joint": "0 2", "best_joint": "0 2", "best_then_maker": "0", "maker_first": "0"},
            {"withdraw": "off"},
        ),
    )


def step_of_bidding(preset: str) -> str:
    """The first step of a deal without claims and forced clubs."""
    return "0 bid" if preset.startswith("dirty") else "0 order"


ORDERING_UP = (
    *(
        Effect(
            "all_pass",
            (preset,),
            Situation(actions=f"{2 * others(preset) + 2} pass"),
            next_dealer,
            {"no_trump": "0 play", "redeal": "THROWN_IN, the next deals", "stick_dealer": "MUST_NAME_TRUMP"},
        )
        for preset in BUCKS
    ),
    Effect(
        "may_discard_turn_up",
        ("buck",),
        Situation(actions="order"),
        question,
        {True: "3: discard 9d Td Qd Kd Ad Th", False: "3: discard 9d Td Qd Kd Ad"},
    ),
    Effect(
        "may_discard_turn_up",
        ("buck-three",),
        Situation(actions="order"),
        question,
        {True: "2: discard Tc Jc Qc Kc Ac Th", False: "2: discard Tc Jc Qc Kc Ac"},
    ),
    Effect(
        "no_trump_call",
        BUCKS,
        Situation(),
        question,
        {"off": "0: order, pass", "round_two": "0: order, pass", "any_round": "0: name n, order, pass"},
    ),
    Effect("no_trump_call", ("buck",), Situation(actions="4 pass"), question, NO_TRUMP_ROUND_TWO),
    Effect("no_trump_call", ("buck-three",), Situation(actions="3 pass"), question, NO_TRUMP_ROUND_TWO),
    *claims(BUCKS, "order, pass"),
)

DIRTY_CLUBS = (
    *(
        Effect(
            "all_pass",
            (preset,),
            Situation(actions=f"{others(preset) + 1} pass"),
            next_dealer,
            {"no_trump": "0 play", "redeal": "THROWN_IN, the next deals"},
        )
        for preset in DIRTY
    ),
    *(
        Effect(
            "auction_trump",
            (preset,),
            Situation(actions=f"bid 2, {others(preset)} pass"),
            question,
            {"named": "0: name c d h s", "turned": "0: keep, swap Jd Jh Qh Kh Ah"},
        )
        for preset in DIRTY
    ),
    *(
        Effect(
            "bid_required",
            (preset,),
            Situation(TWO_BOWERS, actions=f"bid 2, {others(preset)} pass, name h, keep", played_out=True),
            worth,
            {"bid": f"MADE -2 {rest}", "at_least_three": f"EUCHRED 5 {rest}"},
            {"withdraw": "off"},
        )
        for preset, rest in (("dirty-clubs", "-1 -2 5"), ("dirty-clubs-three", "-1 -2"))
    ),
    Effect(
        "min_bid",
        DIRTY,
        Situation(),
        question,
        {1: "0: bid 1 2 3 4 5, pass", 2: "0: bid 2 3 4 5, pass", 5: "0: bid 5, pass"},
    ),
    Effect(
        "min_bid",
        DIRTY,
        Situation(actions="bid 1"),
        question,
        {1: "1: bid 2 3 4 5, pass", 2: "BID_TOO_LOW"},
    ),
    *claims(DIRTY, "bid 1 2 3 4 5, pass"),
)

EFFECTS = (
    *(effect for preset in FAMILY for effect in of_preset(preset)),
    *decks(*FAMILY, of_tens=REFUSED),
    *ORDERING_UP,
    *DIRTY_CLUBS,
)
