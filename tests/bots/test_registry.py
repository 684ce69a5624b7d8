"""The bots by name, and the draws of those that draw."""

import pytest

from euchre_referee.bots import BOTS, make_bot
from euchre_referee.bots.draws import draw
from euchre_referee.rules.views import view
from tests.bots.tables import answer, position, rule_set

BIDDING = position(rule_set("buck"), {0: "9h Td Qc Ks 9d"}, "9s", ["0 pass", "1 pass", "2 pass", "3 pass"])


def test_the_names() -> None:
    assert list(BOTS) == ["random", "first", "greedy", "careful", "montecarlo"]


def test_an_unknown_name_is_told_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'reckless'; choose one of random, first, greedy, careful, montecarlo"):
        make_bot("reckless", 1)


def test_first_takes_the_first_text() -> None:
    assert answer(make_bot("first", 1), BIDDING) == "name c"


def test_a_draw_depends_on_seed_and_view_alone() -> None:
    seen = view(BIDDING, 0)
    assert draw(7, seen, 1000) == draw(7, seen, 1000)
    assert len({draw(seed, seen, 1000) for seed in range(20)}) > 10
    assert len({draw(7, seen._replace(deal_number=number), 1000) for number in range(20)}) > 10


def test_draws_are_even() -> None:
    seen = view(BIDDING, 0)
    counts = [0] * 4
    for seed in range(4000):
        counts[draw(seed, seen, 4)] += 1
    assert all(900 < count < 1100 for count in counts)


def test_random_reaches_every_legal_action() -> None:
    chosen = {make_bot("random", seed)(view(BIDDING, 0)) for seed in range(200)}
    assert chosen == set(BIDDING.legal)
