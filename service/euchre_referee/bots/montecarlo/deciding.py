"""What comes out best over the sampled worlds."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from euchre_referee.bots.careful import careful_bot
from euchre_referee.bots.draws import generator
from euchre_referee.bots.montecarlo.contest import Contest, Contests, hands_of, holder_of, trick_of
from euchre_referee.bots.montecarlo.deduction import Knowledge, knowledge
from euchre_referee.bots.montecarlo.endgame import Trick, different
from euchre_referee.bots.montecarlo.plausibility import plausible_worlds
from euchre_referee.bots.montecarlo.playouts import after, searched, worth_from
from euchre_referee.bots.montecarlo.replay import replay
from euchre_referee.bots.montecarlo.sampling import World
from euchre_referee.bots.montecarlo.worth import worth_of_completed
from euchre_referee.rules.engine import apply_in_place
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.state import State
from euchre_referee.rules.views import View
from euchre_referee.rules.views import view as view_of

_WORLDS: Final = 32
_WORLDS_IN_CALLS: Final = 3
"""How many times as many worlds are played out when something is to be said: more hangs on it, and on luck."""
_EXACT: Final = 20
"""Cards left from which two sides are searched exactly, when a card is to be played."""
_EXACT_FOR_TWO: Final = 12
"""The same for two seats, whose hands may be longer."""
_EXACT_FOR_PLAYERS: Final = 10
"""The same where each plays for itself."""
_EXACT_IN_CALLS: Final = 8
"""Two sides when something is to be said: there more worlds tell more than better play.

Players for themselves are not searched at all then.
"""
_DOUBT: Final = 0.5
"""By how many standard errors another action must do better than the one ``careful`` would choose."""


@dataclass(frozen=True, slots=True)
class MonteCarloBot:
    """Plays out as many worlds as it is told; the draws depend on the seed and the view alone."""

    seed: int
    worlds: int = _WORLDS
    """In how many worlds each card that may be played is tried; what may be said, in up to three times as many."""

    def __call__(self, view: View) -> int:
        """The legal action that does best on average, if it is clearly better than what ``careful`` would do."""
        if len(view.legal) == 1:
            return view.legal[0]
        known = knowledge(view)
        habit = careful_bot(view)
        chance = generator(self.seed, view)
        if view.phase is Phase.PLAY:
            worth = _plays(known, plausible_worlds(known, self.worlds, chance))
        else:
            worth = _calls(known, plausible_worlds(known, _WORLDS_IN_CALLS * self.worlds, chance), habit)
        best = max(worth, key=lambda action: sum(worth[action]))
        return best if _clearly_better(worth[best], worth[habit]) else habit


def _clearly_better(these: Sequence[float], those: Sequence[float]) -> bool:
    """Whether the mean difference, world by world, is beyond doubt.

    That guards against luck, and against what a search that sees all cards takes to be equal: ``careful`` knows
    better what to do without seeing them.
    """
    differences = [this - that for this, that in zip(these, those, strict=True)]
    count, total = len(differences), sum(differences)
    spread = sum([difference * difference for difference in differences]) - total * total / count
    return total > _DOUBT * math.sqrt(max(spread, 0.0))


def _plays(known: Knowledge, worlds: Sequence[World]) -> dict[int, list[float]]:
    """World by world what each card to play is worth. The table is the same in all, so the engine builds one only."""
    view = known.view
    state = replay(known, worlds[0])
    contests = Contests(view.to_act)
    worth: dict[int, list[float]] = {code: [] for code in view.legal}
    for world in worlds:
        everything = tuple([held | played for held, played in zip(world.held, known.played, strict=True)])
        contest = contests.of(state, holder_of(view.called, everything))
        bits = [contest.layout.bits[code & 63] for code in view.legal]
        found = _worth_of_plays(contest, trick_of(contest, state), hands_of(contest, world.held), view.tricks, bits)
        for code, points in zip(view.legal, found, strict=True):
            worth[code].append(points)
    return worth


def _worth_of_plays(
    contest: Contest, trick: Trick, hands: list[int], tricks: Sequence[int], bits: Sequence[int]
) -> list[float]:
    """What each card brings the viewer; cards that make no difference are tried once."""
    layout = contest.layout
    search = searched(contest, hands)
    worth: dict[int, float] = {}
    for bit in different(layout.suits, sum(bits), sum(hands) | trick.best):
        now, taken = hands.copy(), list(tricks)
        following = after(contest, trick, now, taken, bit)
        if sum(now).bit_count() > _exact(contest):
            worth[bit] = worth_from(contest, following, now, taken, _exact(contest))
        else:
            hands[trick.seat] ^= bit
            worth[bit] = search(following, tuple(taken))
            hands[trick.seat] ^= bit
    return [worth[min(tried for tried in worth if tried >= bit and tried & layout.suit_of[bit])] for bit in bits]


def _exact(contest: Contest) -> int:
    if contest.sides is None:
        return _EXACT_FOR_PLAYERS
    return _EXACT_FOR_TWO if contest.playing == 2 else _EXACT


def _calls(known: Knowledge, worlds: Sequence[World], habit: int) -> dict[int, list[float]]:
    """World by world what each action before the play is worth, of the habit and the one or two that do best.

    All are tried in a quarter of the worlds, the better half of them in the second quarter, two in the rest.
    """
    viewer = known.view.to_act
    contests = Contests(viewer)
    quarter, half = -(-len(worlds) // 4), -(-len(worlds) // 2)
    worth: dict[int, list[float]] = {code: [] for code in known.view.legal}
    for done, world in enumerate(worlds):
        if done in (quarter, half):
            ranking = sorted(worth, key=lambda code: sum(worth[code]), reverse=True)
            kept = ranking[: 2 if done == half else max(2, len(ranking) // 2)]
            worth = {code: worth[code] for code in ranking if code in kept or code == habit}
        state = replay(known, world)
        for code, found in worth.items():
            found.append(_worth_of_call(contests, state.copy(), viewer, code))
    return worth


def _worth_of_call(contests: Contests, state: State, viewer: int, code: int) -> float:
    """What an action brings the viewer if all, the viewer included, then say what ``careful`` would say."""
    apply_in_place(state, viewer, code)
    while state.to_act >= 0 and state.phase is not Phase.PLAY:
        legal = state.legal
        said = legal[0] if len(legal) == 1 else careful_bot(view_of(state, state.to_act))
        apply_in_place(state, state.to_act, said)
    if state.to_act < 0:
        return worth_of_completed(state)[viewer]
    contest = contests.of(state, holder_of(state.called, state.hands))
    hands = hands_of(contest, state.hands)
    exact = 0 if contest.sides is None else _EXACT_IN_CALLS
    return worth_from(contest, trick_of(contest, state), hands, list(state.tricks), exact)
