"""Who plays with whom for what, once a deal has come to the play."""

from functools import cache
from typing import NamedTuple

from euchre_referee.bots.montecarlo.endgame import Players, Sides, Trick, extremes, led_by
from euchre_referee.bots.montecarlo.layout import Layout, layout
from euchre_referee.bots.montecarlo.worth import worth_of_tricks
from euchre_referee.rules.cards import BIT, NO_TRUMP
from euchre_referee.rules.state import State


class Contest(NamedTuple):
    """A deal in play, but for the cards; seats in masks are bits."""

    viewer: int
    layout: Layout
    ring: tuple[int, ...]
    """By seat: the next seat that plays."""
    playing: int
    """How many seats play."""
    out: tuple[int, ...]
    """The seats that do not."""
    friends: tuple[int, ...]
    """By seat: a mask of the seats that play for the same side, itself included."""
    makers: int
    """A mask of the maker, or of nobody."""
    sides: Sides | None
    """The viewer's side against the rest; None where each plays for itself."""
    players: Players


class Contests:
    """The contests of one decision, each made once."""

    def __init__(self, viewer: int) -> None:
        self._viewer = viewer
        self._made: dict[tuple[object, ...], Contest] = {}

    def of(self, state: State, holder: int | None) -> Contest:
        """The contest of a state in play; ``holder`` has or had the called card of an auction."""
        key = (
            state.trump,
            state.maker,
            state.alone,
            state.lone_defender,
            state.withdrew,
            state.best_bid,
            holder,
        )
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = _contest(state, self._viewer, holder)
        return found


def holder_of(called: int | None, hands: tuple[int, ...]) -> int | None:
    """Which of the hands, cards played included, has the called card."""
    if called is None:
        return None
    return next((seat for seat, hand in enumerate(hands) if hand & BIT[called]), None)


def trick_of(contest: Contest, state: State) -> Trick:
    """The trick on the table."""
    table = contest.layout
    led = best = 0
    winner = state.to_act
    for seat, card in state.trick:
        bit = table.bits[card]
        led = led or table.suit_of[bit]
        if bit > best and (not best or bit & (led | table.trumps)):
            best, winner = bit, seat
    if not led:
        return led_by(state.to_act, contest.playing)
    return Trick(state.to_act, led, best, winner, contest.playing - len(state.trick))


def hands_of(contest: Contest, held: tuple[int, ...]) -> list[int]:
    """The hands in the contest's order of cards, those that are out without cards."""
    out = contest.out
    return [0 if seat in out else contest.layout.of_hand(hand) for seat, hand in enumerate(held)]


def _contest(state: State, viewer: int, holder: int | None) -> Contest:
    rules = state.rules
    out = state.sits_out + state.withdrew
    table = layout(NO_TRUMP if state.trump is None else state.trump)
    ring = _ring(rules.players, out)
    playing = rules.players - len(out)
    friends = tuple(_friends(state, seat, holder) for seat in range(rules.players))
    worth: dict[tuple[int, ...], tuple[float, ...]] = {}

    def by_tricks(tricks: tuple[int, ...]) -> tuple[float, ...]:
        found = worth.get(tricks)
        if found is None:
            found = worth[tricks] = worth_of_tricks(state, tricks, holder)
        return found

    sides = None
    if rules.partners or rules.players == 2 or (state.maker is not None and not rules.counts_down):
        by_taken = tuple(
            by_tricks(_shared(state, friends[viewer], viewer, taken))[viewer] for taken in range(rules.hand_size + 1)
        )
        ours = tuple(bool(friends[viewer] >> seat & 1) for seat in range(rules.players))
        floors, ceilings = extremes(by_taken, min), extremes(by_taken, max)
        sides = Sides(table, ring, playing, ours, by_taken, floors, ceilings)
    makers = 0 if state.maker is None else 1 << state.maker
    players = Players(table, ring, playing, by_tricks)
    return Contest(viewer, table, ring, playing, out, friends, makers, sides, players)


def _shared(state: State, ours: int, viewer: int, taken: int) -> tuple[int, ...]:
    """Tricks by seat of which one side took so many; where two play, one seat stands for its side."""
    rules, maker = state.rules, state.maker
    theirs = next(seat for seat in range(rules.players) if not ours >> seat & 1)
    if maker is not None:
        viewer, theirs = (maker, theirs) if ours >> maker & 1 else (viewer, maker)
    tricks = [0] * rules.players
    tricks[viewer] = taken
    tricks[theirs] = rules.hand_size - taken
    return tuple(tricks)


@cache
def _ring(players: int, out: tuple[int, ...]) -> tuple[int, ...]:
    """By seat: the next seat clockwise that plays; of no meaning for seats that do not."""
    playing = [seat for seat in range(players) if seat not in out]
    return tuple(next((other for other in playing if other > seat), playing[0]) for seat in range(players))


def _friends(state: State, seat: int, holder: int | None) -> int:
    rules, maker = state.rules, state.maker
    if rules.partners:
        return 0b0101 << seat % 2
    if maker is None or rules.counts_down:
        return 1 << seat
    making = 1 << maker | (0 if holder is None else 1 << holder)
    return making if making >> seat & 1 else ((1 << rules.players) - 1) & ~making
