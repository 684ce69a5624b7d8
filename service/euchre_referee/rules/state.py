"""The state of a game: one value that holds the whole game and its current deal.

A state is never changed once it has been given out. The engine copies one, changes the copy, and gives that out;
everybody else only reads. Seats, suits and cards are None where there is none, except ``dealer`` and ``to_act``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter
from typing import Final, NamedTuple, Protocol

from euchre_referee.rules.cards import BIT
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.result import DealResult, EndedBy, Outcome
from euchre_referee.rules.ruleset import RuleSet


class Deal(NamedTuple):
    """Cards as dealt: hands by seat (a dead hand after the last seat's), then the other cards as talon.

    What could not be read as a card is ``UNREADABLE_CARD``; from a damaged log any byte may come.
    """

    dealer: int
    hands: tuple[tuple[int, ...], ...]
    talon: tuple[int, ...]


class Secret(NamedTuple):
    """A move whose argument, or whose kind, only some seats may see."""

    position: int
    """Its place in the deal's moves."""
    seen_by: int
    """A bit mask of the seats that know it."""
    shown: int
    """The move as everybody else sees it."""


class Flow(Enum):
    """What follows a step's question or answer."""

    ASK = "ask"
    """Somebody has been asked: ``to_act`` and ``legal`` are set."""
    NEXT = "next"
    """The step is done, or asks nobody."""
    CLOSED = "closed"
    """The deal is over."""


# A short step is done in the time that looking a member up on its enum takes, so the members have names of their own.
ASK: Final = Flow.ASK
NEXT: Final = Flow.NEXT
CLOSED: Final = Flow.CLOSED


class Step(Protocol):
    """One step of a deal. It changes only the state it is handed, which nobody else holds yet."""

    @property
    def phase(self) -> Phase:
        """The step's name."""
        ...

    def begin(self, state: "State") -> Flow:
        """What is legal: ask the first seat, or tell that nobody is asked."""
        ...

    def follow(self, state: "State", seat: int, code: int) -> Flow:
        """What follows a legal action: ask the next seat, or tell that the step or the deal is over."""
        ...


class Score(NamedTuple):
    """What a played deal is worth."""

    outcome: Outcome
    points: tuple[int, ...]
    """By seat, to be added to the scores."""
    swept_by: int | None
    """The player whose sweep wins the game."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """How a rule set's deals go."""

    steps: tuple[Step, ...]
    """In order."""
    score: Callable[["State"], Score]
    """What a played deal is worth."""
    sizes: tuple[int, ...]
    """How many cards each hand and then the talon holds."""
    cleared: "State"
    """The table before a deal; it lacks what the game brings along."""


Led = tuple[tuple[int, ...], int, int, int]
"""A trick under way: the strength of every card in it, a mask of the cards that follow, the greatest strength so far,
and the seat it is from."""


class State:
    """A game and its current deal (see the module's text). Equality compares everything.

    What a card played changes lies in slots. All the rest lies in ``__dict__``, which the states of one play share:
    from the first lead on, whoever changes it calls ``part`` before.
    """

    __slots__ = ("__dict__", "leader", "led", "legal", "moves", "to_act", "tricks", "unplayed")

    to_act: int
    """The seat to act, or -1."""
    legal: tuple[int, ...]
    """The legal action codes of the seat to act."""
    moves: tuple[int, ...]
    """Every action of the deal: ``seat << 16 | code``."""
    unplayed: int
    """A mask of the cards not yet played; a hand is ``hands[seat] & unplayed``."""
    tricks: tuple[int, ...]
    """By seat: tricks taken."""
    leader: int | None
    """Who led the current trick, or is to lead it; None until the play begins."""
    led: Led
    """The trick that has been led to."""

    rules: RuleSet
    plan: Plan

    scores: tuple[int, ...]
    """By seat, after the last completed deal."""
    deal_number: int
    """Deals dealt so far, void ones included."""
    scored_deals: int
    dealer: int
    """Of the current deal, or of the next one while ``needs_deal``; -1 while none is fixed."""
    needs_deal: bool
    finished: bool
    winners: tuple[int, ...]
    ended_by: EndedBy | None
    game_value: int
    """2 after a slam, else 1."""
    carried: tuple[int, ...]
    """By seat: points taken to the next game where laps are played."""
    result: DealResult | None
    """Of the deal just completed; None while a deal runs."""

    phase: Phase
    step: int
    """Index of the current step in the plan; -1 before the first."""
    asking: Step
    """The current step itself."""
    queue: tuple[int, ...]
    """Seats still to be asked in this step, the one to act first; not used in play."""
    secrets: tuple[Secret, ...]
    """Which of the moves not everybody may see."""

    dealt: Deal | None
    hands: tuple[int, ...]
    """By seat: a mask of the cards the seat has not given away, those already played included."""
    withheld: bool
    """The dealer may not yet look at the hand."""
    turn_up: int | None
    turned_down: bool
    proposed: int | None
    put_away: tuple[tuple[int, ...], ...]
    """By seat: cards given away face down."""
    received: tuple[tuple[int, ...], ...]
    """By seat: cards received after the deal."""

    best_bid: tuple[int, int] | None
    trump: int | None
    maker: int | None
    alone: bool
    picks_up: bool
    """The dealer takes the turn-up."""
    best_wanted: bool
    """The lone maker has called for the partner's best."""
    swapper: int | None
    """The seat that may exchange a card for the turn-up."""
    must_swap: bool
    lead_avoids_maker: bool
    """The lead goes to the first seat that is not the maker."""
    called: int | None
    partner: int | None
    """The holder of the called card, once it has been played."""
    lone_defender: int | None
    sits_out: tuple[int, ...]
    bound: int
    """How many seats must stay and are therefore not asked."""
    answers: tuple[tuple[int, int], ...]
    """Stay or withdraw, as answered: seat and code; secret ones included."""
    withdrew: tuple[int, ...]
    stayed: tuple[int, ...]
    ring: tuple[int, ...]
    """By seat: the next seat clockwise that plays."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.__dict__ == other.__dict__ and _in_slots(self) == _in_slots(other)

    @property
    def trick(self) -> tuple[tuple[int, int], ...]:
        """Seat and card of the current trick, in order of play; empty once the deal is over."""
        if self.leader is None or self.to_act in (self.leader, -1):
            return ()
        cards: list[tuple[int, int]] = []
        for move in reversed(self.moves):
            cards.append((move >> 16, move & 63))
            if move >> 16 == self.leader:
                break
        return tuple(reversed(cards))

    def copy(self) -> "State":
        """A state that may be changed until it is given out."""
        new = State()
        new.__dict__ = self.__dict__.copy()
        new.to_act = self.to_act
        new.legal = self.legal
        new.moves = self.moves
        new.unplayed = self.unplayed
        new.tricks = self.tricks
        new.leader = self.leader
        new.led = self.led
        return new

    def part(self) -> None:
        """Stop sharing what does not lie in slots, so that it may be changed."""
        self.__dict__ = self.__dict__.copy()


_in_slots: Final = attrgetter(*(name for name in State.__slots__ if name != "__dict__"))


def cleared_table(players: int) -> State:
    """The table before a deal, with neither rules nor scores."""
    state = State()
    state.to_act = -1
    state.legal = state.moves = ()
    state.unplayed = 0
    state.leader = None
    state.led = ((), 0, 0, -1)
    state.tricks = (0,) * players
    state.needs_deal = state.finished = False
    state.winners = ()
    state.ended_by = None
    state.game_value = 1
    state.carried = (0,) * players
    state.result = None
    state.step = -1
    state.queue = ()
    state.secrets = ()
    state.dealt = None
    state.hands = (0,) * players
    state.withheld = state.turned_down = False
    state.turn_up = state.proposed = None
    state.put_away = state.received = ((),) * players
    state.best_bid = None
    state.trump = state.maker = None
    state.alone = state.picks_up = state.best_wanted = False
    state.swapper = None
    state.must_swap = state.lead_avoids_maker = False
    state.called = state.partner = state.lone_defender = None
    state.sits_out = ()
    state.bound = 0
    state.answers = ()
    state.withdrew = state.stayed = ()
    state.ring = ()
    return state


_ROUNDS: Final = tuple(
    tuple(tuple((start + offset) % players for offset in range(players)) for start in range(players))
    for players in range(6)
)
"""``_ROUNDS[players][start]``: the seats in order."""


def clockwise(rules: RuleSet, start: int) -> tuple[int, ...]:
    """All seats in order, beginning with ``start``, which may run past the last seat."""
    return _ROUNDS[rules.players][start % rules.players]


def held(state: State, seat: int) -> int:
    """The hand of a seat now, as a mask."""
    return state.hands[seat] & state.unplayed


def put_away(state: State, seat: int, card: int) -> None:
    """Take a card from a hand under change; it goes face down."""
    hands, piles = list(state.hands), list(state.put_away)
    hands[seat] &= ~BIT[card]
    piles[seat] += (card,)
    state.hands, state.put_away = tuple(hands), tuple(piles)


def receive(state: State, seat: int, card: int) -> None:
    """Add a card to a hand under change."""
    hands, received = list(state.hands), list(state.received)
    hands[seat] |= BIT[card]
    received[seat] += (card,)
    state.hands, state.received = tuple(hands), tuple(received)


def keep_secret(state: State, seen_by: int, shown: int) -> None:
    """Mark the latest move of a state under change: all but ``seen_by`` (a mask) see ``shown``."""
    state.secrets = (*state.secrets, Secret(len(state.moves) - 1, seen_by, shown))
