"""A game in Euchre Game Notation, deal after deal: who deals, what is scored, when it is over."""

from collections.abc import Iterator
from dataclasses import dataclass

from euchre_referee.rules.closing import close_played, close_void
from euchre_referee.rules.egn.contract import SEATS
from euchre_referee.rules.egn.fault import Fault, Stage
from euchre_referee.rules.egn.game import EgnDeal, EgnGame
from euchre_referee.rules.egn.judging import Judged, judge_deal
from euchre_referee.rules.engine import between_deals
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.refusals import Reason
from euchre_referee.rules.result import EndedBy, Outcome
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a game stands between deals. After a deal that cannot be scored the scores are what is beyond doubt."""

    state: State
    certain: bool
    """All deals so far could be scored."""
    dealers: tuple[int, ...]
    """Who may deal next; any seat if empty."""

    @property
    def over(self) -> bool:
        """No deal may follow."""
        limit = self.state.rules.max_deals
        return self.state.finished or 0 < limit <= self.state.scored_deals


@dataclass(frozen=True, slots=True)
class JudgedDeal:
    """A deal in its game."""

    told: EgnDeal
    judged: Judged
    faults: tuple[Fault, ...]
    """Those of the deal itself and of its place in the game."""
    after: Standing


def begin(rules: RuleSet, game: EgnGame) -> Standing:
    """Before the first deal, which any seat may deal; a game may be over with its initial scores."""
    scores = game.initial * (SEATS // len(game.initial))
    state = between_deals(rules, scores, -1, 0, 0)
    if max(scores) >= rules.target_score:
        state.finished = True
        state.needs_deal = False
        state.phase = Phase.GAME_OVER
        state.ended_by = EndedBy.TARGET
        state.winners = tuple(seat for seat, score in enumerate(scores) if score >= rules.target_score)
    return Standing(state, True, ())


def judge_deals(standing: Standing, game: EgnGame) -> Iterator[JudgedDeal]:
    """Judges every deal of a game, also after faults."""
    rules = standing.state.rules
    for number, told in enumerate(game.deals):
        judged = judge_deal(rules, told, last=number + 1 == len(game.deals))
        faults = tuple(sorted((*_place_faults(standing, told), *judged.faults), key=lambda fault: fault.order))
        standing = _after(standing, told, judged, in_order=not faults)
        yield JudgedDeal(told, judged, faults, standing)


def _place_faults(standing: Standing, told: EgnDeal) -> Iterator[Fault]:
    if standing.over:
        yield Fault(Stage.DEALT, Reason.GAME_OVER, "the game is over; no deal follows")
    if not 0 <= told.dealer < SEATS:
        yield Fault(Stage.DEALT, Reason.WRONG_DEALER, f"there is no seat {str(told.dealer)[:20]} to deal")
    elif standing.dealers and told.dealer not in standing.dealers:
        expected = " or ".join(map(str, standing.dealers))
        yield Fault(Stage.DEALT, Reason.WRONG_DEALER, f"seat {told.dealer} deals; it is the turn of seat {expected}")


def _after(before: Standing, told: EgnDeal, judged: Judged, *, in_order: bool) -> Standing:
    rules, state = before.state.rules, before.state
    if not 0 <= told.dealer < SEATS:
        return Standing(state, False, tuple((seat + 1) % SEATS for seat in before.dealers))
    following = (told.dealer + 1) % SEATS
    if not judged.complete:
        # Where a deal was broken off, the same seat deals again or the next one goes on.
        return Standing(state, before.certain, (told.dealer, following))
    expected = {following}
    if before.dealers and told.dealer not in before.dealers:
        # A wrong dealer may be a slip of the pen.
        expected |= {(seat + 1) % SEATS for seat in before.dealers}
    dealers = tuple(sorted(expected))
    if before.over:
        return Standing(state, before.certain, dealers)
    own = between_deals(rules, state.scores, told.dealer, state.deal_number + 1, state.scored_deals)
    contract, won = judged.contract, judged.seating.won
    if contract.thrown_in and in_order:
        close_void(own, Outcome.THROWN_IN)
        return Standing(own, before.certain, dealers)
    if not in_order or won is None or contract.maker is None:
        own.scored_deals += 1
        return Standing(own, False, dealers)
    own.maker, own.trump, own.alone = contract.maker, contract.trump, contract.alone
    own.lone_defender, own.tricks = contract.lone_defender, won
    close_played(own)
    return Standing(own, before.certain, dealers)
