"""Who played which card: the tricks followed from the first lead, as far as it is beyond doubt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final, NamedTuple

from euchre_referee.rules.cards import BIT, EFFECTIVE_SUIT, STRENGTH, cards_in, mask_of
from euchre_referee.rules.egn.cards import only
from euchre_referee.rules.egn.contract import SEATS, Contract
from euchre_referee.rules.egn.counting import Count
from euchre_referee.rules.egn.ownership import Ownership

TRICKS: Final = 5
_MOST_READINGS: Final = 2000
"""Of a doubtful trick; if there are more, its winner counts as unknown."""


class Play(NamedTuple):
    """A card played by a seat."""

    trick: int
    position: int
    seat: int
    told: int
    """What the file tells (a mask)."""
    possible: int
    """What it may really have been: more than is told if that is impossible or doubtful."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The plays whose seats are known, and what came of the tricks."""

    plays: tuple[Play, ...]
    won: tuple[int, ...] | None
    """Tricks by seat, of the tricks that are whole; None if somebody's winning cannot be known."""
    next_seat: int | None
    """Who plays next, if that is known."""
    led: tuple[int | None, ...]
    """By trick: the effective suit led; None where it is not certain."""


def seat_plays(count: Count, contract: Contract, owners: Ownership, leader: int, active: int, last: bool) -> Seating:
    """Follows the tricks. It stops at a trick of the wrong size, and after one whose winner is not certain.

    ``last`` if the file ends with this deal, whose last trick may then be unfinished.
    """
    trump = contract.trump
    assert trump is not None
    plays: list[Play] = []
    won = [0] * SEATS
    led: list[int | None] = []
    seat: int | None = leader
    for trick, masks in enumerate(count.plays):
        unfinished = last and trick + 1 == len(count.plays) and 0 < len(masks) < active
        if seat is None or (len(masks) != active and not unfinished):
            return Seating(tuple(plays), None, None, tuple(led))
        order = tuple(_clockwise(seat, contract.sits_out))[: len(masks)]
        current = [
            Play(trick, at, who, told, _possible(count, owners, who, told))
            for at, (who, told) in enumerate(zip(order, masks, strict=True))
        ]
        plays += current
        led.append(_suit_led(trump, current[0].possible))
        if unfinished:
            after = next(_clockwise((order[-1] + 1) % SEATS, contract.sits_out))
            return Seating(tuple(plays), tuple(won), after, tuple(led))
        seat = _winner(trump, current)
        if seat is not None:
            won[seat] += 1
    return Seating(tuple(plays), None if seat is None else tuple(won), seat, tuple(led))


def _clockwise(start: int, sits_out: Sequence[int]) -> Iterator[int]:
    return (seat for at in range(SEATS) if (seat := (start + at) % SEATS) not in sits_out)


def _possible(count: Count, owners: Ownership, seat: int, told: int) -> int:
    card = only(told)
    if card is not None and not BIT[card] & count.doubtful and owners.objection(seat, card) is None:
        return told
    own = mask_of(card for card in cards_in(count.unspent) if owners.objection(seat, card) is None)
    if card is None:
        # Partly told: it is one of the cards that this seat may have had and that are told of no other play.
        return told & own or told or own
    return told | own


def _suit_led(trump: int, possible: int) -> int | None:
    suits = {EFFECTIVE_SUIT[trump][card] for card in cards_in(possible)}
    return suits.pop() if len(suits) == 1 else None


def _winner(trump: int, trick: Sequence[Play]) -> int | None:
    """Who wins whatever the doubtful cards really were, else None."""
    choices = [tuple(cards_in(play.possible)) for play in trick]
    if prod(map(len, choices)) > _MOST_READINGS:
        return None
    winners = {_best(trump, cards) for cards in product(*choices) if len({*cards}) == len(cards)}
    return trick[winners.pop()].seat if len(winners) == 1 else None


def _best(trump: int, cards: Sequence[int]) -> int:
    strength = STRENGTH[trump][EFFECTIVE_SUIT[trump][cards[0]]]
    return max(range(len(cards)), key=lambda at: strength[cards[at]])
