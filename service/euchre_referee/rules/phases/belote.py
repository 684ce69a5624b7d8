"""Making trump in american belote: ordering, taking, and who may exchange (RULES 8)."""

from euchre_referee.rules.actions import ORDER, PASS, TAKE, TAKE_ALONE
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.phases.asking import ask, make_trump, nobody_made_trump
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import NEXT, Flow, State, clockwise


def _make_turned_suit(state: State, seat: int, *, alone: bool = False) -> None:
    assert state.proposed is not None
    make_trump(state, seat, state.proposed, alone=alone)


class BeloteFirstPass:
    """Two or three players: order or pass; the dealer may also take."""

    phase = Phase.ORDER

    def begin(self, state: State) -> Flow:
        """Ask from first to dealer, unless the trump is fixed already."""
        if state.trump is not None:
            return NEXT
        return self._ask(state, clockwise(state.rules, state.dealer + 1))

    def _ask(self, state: State, seats: tuple[int, ...]) -> Flow:
        return ask(state, seats, (PASS, ORDER, TAKE) if seats[0] == state.dealer else (PASS, ORDER))

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Make the turned suit trump and say who may or must exchange, or ask the next seat."""
        if code == PASS:
            waiting = state.queue[1:]
            return self._ask(state, waiting) if waiting else NEXT
        _make_turned_suit(state, seat)
        first = (state.dealer + 1) % state.rules.players
        if code == TAKE:
            state.swapper = seat
            state.must_swap = True
        else:
            state.swapper = first if seat == state.dealer else state.dealer
        return NEXT


class BeloteSecondPass:
    """Two or three players: take or pass; a taker must exchange and does not lead."""

    phase = Phase.NAME

    def begin(self, state: State) -> Flow:
        """Ask from first to dealer, unless the trump is fixed already."""
        if state.trump is not None:
            return NEXT
        return ask(state, clockwise(state.rules, state.dealer + 1), (PASS, TAKE))

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Make the turned suit trump, ask the next seat, or see what follows when all have passed."""
        if code == PASS:
            waiting = state.queue[1:]
            return ask(state, waiting, (PASS, TAKE)) if waiting else nobody_made_trump(state)
        _make_turned_suit(state, seat)
        state.swapper = seat
        state.must_swap = True
        state.lead_avoids_maker = True
        return NEXT


class TakeUp:
    """Four players, round one: the taker, whoever deals, may exchange."""

    phase = Phase.ORDER

    def __init__(self, rules: RuleSet) -> None:
        self._legal = (PASS, TAKE, TAKE_ALONE) if rules.alone else (PASS, TAKE)

    def begin(self, state: State) -> Flow:
        """Ask from first to dealer, unless the trump is fixed already."""
        if state.trump is not None:
            return NEXT
        return ask(state, clockwise(state.rules, state.dealer + 1), self._legal)

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Make the turned suit trump, or ask the next seat."""
        if code == PASS:
            waiting = state.queue[1:]
            return ask(state, waiting, self._legal) if waiting else NEXT
        _make_turned_suit(state, seat, alone=code == TAKE_ALONE)
        state.swapper = seat
        return NEXT
