"""The same table in another world: every card that a viewer has not seen is dealt anew, all else is as it was."""

import random
from dataclasses import replace
from typing import Final

from euchre_referee.fairness.chain import head_of
from euchre_referee.referee.entries import Acted, Created, Dealt, Entry, decode
from euchre_referee.referee.game import BrokenLog
from euchre_referee.referee.history import History
from euchre_referee.rules.actions import ANSWER, CARD_KINDS, kind_of
from euchre_referee.rules.state import State
from tests.rules.test_hidden_cards import known_cards

TRIES: Final = 16


def other_world(log: list[bytes], viewer: int | None, rng: random.Random) -> list[bytes]:
    """A log that the viewer cannot tell from this one: hidden cards of the current deal have changed places.

    Only the last deal is dealt anew. The log comes back as it was if no exchange makes the same public play legal.
    """
    world = list(log)
    for _ in range(TRIES):
        state = folded(world)
        assert state.dealt is not None
        unknown = sorted(set(state.rules.deck) - known_cards(state, viewer))
        if len(unknown) < 2:
            break
        one, other = rng.sample(unknown, 2)
        tried = exchanged(world, viewer, one, other, state)
        try:
            after = folded(tried)
        except BrokenLog:
            continue
        # Whether somebody could have acted otherwise is hidden, but not that the same step follows.
        if (after.phase, after.to_act, after.finished) == (state.phase, state.to_act, state.finished):
            world = tried
    return rechained(world)


def folded(log: list[bytes]) -> State:
    """Where a log leads. Raises BrokenLog."""
    history = History(log[0])
    list(history.follow(rechained(log)[1:]))
    return history.game.state


def exchanged(log: list[bytes], viewer: int | None, one: int, other: int, state: State) -> list[bytes]:
    """The log with two cards of its last deal exchanged, wherever the viewer does not see them."""
    trade = {one: other, other: one}
    start = max(at for at, raw in enumerate(log) if isinstance(decode(raw), Dealt))
    hidden = {
        position: shown & 0xFFFF
        for position, seen_by, shown in state.secrets
        if viewer is None or not seen_by >> viewer & 1
    }
    made, move = list(log), 0
    for at in range(start, len(log)):
        entry: Entry = decode(log[at])
        if isinstance(entry, Dealt):
            made[at] = replace(entry, order=bytes(trade.get(card, card) for card in entry.order)).encode()
        elif isinstance(entry, Acted):
            if hidden.get(move, ANSWER) != ANSWER and kind_of(entry.action) in CARD_KINDS:
                card = entry.action & 63
                made[at] = replace(entry, action=entry.action & ~63 | trade.get(card, card)).encode()
            move += 1
    return made


def rechained(log: list[bytes]) -> list[bytes]:
    """The log with the heads that its deals name made right."""
    made: list[bytes] = []
    created = decode(log[0])
    assert isinstance(created, Created)
    for raw in log:
        entry = decode(raw)
        if isinstance(entry, Dealt):
            made.append(replace(entry, head=head_of(created.seed, made)).encode())
        else:
            made.append(raw)
    return made
