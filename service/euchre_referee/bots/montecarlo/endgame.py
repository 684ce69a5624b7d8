"""The rest of a deal with all cards known, searched to its end.

Hands are in the order of ``layout``. Two sides are searched by alpha-beta, players for themselves by max-n: each
takes what is best for itself, the first such card among equals.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from euchre_referee.bots.montecarlo.layout import Layout

_NEVER: Final = float("-inf")


class Trick(NamedTuple):
    """A trick on its way; before its lead ``led`` and ``best`` are 0."""

    seat: int
    """Who plays next."""
    led: int
    """The cards that follow the lead."""
    best: int
    """The card that wins so far."""
    winner: int
    missing: int
    """How many cards are still to come."""


def led_by(leader: int, playing: int) -> Trick:
    """A trick of so many cards before its lead."""
    return Trick(leader, 0, 0, leader, playing)


class Sides(NamedTuple):
    """A contest of two sides."""

    layout: Layout
    ring: tuple[int, ...]
    """By seat: the next seat that plays."""
    playing: int
    """How many seats play."""
    ours: tuple[bool, ...]
    """By seat: whether it plays for the side whose tricks are counted."""
    worth: tuple[float, ...]
    """By tricks taken by our side in the whole deal: what we try to get and the others to keep low."""
    floors: tuple[tuple[float, ...], ...]
    """By tricks taken and tricks left: the least worth that can still come out."""
    ceilings: tuple[tuple[float, ...], ...]


Search = Callable[[Trick, tuple[int, ...]], float]
"""What the viewer gets from a trick on, if so many tricks have been taken by seat."""


def sides_search(contest: Sides, hands: list[int]) -> Search:
    """The search of one deal of two sides: what our side gets if both play perfectly.

    What it finds is kept, so several continuations of the same deal cost little more than one. ``hands``, by seat, are
    read when the search is called and serve as scratch paper, but are left as they were.
    """
    layout, ring, playing, ours, worth, floors, ceilings = contest
    suits, suit_of, trumps = layout.suits, layout.suit_of, layout.trumps
    known: dict[tuple[int, int, int], tuple[float, float]] = {}

    def lead(leader: int, live: int, taken: int, low: float, high: float) -> float:
        left = hands[leader].bit_count()
        key = (live, leader, taken)
        floor, ceiling = known.get(key) or (floors[taken][left], ceilings[taken][left])
        if floor >= high or floor == ceiling:
            return floor
        if ceiling <= low:
            return ceiling
        value = card(leader, 0, 0, leader, playing - 1, live, taken, low, high)
        known[key] = (floor if value <= low else value, ceiling if value >= high else value)
        return value

    def card(
        seat: int, led: int, best: int, winner: int, missing: int, live: int, taken: int, low: float, high: float
    ) -> float:
        hand, for_us = hands[seat], ours[seat]
        beating = led | trumps if led else -1
        value = _NEVER if for_us else -_NEVER
        for bit in different(suits, hand & led or hand, live | best):
            hands[seat] = hand ^ bit
            now_best, now_winner = (bit, seat) if bit > best and bit & beating else (best, winner)
            if missing:
                suit = led or suit_of[bit]
                found = card(ring[seat], suit, now_best, now_winner, missing - 1, live ^ bit, taken, low, high)
            elif live == bit:
                found = worth[taken + ours[now_winner]]
            else:
                found = lead(now_winner, live ^ bit, taken + ours[now_winner], low, high)
            if for_us:
                value = max(value, found)
                low = max(low, value)
            else:
                value = min(value, found)
                high = min(high, value)
            if low >= high:
                break
        hands[seat] = hand
        return value

    def search(trick: Trick, tricks: tuple[int, ...]) -> float:
        taken = sum([number for number, mine in zip(tricks, ours, strict=True) if mine])
        live = sum(hands)
        if not live:
            return worth[taken]
        seat, led, best, winner, missing = trick
        if not led:
            return lead(seat, live, taken, _NEVER, -_NEVER)
        return card(seat, led, best, winner, missing - 1, live, taken, _NEVER, -_NEVER)

    return search


def different(suits: tuple[int, ...], choice: int, live: int) -> list[int]:
    """Of cards that no live card of another hand lies between only the highest, since it makes no difference."""
    if not choice & (choice - 1):
        return [choice]
    found = []
    for suit in suits:
        own = choice & suit
        above = 0
        while own:
            bit = 1 << (own.bit_length() - 1)
            own ^= bit
            if not above or live & suit & (above - 1) & -(bit << 1):
                found.append(bit)
            above = bit
    return found


def extremes(worth: tuple[float, ...], choose: Callable[[tuple[float, ...]], float]) -> tuple[tuple[float, ...], ...]:
    """By tricks taken and tricks left: the least or the greatest worth that can still come out."""
    tricks = len(worth)
    return tuple(
        tuple(choose(worth[taken : taken + left + 1]) for left in range(tricks - taken)) for taken in range(tricks)
    )


class Players(NamedTuple):
    """A contest of players who each play for themselves."""

    layout: Layout
    ring: tuple[int, ...]
    playing: int
    worth: Callable[[tuple[int, ...]], tuple[float, ...]]
    """By seat: what each tries to get, of the tricks by seat in the whole deal."""


def players_search(contest: Players, hands: list[int], viewer: int) -> Search:
    """The same for players: what the viewer gets if each plays perfectly for itself."""
    layout, ring, playing, worth = contest
    suits, suit_of, trumps = layout.suits, layout.suit_of, layout.trumps
    known: dict[tuple[int, int, tuple[int, ...]], tuple[float, ...]] = {}

    def lead(leader: int, live: int, taken: tuple[int, ...]) -> tuple[float, ...]:
        if not live:
            return worth(taken)
        key = (live, leader, taken)
        found = known.get(key)
        if found is None:
            found = known[key] = card(leader, 0, 0, leader, playing - 1, live, taken)
        return found

    def card(
        seat: int, led: int, best: int, winner: int, missing: int, live: int, taken: tuple[int, ...]
    ) -> tuple[float, ...]:
        hand = hands[seat]
        beating = led | trumps if led else -1
        value: tuple[float, ...] = ()
        for bit in different(suits, hand & led or hand, live | best):
            hands[seat] = hand ^ bit
            now_best, now_winner = (bit, seat) if bit > best and bit & beating else (best, winner)
            if missing:
                found = card(ring[seat], led or suit_of[bit], now_best, now_winner, missing - 1, live ^ bit, taken)
            else:
                after = (*taken[:now_winner], taken[now_winner] + 1, *taken[now_winner + 1 :])
                found = lead(now_winner, live ^ bit, after)
            if not value or found[seat] > value[seat]:
                value = found
        hands[seat] = hand
        return value

    def search(trick: Trick, tricks: tuple[int, ...]) -> float:
        seat, led, best, winner, missing = trick
        live = sum(hands)
        found = card(seat, led, best, winner, missing - 1, live, tricks) if led else lead(seat, live, tricks)
        return found[viewer]

    return search
