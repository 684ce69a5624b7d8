"""The hands and moves of a faultless deal in Euchre Game Notation, where the file leaves no doubt about them."""

from dataclasses import dataclass

from euchre_referee.rules.actions import (
    DEFEND,
    DISCARD,
    GIVE,
    KEEP,
    NAME,
    NAME_ALONE,
    ORDER,
    ORDER_ALONE,
    PASS,
    PLAY,
    move,
)
from euchre_referee.rules.cards import BIT, TRUMPS, cards_in, mask_of
from euchre_referee.rules.egn.cards import meaning, only
from euchre_referee.rules.egn.contract import SEATS, Contract, calls_for_best
from euchre_referee.rules.egn.counting import Count, count_cards
from euchre_referee.rules.egn.game import EgnDeal
from euchre_referee.rules.egn.judging import Judged
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import Deal


@dataclass(frozen=True, slots=True)
class NotTold:
    """What the file does not tell, for people."""

    reasons: tuple[str, ...]


def rebuilt(rules: RuleSet, told: EgnDeal, judged: Judged) -> tuple[Deal, tuple[int, ...]] | NotTold:
    """The deal and its moves (``seat << 16 | code``)."""
    turn_up = only(meaning(told.up_card, rules.deck_mask, None))
    if turn_up is None:
        return NotTold(("the turn-up is not told",))
    if not judged.contract.certain:
        return NotTold(("the calls are not told in full",))
    if any(only(play.told) is None for play in judged.seating.plays):
        return NotTold(("a card played is not told",))
    return _Rebuilding(rules, told, judged, turn_up).done()


class _Rebuilding:
    """Works out hand after hand; what cannot be known is collected as reasons."""

    def __init__(self, rules: RuleSet, told: EgnDeal, judged: Judged, turn_up: int) -> None:
        self._rules = rules
        self._told = told
        self._judged = judged
        self._contract: Contract = judged.contract
        self._turn_up = turn_up
        self._count: Count = count_cards(rules, told, judged.contract.trump)
        self._reasons: list[str] = []
        self._discard = self._count.discard
        self._played = [0] * SEATS
        for play in judged.seating.plays:
            self._played[play.seat] |= play.told

    def done(self) -> tuple[Deal, tuple[int, ...]] | NotTold:
        """The deal, or why there is none."""
        hands = [self._hand(seat) for seat in range(SEATS)]
        self._by_elimination(hands)
        for seat, hand in enumerate(hands):
            if hand is None:
                self._reasons.append(f"the hand of seat {seat} is not told")
        known = [hand for hand in hands if hand is not None]
        if len(known) < SEATS:
            return NotTold(tuple(self._reasons))
        moves = self._moves(known)
        if self._reasons:
            return NotTold(tuple(self._reasons))
        return self._deal(known), moves

    def _hand(self, seat: int) -> int | None:
        """A hand as dealt."""
        if self._count.whole[seat]:
            return self._count.hands[seat]
        played = self._played[seat]
        if seat == self._contract.maker and calls_for_best(self._rules, self._contract):
            return None
        if played.bit_count() < self._rules.hand_size:
            return None
        if not (self._contract.picked_up and seat == self._told.dealer):
            return played
        if not played & BIT[self._turn_up]:
            self._discard = self._turn_up
            return played
        return None if self._discard is None else played & ~BIT[self._turn_up] | BIT[self._discard]

    def _by_elimination(self, hands: list[int | None]) -> None:
        """A single unknown hand is what is left, if the whole kitty is told."""
        missing = [seat for seat, hand in enumerate(hands) if hand is None]
        left = self._rules.deck_mask & ~BIT[self._turn_up] & ~self._count.kitty
        for hand in hands:
            left &= ~(hand or 0)
        if len(missing) == 1 and left.bit_count() == self._rules.hand_size:
            hands[missing[0]] = left

    def _deal(self, hands: list[int]) -> Deal:
        """The order of the buried cards is nowhere told; they are written in ascending order."""
        buried = self._rules.deck_mask & ~BIT[self._turn_up]
        for hand in hands:
            buried &= ~hand
        return Deal(
            self._told.dealer, tuple(tuple(cards_in(hand)) for hand in hands), (self._turn_up, *cards_in(buried))
        )

    def _moves(self, hands: list[int]) -> tuple[int, ...]:
        moves = [move(seat, code) for seat, code in self._calls()]
        held = list(hands)
        stops = not self._told.tricks
        maker = self._contract.maker
        if maker is None:
            return tuple(moves)
        if self._contract.picked_up:
            dealer = self._told.dealer
            held[dealer] |= BIT[self._turn_up]
            gone = self._discard_of(dealer, held[dealer])
            if gone is None:
                if not stops:
                    self._reasons.append("the dealer's discard is not told")
                return tuple(moves)
            moves.append(move(dealer, DISCARD | gone))
            held[dealer] &= ~BIT[gone]
        if calls_for_best(self._rules, self._contract):
            moves += self._best(maker, held)
        moves += self._defence(maker)
        moves += [move(play.seat, PLAY | play.told.bit_length() - 1) for play in self._judged.seating.plays]
        return tuple(moves)

    def _calls(self) -> list[tuple[int, int]]:
        alone = self._contract.alone
        calls = []
        for at, call in enumerate(self._told.calls):
            seat = (self._told.dealer + 1 + at) % SEATS
            if call in TRUMPS:
                calls.append((seat, (NAME_ALONE if alone else NAME) | TRUMPS.index(call)))
            elif call == "Order":
                calls.append((seat, ORDER_ALONE if alone else ORDER))
            else:
                calls.append((seat, PASS))
        return calls

    def _discard_of(self, dealer: int, held: int) -> int | None:
        if self._discard is not None:
            return self._discard
        best = dealer == self._contract.maker and calls_for_best(self._rules, self._contract)
        return None if best else only(held & ~self._played[dealer])

    def _best(self, maker: int, held: list[int]) -> list[int]:
        """What the lone maker gave away and got, from the cards that were played."""
        partner = (maker + 2) % SEATS
        if not self._told.exchanges and not self._told.tricks:
            return []
        came = self._played[maker] & ~held[maker]
        for exchange in self._told.exchanges:
            came |= mask_of(card for text in exchange.cards if (card := self._known(text)) is not None)
        if not came and not self._told.exchanges:
            return [move(maker, KEEP)]
        given, gone = only(came), only(held[maker] & ~self._played[maker])
        if given is None or gone is None:
            self._reasons.append("what the lone maker and the partner exchanged is not told")
            return []
        return [move(maker, DISCARD | gone), move(partner, GIVE | given)]

    def _known(self, text: str) -> int | None:
        return only(meaning(text, self._rules.deck_mask, self._contract.trump))

    def _defence(self, maker: int) -> list[int]:
        contract = self._contract
        told = self._told.tricks or self._told.lone_defender is not None
        if not (self._rules.defend_alone and contract.alone and told):
            return []
        left, right = (maker + 1) % SEATS, (maker + 3) % SEATS
        if contract.lone_defender == left:
            return [move(left, DEFEND)]
        return [move(left, PASS), move(right, DEFEND if contract.lone_defender == right else PASS)]
