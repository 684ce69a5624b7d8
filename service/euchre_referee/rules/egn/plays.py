"""Faults of cards played by seats that are known: not theirs, or not following suit."""

from collections.abc import Iterator

from euchre_referee.rules.cards import BIT, CARD_TEXT, EFFECTIVE_SUIT, SUIT_MASK, TRUMPS, cards_in
from euchre_referee.rules.egn.cards import meaning, only
from euchre_referee.rules.egn.contract import Contract, calls_for_best
from euchre_referee.rules.egn.counting import Count
from euchre_referee.rules.egn.fault import Fault, Stage
from euchre_referee.rules.egn.game import EgnDeal
from euchre_referee.rules.egn.ownership import Ownership
from euchre_referee.rules.egn.seating import TRICKS, Play, Seating
from euchre_referee.rules.refusals import Reason
from euchre_referee.rules.ruleset import RuleSet


def foreign_cards(seating: Seating, owners: Ownership, doubtful: int) -> Iterator[Fault]:
    """Cards that the seat cannot have held; of a card that is told twice nobody knows who did."""
    for play in seating.plays:
        card = only(play.told)
        why = None if card is None else owners.objection(play.seat, card)
        if why is not None and (not play.told & doubtful or owners.turned_down(card)):
            yield Fault(
                Stage.PLAYED,
                Reason.CARD_NOT_IN_HAND,
                why,
                trick=play.trick,
                position=play.position,
                seat=play.seat,
            )


def revokes(trump: int, seating: Seating, owners: Ownership) -> Iterator[Fault]:
    """Cards that do not follow suit, where the file proves that the seat could have followed."""
    for play in seating.plays:
        led = seating.led[play.trick]
        if led is None or any(EFFECTIVE_SUIT[trump][card] == led for card in cards_in(play.possible)):
            continue
        proof = _proof(trump, led, play, seating, owners)
        if proof is not None:
            told = only(play.told)
            card = "a card of another suit" if told is None else CARD_TEXT[told]
            what = f"{card} does not follow {TRUMPS[led]}; this seat {proof}"
            yield Fault(
                Stage.PLAYED,
                Reason.MUST_FOLLOW_SUIT,
                what,
                trick=play.trick,
                position=play.position,
                seat=play.seat,
            )


def _proof(trump: int, led: int, play: Play, seating: Seating, owners: Ownership) -> str | None:
    """What shows that the seat held a card of the suit led."""
    for later in seating.plays:
        own = later.seat == play.seat and later.trick > play.trick
        if own and all(EFFECTIVE_SUIT[trump][card] == led for card in cards_in(later.possible)):
            card = only(later.told)
            shown = "one" if card is None else CARD_TEXT[card]
            return f"played {shown} in trick {later.trick + 1}"
    played = 0
    for earlier in seating.plays:
        if earlier.seat == play.seat and earlier.trick <= play.trick:
            played |= earlier.possible
    still = owners.holdings[play.seat].surely & ~played & SUIT_MASK[trump][led]
    return f"held {CARD_TEXT[next(cards_in(still))]}" if still else None


def six_cards(rules: RuleSet, told: EgnDeal, contract: Contract, count: Count, seating: Seating) -> Iterator[Fault]:
    """A dealer who took the turn-up and laid another card away has played the turn-up, or was dealt six cards."""
    turn_up = only(meaning(told.up_card, rules.deck_mask, None))
    busy = told.dealer in contract.sits_out or (calls_for_best(rules, contract) and contract.maker == told.dealer)
    if turn_up is None or count.discard is None or not contract.picked_up or busy or count.discard == turn_up:
        return
    played = [play for play in seating.plays if play.seat == told.dealer]
    if len(played) == TRICKS and all(play.possible != BIT[turn_up] and only(play.told) for play in played):
        taken, gone = CARD_TEXT[turn_up], CARD_TEXT[count.discard]
        what = f"seat {told.dealer} took {taken} and discarded {gone}, but played five other cards"
        yield Fault(Stage.PLAYED, Reason.WRONG_HAND_SIZE, what)
