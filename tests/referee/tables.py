"""Games without a store: logs as the judge makes them, and the fold that lives on while they grow."""

import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from hypothesis import strategies as st

from euchre_referee.fairness.seeds import commitment
from euchre_referee.referee.delay import NO_DELAY, Delay
from euchre_referee.referee.entries import (
    NOBODY,
    Clocks,
    Conduct,
    Created,
    Joined,
    Mark,
    Reservation,
    Sanction,
    SeedMode,
    Termination,
)
from euchre_referee.referee.game import Game
from euchre_referee.referee.judge import act, create, end, join, resign, strike, time_over
from euchre_referee.referee.step import Step
from euchre_referee.referee.timing import due_ms
from euchre_referee.referee.triage import MALFORMED
from euchre_referee.rules.actions import Kind, action, parse_action
from euchre_referee.rules.engine import apply
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State
from euchre_referee.store.game_id import game_id
from euchre_referee.store.head import Head
from tests.rules.games import rule_sets, seeds

STRIKE_LIMIT: Final = 3
NEVER_LEGAL: Final = action(Kind.BID, 62)
"""An action that every step refuses."""


class Table:
    """A game and its log. `game` is the fold that a referee would keep in memory."""

    def __init__(self, created: Created, rules: RuleSet) -> None:
        self.rules: Final = rules
        self.log: list[bytes] = []
        self.game = Game(created, rules)
        step = create(self.game, created)
        self.log += step.entries
        self.game.begin(step.entries[0])
        for raw in step.entries[1:]:
            self.game.advance(raw)

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.game.state

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.game.ended is not None

    @property
    def head(self) -> Head:
        """What the store keeps beside the log."""
        game = self.game
        return Head(game.version, game.head, game.deal_version, None, 0, 0)

    def join(self, name: str, nonce: bytes = b"") -> None:
        """A player takes the first free seat."""
        seat = self.game.seats.index(None)
        request = sha256(name.encode()).digest()
        self._advance(join(self.game, Joined(seat, f"s-{name}", name, nonce, request)))

    def act(self, code: int, mark: Mark = Mark.OWN, spent_ms: int = 7, lag_ms: int = 1) -> None:
        """The seat to act does this."""
        step = act(self.game, self.state.to_act, code, mark, spent_ms, lag_ms)
        assert isinstance(step, Step), step
        self._commit(step)

    def time_over(self, mark: Mark = Mark.TIMEOUT) -> None:
        """The clock decides for the seat to act."""
        self._commit(time_over(self.game, mark, self.due_ms))

    @property
    def due_ms(self) -> int:
        """After so long the clock decides for the seat to act."""
        return due_ms(self.game.created.clocks, self.game.accounts, self.state.to_act)

    def strike(self, words: str, spent_ms: int = 0, lag_ms: int = 0) -> bool:
        """The seat to act is struck; whether that brought a sanction upon it."""
        seat, code = self.state.to_act, parse_action(words)
        refusal = MALFORMED if code is None else apply(self.state, seat, code)
        assert isinstance(refusal, Refusal), words
        step, sanction = strike(self.game, seat, words, refusal.reason, spent_ms, lag_ms)
        self._advance(step)
        return sanction is not None

    def resign(self, seat: int) -> None:
        """A seat gives the game up."""
        self._commit(resign(self.game, seat))

    def end(self, termination: Termination = Termination.ABORTED, cause: str = "operator") -> None:
        """The game is ended before its time."""
        self._advance(end(self.game, termination, cause))

    def play(self, rng: random.Random, most: int = 10_000, each: Callable[[], None] | None = None) -> None:
        """Random legal actions, until the game is over or so many were made."""
        for _ in range(most):
            if self.over:
                return
            self.act(rng.choice(self.state.legal))
            if each is not None:
                each()

    def _commit(self, step: Step) -> None:
        """The fold takes the judge's word for what follows."""
        self.log += step.entries
        self.game.commit(step)

    def _advance(self, step: Step) -> None:
        self.log += step.entries
        for raw in step.entries:
            self.game.advance(raw)


class Plan(NamedTuple):
    """A game to be played at random."""

    rules: RuleSet
    seed: int
    reserved: bool
    """The seats are given by the maker, else players join."""
    clocks: Clocks = Clocks(action_limit_ms=30_000)
    on_strikes: Sanction = Sanction.DEFAULT_ACTION
    on_timeout: Sanction = Sanction.DEFAULT_ACTION


_clocks = st.sampled_from(
    (
        Clocks(30_000),
        Clocks(),
        Clocks(2_000, 9_000, 700, 60),
        Clocks(0, 60_000, 500, 50),
        Clocks(1_000, 0, 300, 300),
        Clocks(1_000, 5_000),
    )
)
_sanctions = st.sampled_from(Sanction)
plans = st.builds(Plan, rule_sets(), seeds, st.booleans(), _clocks, _sanctions, _sanctions)


def table_of(plan: Plan) -> Table:
    """The table that a plan is for."""
    return new_table(
        plan.rules,
        plan.seed,
        reserved=plan.reserved,
        clocks=plan.clocks,
        on_strikes=plan.on_strikes,
        on_timeout=plan.on_timeout,
    )


def new_table(
    rules: RuleSet,
    seed: int = 1,
    *,
    reserved: bool = True,
    board: str = "",
    nonces: tuple[bytes, ...] = (),
    clocks: Clocks = Clocks(action_limit_ms=30_000),  # noqa: B008  # frozen
    strike_limit: int = STRIKE_LIMIT,
    on_strikes: Sanction = Sanction.DEFAULT_ACTION,
    on_timeout: Sanction = Sanction.DEFAULT_ACTION,
    session: str = "s",
    delay: Delay = NO_DELAY,
) -> Table:
    """A table at which cards are dealt; the seats' names are "0", "1", ..., their sessions "s-0", "s-1", ..."""
    secret = sha256(b"%d" % seed).digest()
    sessions = [Reservation(f"{session}-{seat}", str(seat)) for seat in range(rules.players)]
    created = Created(
        game=game_id(secret),
        request=sha256(b"request").digest(),
        ruleset=rules.canonical,
        seed=secret,
        seed_mode=SeedMode.PROVABLE,
        commitment=commitment(secret),
        board=board,
        nonces=nonces,
        first_dealer=NOBODY,
        clocks=clocks,
        conduct=Conduct(strike_limit, on_strikes, on_timeout),
        reservations=tuple(sessions) if reserved else (),
        created_ms=1_700_000_000_000 + seed,
        delay=delay,
    )
    table = Table(created, rules)
    while not reserved and not table.game.full:
        seat = table.game.seats.index(None)
        table.join(str(seat), b"nonce %d" % seat)
    return table


def versions_of(plan: Plan, most: int = 60) -> Iterator[Table]:
    """The same table at many versions of a random game: actions, strikes, lost time, and at last an end."""
    rng = random.Random(plan.seed)
    table = table_of(plan)
    yield table
    for number in range(most):
        if table.over:
            return
        chance = rng.random()
        if chance < 0.15:
            spent_ms = rng.randrange(5000)
            table.strike(f"bid {number + 6}", spent_ms, rng.randrange(min(spent_ms, 900) + 1))
        elif chance < 0.2 and plan.clocks.timed:
            table.time_over(rng.choice((Mark.TIMEOUT, Mark.DISCONNECT)))
        else:
            spent_ms = rng.randrange(max(1, table.due_ms or 5000))
            table.act(rng.choice(table.state.legal), spent_ms=spent_ms, lag_ms=rng.randrange(min(spent_ms, 900) + 1))
        yield table
    if not table.over:
        if rng.random() < 0.5:
            table.end()
        else:
            table.resign(rng.randrange(plan.rules.players))
        yield table
