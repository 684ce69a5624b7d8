"""Every card of a deal counted: what each text may mean, which cards are nowhere, impossible or told twice."""

from dataclasses import dataclass, field

from euchre_referee.rules.card_words import card_advice
from euchre_referee.rules.cards import BIT, CARD_TEXT, mask_of
from euchre_referee.rules.egn.cards import meaning, only
from euchre_referee.rules.egn.fault import Fault, Stage
from euchre_referee.rules.egn.game import EgnDeal
from euchre_referee.rules.refusals import Reason
from euchre_referee.rules.ruleset import RuleSet


@dataclass(slots=True)
class Count:
    """The cards of a deal. Sets of cards are masks."""

    plays: list[list[int]]
    """By trick and position: what was meant, one card where it is told; 0 where it is no card of the deck."""
    hands: tuple[int, ...]
    """By seat: the cards it is known to have been dealt."""
    whole: tuple[bool, ...]
    """By seat: that is the whole hand."""
    kitty: int
    discard: int | None
    """The dealer's, if it is told in full."""
    unspent: int
    """Cards of the deck that are told neither as played or discarded nor as buried."""
    doubtful: int = 0
    """Cards that are told twice."""
    faults: list[Fault] = field(default_factory=list)


class _Places:
    """Where cards have been met. A card is dealt to one place and leaves it for one."""

    def __init__(self, rules: RuleSet, trump: int | None) -> None:
        self._deck = rules.deck_mask
        self._trump = trump
        self._dealt: dict[int, str] = {}
        self._left: dict[int, str] = {}
        self.doubled = 0
        self.faults: list[Fault] = []

    def dealt(self, text: str, where: str) -> int:
        """A card in the place where it was dealt."""
        return self._met(text, where, Fault(Stage.DEALT, Reason.DUPLICATE_CARD, ""), self._dealt)

    def left(self, text: str, where: str, place: Fault) -> int:
        """A card that was discarded or played; `place` is where a fault would be."""
        return self._met(text, where, place, self._left)

    def buried(self, text: str) -> int:
        """A card of the kitty: dealt there, and it stays there."""
        mask = self.dealt(text, "the kitty")
        card = only(mask)
        if card is not None:
            self._left.setdefault(card, "the kitty")
        return mask

    def unspent(self) -> int:
        """The cards that have not been told as leaving a hand or lying in the kitty."""
        return self._deck & ~mask_of(self._left)

    def _met(self, text: str, where: str, place: Fault, places: dict[int, str]) -> int:
        mask = meaning(text, self._deck, self._trump)
        if not mask:
            self.faults.append(place._replace(reason=Reason.CARD_NOT_IN_DECK, what=f"{where}: {card_advice(text)}"))
            return 0
        card = only(mask)
        if card is not None:
            if card in places:
                what = f"{CARD_TEXT[card]} in {where} was already in {places[card]}"
                self.faults.append(place._replace(reason=Reason.DUPLICATE_CARD, what=what))
                self.doubled |= BIT[card]
            else:
                places[card] = where
        return mask


def count_cards(rules: RuleSet, told: EgnDeal, trump: int | None) -> Count:
    """Counts all cards that the file tells of a deal."""
    places = _Places(rules, trump)
    if told.up_card:
        places.dealt(told.up_card, "the turn-up")
    hands = [0] * rules.players
    for seat, texts in enumerate(told.hands):
        for text in texts:
            mask = places.dealt(text, f"the hand of seat {seat}")
            if seat < rules.players and only(mask) is not None:
                hands[seat] |= mask
        if len(texts) > rules.hand_size or (texts and seat >= rules.players):
            what = f"playerCards[{seat}] holds {len(texts)} cards; four hands of {rules.hand_size} are dealt"
            places.faults.append(Fault(Stage.DEALT, Reason.WRONG_HAND_SIZE, what))
    kitty = 0
    for text in told.kitty:
        kitty |= places.buried(text)
    discard = None
    if told.discard:
        discard = only(places.left(told.discard, "the discard", Fault(Stage.CALLED, Reason.DUPLICATE_CARD, "")))
    plays = []
    for trick, texts in enumerate(told.tricks):
        place = Fault(Stage.PLAYED, Reason.DUPLICATE_CARD, "", trick=trick)
        where = f"trick {trick + 1}"
        plays.append([places.left(text, where, place._replace(position=at)) for at, text in enumerate(texts)])
    for exchange in told.exchanges:
        for text in exchange.cards:
            if not meaning(text, rules.deck_mask, trump):
                what = f"cardExchanges: {card_advice(text)}"
                places.faults.append(Fault(Stage.CALLED, Reason.CARD_NOT_IN_DECK, what))
    # What is told twice proves nothing.
    sure = tuple(mask & ~places.doubled for mask in hands)
    return Count(
        plays=plays,
        hands=sure,
        whole=tuple(mask.bit_count() == rules.hand_size for mask in sure),
        kitty=kitty,
        discard=None if discard is None or places.doubled & BIT[discard] else discard,
        unspent=places.unspent(),
        doubtful=places.doubled,
        faults=places.faults,
    )
