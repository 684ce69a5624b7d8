"""What a decision leads to: the entries to append and the game after them. Pure; the store has the last word."""

from collections.abc import Sequence
from typing import Final

from euchre_referee.fairness.chain import next_head, salt
from euchre_referee.fairness.shuffle import first_dealer, permutation
from euchre_referee.referee.entries import (
    CAUSES,
    NOBODY,
    Created,
    Dealt,
    Ended,
    Joined,
    Lost,
    Mark,
    Sanction,
    Struck,
    Termination,
    acted_bytes,
)
from euchre_referee.referee.game import Game, dealt, shuffled
from euchre_referee.referee.step import NOT_ACTED, Step
from euchre_referee.referee.timing import charged
from euchre_referee.rules.dealing import deck
from euchre_referee.rules.defaults import default_action
from euchre_referee.rules.engine import apply
from euchre_referee.rules.losing import forfeit_winners, lose_deal
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.state import State

RESIGNED: Final = "resign"
"""The cause of an end by a seat that gave up."""


class _Chain:
    """Entries one behind the other, with the head after the last, and what else they change."""

    def __init__(self, game: Game) -> None:
        self.seed = game.created.seed
        self.version = game.version
        self.head = game.head
        self.entries: tuple[bytes, ...] = ()
        self.strikes = game.strikes
        self.accounts = game.accounts
        self.seat, self.spent_ms, self.lag_ms = NOT_ACTED, 0, 0

    def append(self, raw: bytes) -> None:
        self.version += 1
        self.head = next_head(self.head, salt(self.seed, self.version), raw)
        self.entries += (raw,)

    def took(self, game: Game, seat: int, spent_ms: int, lag_ms: int) -> None:
        """The seat's turn is decided after so much time."""
        self.seat, self.spent_ms, self.lag_ms = seat, spent_ms, lag_ms
        self.accounts = charged(game.created.clocks, self.accounts, seat, spent_ms, lag_ms)

    def step(self, state: State, deal_version: int, ended: Ended | None = None) -> Step:
        return Step(
            self.entries, self.head, state, deal_version, ended, self.accounts, self.seat, self.spent_ms, self.lag_ms
        )


def act(game: Game, seat: int, action: int, mark: Mark, spent_ms: int, lag_ms: int) -> Step | Refusal:
    """An action of the seat to act, with the next deal or the end of the game where it brings them."""
    state = apply(game.state, seat, action)
    if isinstance(state, Refusal):
        return state
    raw = acted_bytes(seat, action, mark, spent_ms, lag_ms)
    if state.to_act < 0:
        chain = _Chain(game)
        chain.took(game, seat, spent_ms, lag_ms)
        return _followed(game, chain, raw, state)
    head = next_head(game.head, salt(game.created.seed, game.version + 1), raw)
    accounts = charged(game.created.clocks, game.accounts, seat, spent_ms, lag_ms)
    return Step((raw,), head, state, game.deal_version, None, accounts, seat, spent_ms, lag_ms)


def _followed(game: Game, chain: _Chain, raw: bytes, state: State) -> Step:
    """An entry that decides a turn, with all that follows of itself."""
    chain.append(raw)
    if state.to_act >= 0:
        return chain.step(state, game.deal_version)
    if state.finished:
        ended = Ended(Termination.NORMAL, "", NOBODY, state.scores, state.winners, game.created.seed)
        chain.append(ended.encode())
        return chain.step(state, game.deal_version, ended)
    return _dealing(game, chain, state, game.nonces)


def time_over(game: Game, mark: Mark, spent_ms: int) -> Step:
    """The clock decides for the seat to act as the table's conduct rules say; `mark` says how its time ran out."""
    return _sanctioned(game, _Chain(game), game.created.conduct.on_timeout, mark, spent_ms, 0)


def _sanctioned(game: Game, chain: _Chain, sanction: Sanction, mark: Mark, spent_ms: int, lag_ms: int) -> Step:
    seat = game.state.to_act
    if sanction is Sanction.FORFEIT:
        return _forfeited(game, chain, seat, CAUSES[mark])
    chain.took(game, seat, spent_ms, lag_ms)
    if sanction is Sanction.LOSE_DEAL:
        return _followed(game, chain, Lost(seat, mark, spent_ms, lag_ms).encode(), lose_deal(game.state, seat))
    safe = default_action(game.state)
    state = apply(game.state, seat, safe)
    assert not isinstance(state, Refusal)
    return _followed(game, chain, acted_bytes(seat, safe, mark, spent_ms, lag_ms), state)


def resign(game: Game, seat: int) -> Step:
    """The end of a game that a seat gives up."""
    return _forfeited(game, _Chain(game), seat, RESIGNED)


def _forfeited(game: Game, chain: _Chain, seat: int, cause: str) -> Step:
    winners = forfeit_winners(game.state, seat)
    return _ended(game, chain, Ended(Termination.FORFEIT, cause, seat, game.state.scores, winners, game.created.seed))


def _ended(game: Game, chain: _Chain, ended: Ended) -> Step:
    chain.append(ended.encode())
    return chain.step(game.state, game.deal_version, ended)


def create(game: Game, created: Created, seated: Sequence[Joined] = ()) -> Step:
    """The first entry, with the first deal where every seat is reserved. `game` is the empty game.

    `seated` have their seats from the beginning where others stay free.
    """
    chain = _Chain(game)
    chain.append(created.encode())
    for joined in seated:
        chain.append(joined.encode())
    if game.full:
        return _dealing(game, chain, game.state, game.nonces)
    return chain.step(game.state, 0)


def join(game: Game, joined: Joined) -> Step:
    """A seat taken, with the first deal where it was the last one."""
    chain = _Chain(game)
    chain.append(joined.encode())
    if game.seats.count(None) > 1:
        return chain.step(game.state, 0)
    nonces = list(game.nonces)
    if not game.created.board:
        nonces[joined.seat] = joined.nonce
    return _dealing(game, chain, game.state, tuple(nonces))


def strike(
    game: Game, seat: int, action: str, reason: str, spent_ms: int = 0, lag_ms: int = 0
) -> tuple[Step, Sanction | None]:
    """A refused action that counts; the one that reaches the limit brings the table's sanction with it.

    Returns the step and the sanction, if there was one.
    """
    conduct = game.created.conduct
    strikes = game.strikes[seat] + 1
    chain = _Chain(game)
    chain.append(Struck(seat, action, reason, strikes).encode())
    chain.strikes = (*game.strikes[:seat], strikes, *game.strikes[seat + 1 :])
    if strikes % conduct.strike_limit:
        return chain.step(game.state, game.deal_version), None
    return _sanctioned(game, chain, conduct.on_strikes, Mark.STRIKES, spent_ms, lag_ms), conduct.on_strikes


def end(game: Game, termination: Termination, cause: str) -> Step:
    """The end of a game before its time that is no seat's fault; nobody wins."""
    ended = Ended(termination, cause, NOBODY, game.state.scores, (), game.created.seed)
    return _ended(game, _Chain(game), ended)


def _dealing(game: Game, chain: _Chain, before: State, nonces: tuple[bytes, ...]) -> Step:
    created, rules = game.created, game.rules
    board = created.board.encode()
    dealer = before.dealer
    if dealer < 0:
        dealer = created.first_dealer
        if dealer == NOBODY:
            dealer = first_dealer(created.seed, nonces, board, rules.players)
    order = permutation(created.seed, nonces, board, before.deal_number, len(deck(rules)))
    entry = Dealt(
        deal_number=before.deal_number + 1,
        scored_deals=before.scored_deals,
        dealer=dealer,
        order=shuffled(rules, order),
        scores=before.scores,
        carried=(0,) * rules.players,
        banks=chain.accounts.banks,
        lag_quotas=chain.accounts.lag_quotas,
        strikes=chain.strikes,
        head=chain.head,
    )
    chain.append(entry.encode())
    return chain.step(dealt(rules, entry), chain.version)
