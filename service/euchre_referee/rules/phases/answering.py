"""Answers to a call before the play: defending alone, staying or withdrawing (RULES 5 and 6)."""

from euchre_referee.rules.actions import ANSWER, DEFEND, PASS, STAY, WITHDRAW, move
from euchre_referee.rules.closing import close_played
from euchre_referee.rules.options import Uncontested, Withdraw
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.phases.asking import ask
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import NEXT, Flow, State, clockwise, keep_secret


class DefendAlone:
    """Against a lone maker each defender may defend alone; the first to say so does."""

    phase = Phase.DEFEND

    def begin(self, state: State) -> Flow:
        """Ask the defenders from the maker's left, if the maker plays alone."""
        if not state.alone or state.maker is None:
            return NEXT
        players = state.rules.players
        defenders = ((state.maker + 1) % players, (state.maker + 3) % players)
        return ask(state, defenders, (PASS, DEFEND))

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Send the lone defender's partner out, or ask the other defender."""
        if code == DEFEND:
            state.lone_defender = seat
            state.sits_out = tuple(sorted((*state.sits_out, (seat + 2) % state.rules.players)))
            return NEXT
        waiting = state.queue[1:]
        return ask(state, waiting, (PASS, DEFEND)) if waiting else NEXT


class StayOrWithdraw:
    """Everybody but the maker stays or withdraws, in the open or in secret."""

    phase = Phase.STAY

    def __init__(self, rules: RuleSet) -> None:
        self._secret = rules.withdraw is Withdraw.SECRET
        self._last_must_stay = rules.uncontested is Uncontested.LAST_MUST_STAY

    def begin(self, state: State) -> Flow:
        """Ask those who have a choice, from the maker's left."""
        if state.maker is None:
            return NEXT
        others = clockwise(state.rules, state.maker + 1)[:-1]
        bound = tuple(seat for seat in others if self._must_stay(state, seat))
        state.bound = len(bound)
        return self._ask(state, tuple(seat for seat in others if seat not in bound))

    def _must_stay(self, state: State, seat: int) -> bool:
        floor = state.rules.withdraw_floor
        return floor > 0 and state.scores[seat] <= floor

    def _ask(self, state: State, seats: tuple[int, ...]) -> Flow:
        nobody_stays = not state.bound and not state.stayed
        if not seats or (self._last_must_stay and nobody_stays and len(seats) == 1):
            return self._reveal(state)
        return ask(state, seats, (STAY, WITHDRAW))

    def follow(self, state: State, seat: int, code: int) -> Flow:
        """Note the answer and ask the next seat; after the last, see whether anybody is left to play."""
        state.answers = (*state.answers, (seat, code))
        if self._secret:
            keep_secret(state, 1 << seat, move(seat, ANSWER))
        else:
            self._publish(state)
        return self._ask(state, state.queue[1:])

    def _publish(self, state: State) -> None:
        answers = dict(state.answers)
        state.withdrew = tuple(sorted(seat for seat, code in answers.items() if code == WITHDRAW))
        state.stayed = tuple(sorted(seat for seat, code in answers.items() if code == STAY))

    def _reveal(self, state: State) -> Flow:
        self._publish(state)
        state.secrets = tuple(secret for secret in state.secrets if secret.shown & 0xFFFF != ANSWER)
        if len(state.withdrew) < state.rules.players - 1:
            return NEXT
        tricks = [0] * state.rules.players
        assert state.maker is not None
        tricks[state.maker] = state.rules.hand_size
        state.tricks = tuple(tricks)
        return close_played(state)
