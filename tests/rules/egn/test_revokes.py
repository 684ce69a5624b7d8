"""Games in which seats do not always follow suit: every revoke is told, and none that was none."""

import random

from hypothesis import given

from euchre_referee.rules.adjudicate import adjudicate
from tests.rules.egn.played import Json
from tests.rules.games import seeds

DECK = [rank + suit for suit in "cdhs" for rank in "9TJQKA"]
SAME_COLOUR = {"c": "s", "s": "c", "d": "h", "h": "d"}


def suit_of(card: str, trump: str) -> str:
    """The suit a card belongs to, worked out apart from the service's code."""
    return trump if card == "J" + SAME_COLOUR[trump] else card[1]


def beats(card: str, other: str, trump: str) -> bool:
    """Whether a card takes a trick from the one that is winning it."""
    if suit_of(card, trump) != suit_of(other, trump):
        return suit_of(card, trump) == trump
    return rank_of(card, trump) > rank_of(other, trump)


def rank_of(card: str, trump: str) -> int:
    """Higher is better, within one suit."""
    if suit_of(card, trump) == trump and card[0] == "J":
        return 100 + (card[1] == trump)
    return "9TJQKA".index(card[0])


def careless_deal(rng: random.Random, dealer: int) -> tuple[Json, list[tuple[int, int]]]:
    """A deal in the notation, played carelessly, and where (trick, seat) a seat did not follow though it could."""
    cards = rng.sample(DECK, len(DECK))
    hands = [cards[seat * 5 : seat * 5 + 5] for seat in range(4)]
    turned = cards[20]
    calls = ["Pass"] * rng.randrange(8)
    phase: Json = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": calls, "isAlone": rng.random() < 0.3}
    maker = (dealer + 1 + len(calls)) % 4
    if len(calls) < 4:
        calls.append("Order")
        trump = turned[1]
        gone = rng.choice([*hands[dealer], turned])
        hands[dealer] = [card for card in [*hands[dealer], turned] if card != gone]
        if rng.random() < 0.5:
            phase["discard"] = gone
    else:
        trump = rng.choice([suit for suit in "cdhs" if suit != turned[1]])
        calls.append(trump)
    out = (maker + 2) % 4 if phase["isAlone"] else None
    tricks, revokes = play_carelessly(rng, hands, trump, dealer, out)
    state = {"dealer": dealer, "upCard": turned}
    play = {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": tricks}
    return {"dealNumber": 0, "initialState": state, "phases": [phase, play]}, revokes


def play_carelessly(
    rng: random.Random, hands: list[list[str]], trump: str, dealer: int, out: int | None
) -> tuple[list[list[str]], list[tuple[int, int]]]:
    """Five tricks; one card in four is played without looking at what was led."""
    tricks: list[list[str]] = []
    revokes = []
    leader = next(seat for at in (1, 2) if (seat := (dealer + at) % 4) != out)
    for number in range(5):
        trick: list[tuple[int, str]] = []
        for at in range(4):
            seat = (leader + at) % 4
            if seat == out:
                continue
            led = suit_of(trick[0][1], trump) if trick else None
            follows = [card for card in hands[seat] if suit_of(card, trump) == led]
            card = rng.choice(hands[seat] if rng.random() < 0.25 or not follows else follows)
            if follows and card not in follows:
                revokes.append((number, seat))
            hands[seat].remove(card)
            trick.append((seat, card))
        leader, best = trick[0]
        for seat, card in trick:
            if beats(card, best, trump):
                leader, best = seat, card
        tricks.append([card for _, card in trick])
    return tricks, revokes


@given(seed=seeds)
def test_every_revoke_is_told_and_no_other(seed: int) -> None:
    rng = random.Random(seed)
    dealer = rng.randrange(4)
    deals, wanted = [], []
    for number in range(6):
        deal, revokes = careless_deal(rng, (dealer + number) % 4)
        deals.append(deal)
        wanted += [(number, trick, seat, "MUST_FOLLOW_SUIT") for trick, seat in revokes]
    ruleset = {"winning_score": 100}
    metadata = {"players": [], "initialScore": [0, 0], "ruleset": ruleset}
    game = {"fileType": "Euchre Game Notation", "version": "1.3", "metadata": metadata, "deals": deals}
    answer = adjudicate(game)
    assert [(f["deal"], f["trick"], f["seat"], f["reason"]) for f in answer["faults"]] == wanted
    assert len(answer["deals"]) == (wanted[0][0] if wanted else 6)
