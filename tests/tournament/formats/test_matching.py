"""Whether all can be paired, against looking at every pairing there is."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_referee.tournament.formats.matching import perfectly_matched


def by_trying(allowed: Sequence[set[int]], among: Sequence[int]) -> bool:
    if not among:
        return True
    first, *rest = among
    return any(
        by_trying(allowed, [each for each in rest if each != other]) for other in rest if other in allowed[first]
    )


@settings(max_examples=400)
@given(st.integers(1, 5), st.data())
def test_it_finds_a_pairing_exactly_where_there_is_one(half: int, data: st.DataObject) -> None:
    count = 2 * half
    allowed: list[set[int]] = [set() for _ in range(count)]
    for one in range(count):
        for other in range(one):
            if data.draw(st.integers(0, 2)) == 0:
                allowed[one].add(other)
                allowed[other].add(one)
    assert perfectly_matched(allowed, range(count)) == by_trying(allowed, range(count))


def test_odd_cycles_are_seen_through() -> None:
    # Two triangles and a bridge between them: the bridge must be taken.
    allowed = [{1, 2}, {0, 2}, {0, 1, 3}, {2, 4, 5}, {3, 5}, {3, 4}]
    assert perfectly_matched(allowed, range(6))
    assert not perfectly_matched([{1, 2}, {0, 2}, {0, 1}, {4, 5}, {3, 5}, {3, 4}], range(6))
    assert not perfectly_matched(allowed, range(5))
