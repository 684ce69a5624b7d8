"""Judging one deal: every fault that the file proves, and none that rests on an entry which is itself in doubt."""

from collections.abc import Iterator
from dataclasses import dataclass

from euchre_referee.rules.cards import BIT, CARD_TEXT
from euchre_referee.rules.egn.cards import meaning, only
from euchre_referee.rules.egn.contract import SEATS, Contract, read_contract
from euchre_referee.rules.egn.counting import Count, count_cards
from euchre_referee.rules.egn.fault import Fault, Stage
from euchre_referee.rules.egn.game import EgnDeal
from euchre_referee.rules.egn.ownership import Ownership, owners_of
from euchre_referee.rules.egn.plays import foreign_cards, revokes, six_cards
from euchre_referee.rules.egn.seating import TRICKS, Seating, seat_plays
from euchre_referee.rules.refusals import Reason
from euchre_referee.rules.ruleset import RuleSet

_NOBODY: Seating = Seating((), None, None, ())


@dataclass(frozen=True, slots=True)
class Judged:
    """What the file tells of a deal, and what is wrong with it, in the order of the deal."""

    contract: Contract
    seating: Seating
    owners: Ownership
    faults: tuple[Fault, ...]
    active: int
    """How many seats play."""
    complete: bool
    """Played to the end, or thrown in."""


def judge_deal(rules: RuleSet, told: EgnDeal, last: bool) -> Judged:
    """Judges a deal by itself; ``last`` if the file ends with it, which may then stop anywhere."""
    turn_up = meaning(told.up_card, rules.deck_mask, None) if told.up_card else rules.deck_mask
    contract, faults = read_contract(rules, told, turn_up)
    count = count_cards(rules, told, contract.trump)
    faults += count.faults
    owners = owners_of(rules, told, contract, count)
    active = SEATS - len(contract.sits_out)
    if contract.certain and told.tricks and contract.maker is None:
        faults.append(_unmade(contract))
    elif contract.certain:
        faults += _size_faults(told, active, last)
    seating = _NOBODY
    if contract.certain and contract.maker is not None:
        faults += _discard_faults(told, contract, count)
        seating, found = _seated(rules, told, contract, count, owners, active, last)
        faults += found
    complete = contract.thrown_in or _played_out(told, active)
    if not last and not complete and len(told.tricks) < TRICKS and not any(f.stage is Stage.CALLED for f in faults):
        what = f"the deal ends after {len(told.tricks)} of 5 tricks, and another deal follows"
        faults.append(Fault(Stage.PLAYED, Reason.WRONG_HAND_SIZE, what, trick=len(told.tricks)))
    return Judged(contract, seating, owners, tuple(sorted(faults, key=lambda f: f.order)), active, complete)


def _played_out(told: EgnDeal, active: int) -> bool:
    return len(told.tricks) == TRICKS and all(len(trick) == active for trick in told.tricks)


def _unmade(contract: Contract) -> Fault:
    if contract.thrown_in:
        return Fault(Stage.PLAYED, Reason.DEAL_OVER, "the deal was thrown in", trick=0)
    return Fault(Stage.PLAYED, Reason.ACTION_NOT_ALLOWED_NOW, "nobody has made trump yet", trick=0)


def _size_faults(told: EgnDeal, active: int, last: bool) -> Iterator[Fault]:
    for trick, cards in enumerate(told.tricks):
        running = last and trick + 1 == len(told.tricks) and len(cards) < active
        if trick >= TRICKS:
            what = "there are no more than five tricks"
        elif len(cards) != active and not running:
            what = f"it holds {len(cards)} cards; {active} seats play"
        else:
            continue
        yield Fault(Stage.PLAYED, Reason.WRONG_HAND_SIZE, what, trick=trick)


def _discard_faults(told: EgnDeal, contract: Contract, count: Count) -> Iterator[Fault]:
    """The discard comes from the dealer's hand or is the turn-up."""
    if count.discard is None or not contract.picked_up:
        return
    card = BIT[count.discard]
    elsewhere = any(hand & card for seat, hand in enumerate(count.hands) if seat != told.dealer)
    own = count.hands[told.dealer] & card or CARD_TEXT[count.discard] == told.up_card
    if elsewhere or (count.whole[told.dealer] and not own):
        what = f"the discard {CARD_TEXT[count.discard]} was not in the hand of seat {told.dealer}, the dealer"
        yield Fault(Stage.CALLED, Reason.CARD_NOT_IN_HAND, what)


def _seated(
    rules: RuleSet, told: EgnDeal, contract: Contract, count: Count, owners: Ownership, active: int, last: bool
) -> tuple[Seating, list[Fault]]:
    leader = contract.leader(rules, told.dealer)
    if told.lead is not None and told.tricks and told.lead != leader:
        what = f"seat {told.lead} led; seat {leader} leads to the first trick"
        return _NOBODY, [Fault(Stage.PLAYED, Reason.NOT_YOUR_TURN, what, trick=0)]
    if len(told.tricks) > TRICKS or (len(told.tricks) < TRICKS and not last):
        # A trick is missing or too many, and nothing tells which.
        return _unplaced(contract, owners, count)
    trump = contract.trump
    assert trump is not None
    seating = seat_plays(count, contract, owners, leader, active, last)
    faults = [*foreign_cards(seating, owners, count.doubtful), *revokes(trump, seating, owners)]
    faults += _unplaced(contract, owners, count, len(seating.led))[1]
    if _played_out(told, active) and not faults and not count.faults:
        faults += six_cards(rules, told, contract, count, seating)
    return seating, faults


def _unplaced(contract: Contract, owners: Ownership, count: Count, first: int = 0) -> tuple[Seating, list[Fault]]:
    """Of tricks whose players are not known: a turned-down card is nobody's, whoever played it."""
    faults = []
    for trick, masks in enumerate(count.plays[first:], first):
        for at, mask in enumerate(masks):
            card = only(mask)
            if card is not None and owners.turned_down(card):
                what = f"{CARD_TEXT[card]} was turned down"
                faults.append(Fault(Stage.PLAYED, Reason.CARD_NOT_IN_HAND, what, trick=trick, position=at))
    return _NOBODY, faults
