"""Whose card a card can be: by the turn-up, the hands and the kitty, as far as the file tells them."""

from dataclasses import dataclass
from typing import NamedTuple

from euchre_referee.rules.cards import BIT, CARD_TEXT
from euchre_referee.rules.egn.cards import meaning, only
from euchre_referee.rules.egn.contract import SEATS, Contract, calls_for_best
from euchre_referee.rules.egn.counting import Count
from euchre_referee.rules.egn.game import EgnDeal
from euchre_referee.rules.ruleset import RuleSet


class Holding(NamedTuple):
    """What a seat holds as the play begins (masks)."""

    surely: int
    at_most: int
    whole: bool
    """``surely`` is the whole hand."""


@dataclass(frozen=True, slots=True)
class Ownership:
    """Which card which seat can have played."""

    contract: Contract
    dealer: int
    turn_up: int | None
    holdings: tuple[Holding, ...]
    taker: int | None
    """The lone maker who may have received a card of the partner's."""

    def turned_down(self, card: int | None) -> bool:
        """Whether this is the turn-up, and nobody took it."""
        return card is not None and card == self.turn_up and self.contract.turned_down

    def objection(self, seat: int, card: int) -> str | None:
        """Why this seat cannot have played this card; None if it can."""
        if self.turned_down(card):
            return f"{CARD_TEXT[card]} was turned down"
        if card == self.turn_up:
            given = self.taker is not None and (self.taker + 2) % SEATS == self.dealer and seat == self.taker
            if self.contract.picked_up and seat != self.dealer and not given:
                return f"{CARD_TEXT[card]} was taken by seat {self.dealer}, the dealer"
        if not BIT[card] & self.holdings[seat].at_most:
            return f"{CARD_TEXT[card]} was not in this hand"
        return None


def owners_of(rules: RuleSet, told: EgnDeal, contract: Contract, count: Count) -> Ownership:
    """What the file tells of the hands, after pick-up, discard and exchange."""
    turn_up = only(meaning(told.up_card, rules.deck_mask, None))
    taker = contract.maker if calls_for_best(rules, contract) else None
    holdings = tuple(_holding(rules, told, contract, count, turn_up, seat, taker) for seat in range(SEATS))
    return Ownership(contract, told.dealer, turn_up, holdings, taker)


def _holding(
    rules: RuleSet,
    told: EgnDeal,
    contract: Contract,
    count: Count,
    turn_up: int | None,
    seat: int,
    taker: int | None,
) -> Holding:
    hand, whole = count.hands[seat], count.whole[seat]
    elsewhere = 0
    for other, cards in enumerate(count.hands):
        if other != seat:
            elsewhere |= cards
    at_most = hand if whole else rules.deck_mask & ~elsewhere
    discards = contract.picked_up and seat == told.dealer
    if discards and turn_up is not None:
        hand |= BIT[turn_up]
        at_most |= BIT[turn_up]
    if seat == taker:
        # One card may have gone and another have come.
        return Holding(0, at_most | _from_partner(rules, told, contract, count, turn_up), False)
    if discards and count.discard is None:
        return Holding(0, at_most, False)
    gone = BIT[count.discard] if discards and count.discard is not None else 0
    return Holding(hand & ~gone, at_most, whole and (not discards or turn_up is not None))


def _from_partner(rules: RuleSet, told: EgnDeal, contract: Contract, count: Count, turn_up: int | None) -> int:
    assert contract.maker is not None
    partner = (contract.maker + 2) % SEATS
    given = 0
    for exchange in told.exchanges:
        for text in exchange.cards:
            given |= meaning(text, rules.deck_mask, contract.trump)
    if only(given) is not None:
        return given
    if not count.whole[partner]:
        return rules.deck_mask
    taken = BIT[turn_up] if turn_up is not None and contract.picked_up and partner == told.dealer else 0
    return count.hands[partner] | taken
