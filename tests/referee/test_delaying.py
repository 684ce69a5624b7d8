"""What spectators are shown who lag: never anything younger than they may see, and all that is old enough."""

import random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.referee.delay import NO_DELAY, Delay
from euchre_referee.referee.delaying import Shown, shown_of
from euchre_referee.referee.entries import Acted, Created, Mark, Struck, decode
from tests.referee.tables import Table, new_table
from tests.rules.games import rules_of

SINCE: Final = 40
"""Milliseconds since the last action."""


class Played:
    """A table, and when each of its entries was appended: `now` is the time of the last action."""

    def __init__(self, seed: int, actions: int, lag_ms: int = 0) -> None:
        rng = random.Random(seed)
        self.table: Final[Table] = new_table(rules_of("euchre", all_pass="stick_dealer"), seed)
        self.now = 0
        self.times: Final = [0] * len(self.table.log)
        for _ in range(actions):
            if self.table.over:
                break
            if rng.random() < 0.2:
                self.table.strike(f"bid {rng.random()}")
                self._note(rng.randint(0, lag_ms))
            spent, mark = rng.randrange(2000), rng.choice([Mark.OWN, Mark.TIMEOUT])
            if not self.table.over:
                self.table.act(rng.choice(self.table.state.legal), mark, spent, 0)
                self._note(spent + rng.randint(0, lag_ms))

    def _note(self, took_ms: int) -> None:
        """What was appended was so long after what came before; a strike leaves the turn where it was."""
        log = self.table.log
        appended = self.now + took_ms
        if not isinstance(decode(log[-1]), Struck):
            self.now = appended
        self.times.extend([appended] * (len(log) - len(self.times)))

    def shown(self, delay: Delay) -> Shown:
        """What is shown a little later."""
        return shown_of(self.table.log, SINCE, delay)

    def ages(self) -> list[int]:
        """How old each entry is then."""
        return [self.now + SINCE - time for time in self.times]


games = st.builds(Played, st.integers(0, 50), st.integers(1, 30), st.integers(0, 50))
delays = st.builds(Delay, st.integers(0, 20_000), st.integers(0, 12))


@given(games, delays)
def test_nothing_is_shown_too_soon(played: Played, delay: Delay) -> None:
    shown = played.shown(delay).entries
    log, ages = played.table.log, played.ages()
    assert 0 < shown <= len(log)
    if played.table.over or not delay:
        assert shown == len(log)
        return
    later = sum(isinstance(decode(raw), Acted) for raw in log[shown:])
    if not isinstance(decode(log[shown - 1]), Created):
        assert ages[shown - 1] >= delay.ms
        assert later >= delay.decisions


@given(st.builds(Played, st.integers(0, 50), st.integers(1, 30)), st.integers(1, 20_000))
def test_what_is_old_enough_is_shown_and_for_the_rest_it_is_said_when(played: Played, ms: int) -> None:
    if played.table.over:
        return
    log, ages = played.table.log, played.ages()
    shown, wait_ms = played.shown(Delay(ms))
    struck = [isinstance(decode(raw), Struck) for raw in log]
    # The time of strikes is not known: they come with the action after them.
    assert all(struck[place] or ages[place] < ms for place in range(shown, len(log)))
    if shown < len(log):
        assert wait_ms is not None
        assert wait_ms > 0
        if not struck[shown]:
            assert wait_ms == ms - ages[shown]


@pytest.mark.parametrize("decisions", [1, 3, 7])
def test_so_many_decisions_are_hidden_with_all_that_followed_them(decisions: int) -> None:
    played = Played(3, 20)
    shown, wait_ms = played.shown(Delay(0, decisions))
    hidden = [decode(raw) for raw in played.table.log[shown:]]
    assert isinstance(hidden[0], Acted | Struck)
    assert sum(isinstance(entry, Acted) for entry in hidden) == decisions
    assert wait_ms is None


@pytest.mark.parametrize("delay", [Delay(0, 3), Delay(1), Delay(500, 3)])
def test_a_clock_that_is_behind_the_stores_makes_no_turn_younger_than_one_that_begins(delay: Delay) -> None:
    log = Played(1, 10).table.log
    assert shown_of(log, -60_000, delay) == shown_of(log, 0, delay)


def test_a_table_that_waits_hides_nothing() -> None:
    table = new_table(rules_of("euchre"), reserved=False)
    assert shown_of(table.log[:4], 0, Delay(60_000, 10)) == Shown(4, None)
    assert shown_of(table.log, 0, Delay(60_000)) == Shown(len(table.log) - 1, 60_000)
    assert shown_of(table.log, 0, NO_DELAY) == Shown(len(table.log), None)
    assert shown_of([], 0, Delay(60_000)) == Shown(0, None)
