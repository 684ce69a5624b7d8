"""A game is its log: whoever folds it, from the beginning or from the current deal, has the live game."""

import random
from collections.abc import Sequence
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_referee.fairness.chain import head_of
from euchre_referee.referee.entries import Mark
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.referee.games import fold
from euchre_referee.referee.history import History
from euchre_referee.referee.judge import act
from euchre_referee.rules.refusals import Refusal
from euchre_referee.store.game_log import OPENING
from tests.referee.tables import NEVER_LEGAL, Plan, Table, plans, versions_of

OF_THE_DEAL: Final = ("last_spent_ms", "last_lag_ms")
"""A fold from the current deal on knows them only of that deal."""


def folded(table: Table) -> Game:
    """The fold of what the store gives: the first entries, and those of the current deal."""
    at = table.game.deal_version
    opening = table.log[: min(OPENING, at - 1)] if at else table.log
    return fold(table.head, opening, table.log[at - 1 :] if at else ())


def parts(game: Game, but: Sequence[str] = ()) -> dict[str, object]:
    return {name: getattr(game, name) for name in Game.__slots__ if name not in but}


@settings(max_examples=50)
@given(plans)
def test_the_fold_is_the_live_game_at_every_version(plan: Plan) -> None:
    table = None
    for table in versions_of(plan):
        assert parts(folded(table), OF_THE_DEAL) == parts(table.game, OF_THE_DEAL)
        assert table.game.version == len(table.log)
    assert table is not None
    game = table.game
    history = History(table.log[0])
    happenings = list(history.follow(table.log[1:]))
    assert parts(history.game) == parts(game)
    assert [happening.version for happening in happenings] == list(range(2, game.version + 1))
    assert game.head == head_of(game.created.seed, table.log)


@given(plans)
def test_a_log_never_rests_where_a_referee_owes_it_an_entry(plan: Plan) -> None:
    for table in versions_of(plan):
        assert table.over or table.state.to_act >= 0
        assert not table.state.needs_deal or table.over
        assert table.state.finished <= table.over


@given(plans)
def test_a_refused_action_leaves_the_game_as_it_was(plan: Plan) -> None:
    for table in versions_of(plan, most=10):
        before = parts(table.game)
        for seat in range(plan.rules.players):
            assert isinstance(act(table.game, seat, NEVER_LEGAL, Mark.OWN, 0, 0), Refusal)
        assert parts(table.game) == before


@given(plans, st.randoms(use_true_random=False))
def test_a_log_that_was_tampered_with_is_broken_and_nothing_worse(plan: Plan, rng: random.Random) -> None:
    *_, table = versions_of(plan, most=8)
    for _ in range(8):
        log = list(table.log)
        harm(log, rng)
        if log == table.log:
            continue
        try:
            history = History(log[0])
            list(history.follow(log[1:]))
        except BrokenLog:
            continue
        assert (history.game.version, history.game.head) != (table.game.version, table.game.head)


def harm(log: list[bytes], rng: random.Random) -> None:
    """One entry is changed, dropped, doubled or moved."""
    at = rng.randrange(len(log))
    match rng.randrange(4):
        case 0:
            raw = bytearray(log[at])
            raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
            log[at] = bytes(raw)
        case 1:
            if len(log) > 1:
                del log[at]
        case 2:
            log.insert(at, log[at])
        case _:
            log.insert(rng.randrange(len(log)), log.pop(at))
