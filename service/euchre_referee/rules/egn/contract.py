"""The bidding of a deal: who made which trump, as written, and the first call that the rules forbid."""

from dataclasses import dataclass, replace
from typing import Final

from euchre_referee.rules.actions import NAME, NAME_ALONE, ORDER, ORDER_ALONE, PASS
from euchre_referee.rules.cards import JOKER, SUITS, TRUMPS, cards_in
from euchre_referee.rules.egn.cards import only, suit_of_all
from euchre_referee.rules.egn.fault import Fault, Stage
from euchre_referee.rules.egn.game import EgnDeal
from euchre_referee.rules.engine import apply, between_deals, deal
from euchre_referee.rules.judge import refusal
from euchre_referee.rules.options import AloneLead, CallForBest
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.refusals import Reason, Refusal
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import Deal, State

SEATS: Final = 4
_PASS: Final = "Pass"
_ORDER: Final = "Order"
_UNKNOWN: Final = "x"


@dataclass(frozen=True, slots=True)
class Contract:
    """What the calls came to, as they are written; seats and trump are None where the file does not tell them."""

    maker: int | None = None
    trump: int | None = None
    alone: bool = False
    lone_defender: int | None = None
    picked_up: bool = False
    """The dealer has taken the turn-up."""
    turned_down: bool = False
    """All have passed the turn-up."""
    thrown_in: bool = False
    certain: bool = True
    """Trump and who plays are beyond doubt."""
    next_seat: int | None = None
    """Who has to call, where the calls stop before trump is made."""
    next_calls: tuple[int, ...] = ()
    """That seat's legal calls."""

    @property
    def sits_out(self) -> tuple[int, ...]:
        """The seats that do not play."""
        away = ((self.maker + 2) % SEATS,) if self.alone and self.maker is not None else ()
        return away if self.lone_defender is None else (*away, (self.lone_defender + 2) % SEATS)

    def leader(self, rules: RuleSet, dealer: int) -> int:
        """Who leads to the first trick."""
        left_of = dealer
        if self.alone and self.maker is not None and rules.alone_lead is AloneLead.LEFT_OF_ALONE:
            left_of = self.maker
        return next(seat for at in range(1, SEATS + 1) if (seat := (left_of + at) % SEATS) not in self.sits_out)


def read_contract(rules: RuleSet, told: EgnDeal, turn_up: int) -> tuple[Contract, list[Fault]]:
    """The contract, and what is wrong with the calls; ``turn_up`` are the cards that the turn-up may be."""
    if not 0 <= told.dealer < SEATS or only(turn_up) == JOKER or not turn_up:
        # Nothing in the notation says which suit the dealer of a turned joker names.
        return Contract(certain=False), []
    contract, fault = _follow(rules, told, turn_up)
    faults = [] if fault is None else [fault]
    if fault is not None and fault.reason is not Reason.MUST_GO_ALONE:
        return replace(contract, certain=False), faults
    contract, defence = _defence(rules, told, contract)
    return contract, [*faults, *defence]


def _follow(rules: RuleSet, told: EgnDeal, turn_up: int) -> tuple[Contract, Fault | None]:
    state = _dealt(rules, told, turn_up)
    for at, written in enumerate(told.calls):
        if state.maker is not None:
            what = f"trump is made, and {written[:10]!r} is one more call"
            return _made(told, state, turn_up), Fault(Stage.CALLED, Reason.ACTION_NOT_ALLOWED_NOW, what, call=at)
        if written == _UNKNOWN and at + 1 == len(told.calls):
            return _unknown_call(told, state, turn_up) if told.tricks else Contract(certain=False), None
        # Only a pass lets the others call.
        call = _PASS if written == _UNKNOWN else written
        seat = state.to_act
        after = _called(state, call, told.alone)
        if isinstance(after, Refusal):
            what = f"{call[:10]!r}: {after.detail}"
            fault = Fault(Stage.CALLED, after.reason, what, call=at, seat=seat if seat >= 0 else None)
            if after.reason is not Reason.MUST_GO_ALONE:
                return _as_written(told, at, turn_up), fault
            # The play tells on its own whether the partner sat out.
            order = apply(state, seat, ORDER_ALONE)
            assert isinstance(order, State)
            return _made(told, order, turn_up), fault
        state = after
    return _made(told, state, turn_up), None


def _dealt(rules: RuleSet, told: EgnDeal, turn_up: int) -> State:
    """A deal with this turn-up; which cards the hands hold changes no call."""
    named = {SUITS.find(call) for call in told.calls}
    candidates = [card for card in cards_in(turn_up) if card != JOKER]
    shown = next((card for card in candidates if card >> 3 not in named), candidates[0])
    others = [card for card in rules.deck if card != shown]
    hands = tuple(tuple(others[seat * rules.hand_size : (seat + 1) * rules.hand_size]) for seat in range(SEATS))
    talon = (shown, *others[SEATS * rules.hand_size :])
    table = between_deals(rules, (0,) * SEATS, -1, 0, 0)
    dealt = deal(table, Deal(told.dealer, hands, talon))
    assert isinstance(dealt, State)
    return dealt


def _called(state: State, call: str, alone: bool) -> State | Refusal:
    if call == _PASS:
        return apply(state, state.to_act, PASS)
    if call == _ORDER:
        return apply(state, state.to_act, ORDER_ALONE if alone else ORDER)
    if len(call) == 1 and call in TRUMPS:
        return apply(state, state.to_act, (NAME_ALONE if alone else NAME) | TRUMPS.index(call))
    if state.to_act < 0:
        return refusal(state, 0, 0)
    return Refusal(Reason.MALFORMED_ACTION, "RECORD", "calls are Pass, Order, s, h, d, c, n, and x where unknown.")


def _made(told: EgnDeal, state: State, turn_up: int) -> Contract:
    if state.result is not None:
        return Contract(turned_down=True, thrown_in=True)
    if state.maker is None:
        turned_down = state.phase is Phase.NAME
        return Contract(turned_down=turned_down, next_seat=state.to_act, next_calls=state.legal)
    ordered = state.picks_up
    trump = suit_of_all(turn_up) if ordered else state.trump
    return Contract(
        state.maker, trump, told.alone, picked_up=ordered, turned_down=not ordered, certain=trump is not None
    )


def _unknown_call(told: EgnDeal, state: State, turn_up: int) -> Contract:
    """The last call is not told, but cards were played: it made trump."""
    ordered = state.phase is Phase.ORDER
    trump = suit_of_all(turn_up) if ordered else None
    return Contract(
        state.to_act, trump, told.alone, picked_up=ordered, turned_down=not ordered, certain=trump is not None
    )


def _as_written(told: EgnDeal, at: int, turn_up: int) -> Contract:
    """After a call that is not allowed: what it would have made."""
    call = told.calls[at]
    maker = (told.dealer + 1 + at) % SEATS
    if call == _ORDER:
        return Contract(maker, suit_of_all(turn_up), told.alone, picked_up=True)
    if len(call) == 1 and call in TRUMPS:
        return Contract(maker, TRUMPS.index(call), told.alone)
    return Contract()


def _defence(rules: RuleSet, told: EgnDeal, contract: Contract) -> tuple[Contract, list[Fault]]:
    faults = _exchange_faults(rules, told, contract)
    seat = told.lone_defender
    if seat is None or seat == -1:
        return contract, faults
    opponent = contract.maker is not None and 0 <= seat < SEATS and (seat - contract.maker) % 2 == 1
    if not (rules.defend_alone and contract.alone and opponent):
        what = f"seat {seat} may not defend alone here"
        fault = Fault(Stage.CALLED, Reason.ACTION_NOT_ALLOWED_NOW, what)
        return replace(contract, certain=False), [*faults, fault]
    return replace(contract, lone_defender=seat), faults


def calls_for_best(rules: RuleSet, contract: Contract) -> bool:
    """The lone maker may have changed a card for one of the partner's."""
    return contract.alone and contract.maker is not None and rules.call_for_best is CallForBest.PARTNER


def _exchange_faults(rules: RuleSet, told: EgnDeal, contract: Contract) -> list[Fault]:
    faults = []
    best = calls_for_best(rules, contract)
    if told.discard and contract.maker is not None and not contract.picked_up and not best:
        what = f"{told.discard[:10]} is discarded, but nobody has picked up the turn-up"
        faults.append(Fault(Stage.CALLED, Reason.ACTION_NOT_ALLOWED_NOW, what))
    for at, exchange in enumerate(told.exchanges):
        partner = None if contract.maker is None else (contract.maker + 2) % SEATS
        fits = at == 0 and exchange.sender == partner and exchange.receiver == contract.maker
        if not (best and fits and len(exchange.cards) == 1):
            what = f"cardExchanges[{at}]: only a lone maker's partner gives one card, where partners_best is played"
            faults.append(Fault(Stage.CALLED, Reason.ACTION_NOT_ALLOWED_NOW, what))
    return faults
