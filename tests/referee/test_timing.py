"""What time costs: the examples of docs/conduct.md, and what always holds."""

import re
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.referee.entries import Clocks
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.table_terms import CLOCK_PRESETS, clock_problems
from euchre_referee.referee.timing import Accounts, allowed_ms, charged, credited_ms, due_ms, opened

PAGE: Final = (Path(__file__).parents[2] / "docs/conduct.md").read_text()
CLOCKS: Final = Clocks(1_000, 10_000, 500, 50)
"""Those of the page's examples."""


def numbers(row: str) -> list[int]:
    return [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", row)]


def rows_after(heading: str) -> list[str]:
    """The rows of the first table behind a heading."""
    _, _, rest = PAGE.partition(heading)
    table = re.search(r"((?:^\|.*\n)+)", rest, re.MULTILINE)
    assert table is not None
    return table[1].splitlines()[2:]


@pytest.mark.parametrize("row", rows_after("Some examples"))
def test_the_examples_of_the_page_are_right(row: str) -> None:
    spent, lag, credited, from_bank, quota = numbers(row)
    before = opened(CLOCKS, 4)
    after = charged(CLOCKS, before, 2, spent, lag)
    assert credited_ms(CLOCKS, before, 2, spent, lag) == credited
    assert after == Accounts((10_000, 10_000, 10_000 - from_bank, 10_000), (500, 500, quota, 500))


def test_the_presets_of_the_page_are_those_that_there_are() -> None:
    told = {}
    for row in rows_after("## Presets of clocks"):
        name = re.match(r"\| `([a-z-]+)`", row)
        assert name is not None
        told[name[1]] = Clocks(*numbers(row.partition("`")[2].partition("`")[2]))
    assert told == CLOCK_PRESETS


def test_the_servers_own_clocks_are_told() -> None:
    defaults = Settings().clocks
    assert f"a limit of {defaults.action_limit_ms:,}, no bank" in PAGE
    assert f"a quota of {defaults.lag_quota_ms} and {defaults.lag_regain_ms} regained" in PAGE
    assert not [*clock_problems(defaults)]


milliseconds = st.integers(0, 20_000)
clocks = st.builds(
    lambda limit, bank, quota, regain: Clocks(limit, bank, quota, min(regain, quota)),
    milliseconds,
    milliseconds,
    milliseconds,
    milliseconds,
)


@given(clocks, st.lists(st.tuples(st.integers(0, 3), st.integers(0, 60_000), milliseconds), max_size=20))
def test_accounts_stay_within_their_bounds_and_only_the_actor_pays(
    terms: Clocks, actions: list[tuple[int, int, int]]
) -> None:
    accounts = opened(terms, 4)
    for seat, spent, lag in actions:
        before, accounts = accounts, charged(terms, accounts, seat, spent, lag)
        for other in range(4):
            if other != seat or not terms.timed:
                assert accounts.banks[other] == before.banks[other]
                assert accounts.lag_quotas[other] == before.lag_quotas[other]
        assert 0 <= accounts.banks[seat] <= before.banks[seat]
        assert 0 <= accounts.lag_quotas[seat] <= terms.lag_quota_ms
        if spent <= terms.action_limit_ms:
            assert accounts.banks == before.banks


@given(clocks.filter(lambda terms: terms.timed), st.integers(0, 60_000), milliseconds)
def test_whoever_answers_in_the_time_told_is_charged_what_was_told(terms: Clocks, spent: int, lag: int) -> None:
    """Never more than what exceeds the limit, less what could be credited; and never more than there was."""
    before = opened(terms, 4)
    allowed = allowed_ms(terms, before, 0)
    assert allowed is not None
    lag = min(lag, spent)
    after = charged(terms, before, 0, spent, lag)
    credited = credited_ms(terms, before, 0, spent, lag)
    if spent <= allowed + credited:
        assert before.banks[0] - after.banks[0] == max(0, spent - terms.action_limit_ms - credited)
    assert due_ms(terms, before, 0) == allowed + terms.lag_quota_ms


@given(clocks)
def test_when_time_runs_out_nothing_is_left(terms: Clocks) -> None:
    before = opened(terms, 4)
    after = charged(terms, before, 1, due_ms(terms, before, 1), 0)
    if terms.timed:
        assert (after.banks[1], after.lag_quotas[1]) == (0, terms.lag_regain_ms)
    else:
        assert (after, due_ms(terms, before, 1), allowed_ms(terms, before, 1)) == (before, 0, None)


def test_the_quota_is_room_that_can_be_had_once() -> None:
    terms = Clocks(1_000, 0, 500, 50)
    accounts = opened(terms, 4)
    for expected in (50, 50, 50):
        late = due_ms(terms, accounts, 0)
        accounts = charged(terms, accounts, 0, late, 0)
        assert accounts.lag_quotas[0] == expected
