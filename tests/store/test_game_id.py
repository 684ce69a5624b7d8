"""Ids of games."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_referee.store import BUCKETS, bucket_of, game_id, is_game_id


@given(st.binary(min_size=32, max_size=32), st.integers(1, 1024))
def test_an_id_says_its_bucket(key: bytes, buckets: int) -> None:
    game = game_id(key, buckets)
    assert game == game_id(key, buckets)
    assert is_game_id(game, buckets)
    assert 0 <= bucket_of(game) < buckets
    # The name is the key's own, whatever the number of buckets.
    assert game.partition("-")[2] == game_id(key).partition("-")[2]


def test_an_id_never_changes() -> None:
    assert game_id(bytes(32)) == "29-s6xhruuo2jafawal"


def test_games_are_spread_over_the_buckets() -> None:
    found = Counter(bucket_of(game_id(number.to_bytes(32))) for number in range(64 * 100))
    assert len(found) == BUCKETS
    assert max(found.values()) < 200


@pytest.mark.parametrize(
    "text",
    ["", "5", "5-", "5-short", "05-aaaaaaaaaaaaaaaa", "64-aaaaaaaaaaaaaaaa", "-1-aaaaaaaaaaaaaaaa",
     "5-AAAAAAAAAAAAAAAA", "5-aaaaaaaaaaaaaaa1", "5-aaaaaaaaaaaaaaaa\n", "5-aaaaaaaaaaaaaaaaa",
     "\u0665-aaaaaaaaaaaaaaaa"],
)  # fmt: skip
def test_what_is_no_id_is_known(text: str) -> None:
    assert not is_game_id(text)


def test_no_key_is_made_of_what_is_no_id() -> None:
    with pytest.raises(ValueError, match="no game id"):
        bucket_of("5-../../etc/passwd")
