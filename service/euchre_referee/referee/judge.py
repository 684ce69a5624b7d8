"""What a decision leads to: the entries to append and the game after them. Pure; the store has the last word."""

from typing import NamedTuple

from euchre_referee.fairness.chain import next_head, salt
from euchre_referee.fairness.shuffle import first_dealer, permutation
from euchre_referee.referee.entries import (
    NOBODY,
    Created,
    Dealt,
    Ended,
    Joined,
    Mark,
    Struck,
    Termination,
    acted_bytes,
)
from euchre_referee.referee.game import Game, dealt, shuffled
from euchre_referee.rules.dealing import deck
from euchre_referee.rules.defaults import default_action
from euchre_referee.rules.engine import apply
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.state import State


class Step(NamedTuple):
    """An append that a decision and all that follows without a player's choice make together."""

    entries: tuple[bytes, ...]
    head: bytes
    state: State
    deal_version: int
    ended: Ended | None


class _Chain:
    """Entries one behind the other, with the head after the last."""

    def __init__(self, game: Game) -> None:
        self.seed = game.created.seed
        self.version = game.version
        self.head = game.head
        self.entries: tuple[bytes, ...] = ()
        self.strikes = game.strikes

    def append(self, raw: bytes) -> None:
        self.version += 1
        self.head = next_head(self.head, salt(self.seed, self.version), raw)
        self.entries += (raw,)


def act(game: Game, seat: int, action: int, mark: Mark, spent_ms: int, lag_ms: int) -> Step | Refusal:
    """An action of the seat to act, with the next deal or the end of the game where it brings them."""
    state = apply(game.state, seat, action)
    if isinstance(state, Refusal):
        return state
    raw = acted_bytes(seat, action, mark, spent_ms, lag_ms)
    if state.to_act < 0:
        return _followed(game, _Chain(game), raw, state)
    head = next_head(game.head, salt(game.created.seed, game.version + 1), raw)
    return Step((raw,), head, state, game.deal_version, None)


def _followed(game: Game, chain: _Chain, raw: bytes, state: State) -> Step:
    """An action with all that follows of itself."""
    chain.append(raw)
    if state.to_act >= 0:
        return Step(chain.entries, chain.head, state, game.deal_version, None)
    if state.finished:
        ended = Ended(Termination.NORMAL, "", NOBODY, state.scores, state.winners, game.created.seed)
        chain.append(ended.encode())
        return Step(chain.entries, chain.head, state, game.deal_version, ended)
    return _dealing(game, chain, state, game.nonces)


def create(game: Game, created: Created) -> Step:
    """The first entry, with the first deal where every seat is reserved. `game` is the empty game."""
    chain = _Chain(game)
    chain.append(created.encode())
    if game.full:
        return _dealing(game, chain, game.state, game.nonces)
    return Step(chain.entries, chain.head, game.state, 0, None)


def join(game: Game, joined: Joined) -> Step:
    """A seat taken, with the first deal where it was the last one."""
    chain = _Chain(game)
    chain.append(joined.encode())
    if game.seats.count(None) > 1:
        return Step(chain.entries, chain.head, game.state, 0, None)
    nonces = list(game.nonces)
    if not game.created.board:
        nonces[joined.seat] = joined.nonce
    return _dealing(game, chain, game.state, tuple(nonces))


def strike(game: Game, seat: int, action: str, reason: str, limit: int) -> tuple[Step, bool]:
    """A refused action that counts; the one that reaches the limit brings the default action with it.

    Returns the step and whether the default action was made.
    """
    strikes = game.strikes[seat] + 1
    chain = _Chain(game)
    chain.append(Struck(seat, action, reason, strikes).encode())
    chain.strikes = (*game.strikes[:seat], strikes, *game.strikes[seat + 1 :])
    if strikes % limit:
        return Step(chain.entries, chain.head, game.state, game.deal_version, None), False
    safe = default_action(game.state)
    state = apply(game.state, seat, safe)
    assert not isinstance(state, Refusal)
    return _followed(game, chain, acted_bytes(seat, safe, Mark.STRIKES, 0, 0), state), True


def end(game: Game, termination: Termination, cause: str, seat: int = NOBODY) -> Step:
    """The end of a game before its time; nobody wins."""
    ended = Ended(termination, cause, seat, game.state.scores, (), game.created.seed)
    chain = _Chain(game)
    chain.append(ended.encode())
    return Step(chain.entries, chain.head, game.state, game.deal_version, ended)


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
        banks=game.banks,
        lag_quotas=game.lag_quotas,
        strikes=chain.strikes,
        head=chain.head,
    )
    chain.append(entry.encode())
    return Step(chain.entries, chain.head, dealt(rules, entry), chain.version, None)
