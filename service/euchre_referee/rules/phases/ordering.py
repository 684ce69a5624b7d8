"""Making trump by ordering up and by naming (RULES 4)."""

from euchre_referee.rules.actions import NAME, NAME_ALONE, ORDER, ORDER_ALONE, PASS
from euchre_referee.rules.cards import NO_TRUMP
from euchre_referee.rules.options import AllPass, NoTrumpCall
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.phases.asking import ask, make_trump, nobody_made_trump
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import NEXT, Flow, State, clockwise


def _naming(suits: tuple[int, ...], alone: bool) -> tuple[int, ...]:
    plain = tuple(NAME | suit for suit in suits)
    return plain + tuple(NAME_ALONE | suit for suit in suits) if alone else plain


class OrderUp:
    """Round one: the proposed suit, which the dealer then takes up; in some games no trump."""

    phase = Phase.ORDER

    def __init__(self, rules: RuleSet) -> None:
        alone = (ORDER_ALONE,) if rules.alone else ()
        any_round = rules.no_trump_call is NoTrumpCall.ANY_ROUND
        named = _naming((NO_TRUMP,), rules.alone) if any_round else ()
        self._legal = (PASS, ORDER, *alone, *named)
        self._legal_for_partner = (PASS, *alone, *named)
        self._partner_must_be_alone = rules.partner_order_must_be_alone

    def begin(self, state: State) -> Flow:
        """Ask from first to dealer, unless the trump is fixed already."""
        if state.trump is not None:
            return NEXT
        return self._ask(state, clockwise(state.rules, state.dealer + 1))

    def _ask(self, state: State, seats: tuple[int, ...]) -> Flow:
        if self._partner_must_be_alone and seats[0] == (state.dealer + 2) % state.rules.players:
            return ask(state, seats, self._legal_for_partner)
        return ask(state, seats, self._legal)

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Make the trump, or ask the next seat."""
        if code == PASS:
            waiting = state.queue[1:]
            return self._ask(state, waiting) if waiting else NEXT
        if code in (ORDER, ORDER_ALONE):
            assert state.proposed is not None
            make_trump(state, seat, state.proposed, alone=code == ORDER_ALONE, picks_up=True)
        else:
            make_trump(state, seat, code & 63, alone=code >= NAME_ALONE)
        return NEXT


class NameTrump:
    """Round two, or the only round without a turn-up: any suit but the one turned down."""

    phase = Phase.NAME

    def __init__(self, rules: RuleSet) -> None:
        no_trump = () if rules.no_trump_call is NoTrumpCall.OFF else (NO_TRUMP,)
        self._legal = {
            turned: _naming((*(suit for suit in range(4) if suit != turned), *no_trump), rules.alone)
            for turned in (None, 0, 1, 2, 3)
        }
        self._stuck = rules.all_pass is AllPass.STICK_DEALER

    def begin(self, state: State) -> Flow:
        """Turn the turn-up down and ask from first to dealer, unless the trump is fixed already."""
        if state.trump is not None:
            return NEXT
        state.turned_down = state.turn_up is not None
        return self._ask(state, clockwise(state.rules, state.dealer + 1))

    def _ask(self, state: State, seats: tuple[int, ...]) -> Flow:
        names = self._legal[state.proposed]
        stuck = self._stuck and seats[0] == state.dealer
        return ask(state, seats, names if stuck else (PASS, *names))

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Make the trump, ask the next seat, or see what follows when all have passed."""
        if code != PASS:
            make_trump(state, seat, code & 63, alone=code >= NAME_ALONE)
            return NEXT
        waiting = state.queue[1:]
        return self._ask(state, waiting) if waiting else nobody_made_trump(state)
