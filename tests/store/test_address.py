"""URLs of stores."""

import pytest

from euchre_referee.store import ReplicaWait, StoreAddress, Topology, parse_address


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://localhost", StoreAddress(Topology.STANDALONE, (("localhost", 6379),))),
        ("valkey://localhost/3", StoreAddress(Topology.STANDALONE, (("localhost", 6379),), database=3)),
        (
            "rediss://me:p%40ss@store.example:7000",
            StoreAddress(Topology.STANDALONE, (("store.example", 7000),), username="me", password="p@ss", tls=True),
        ),
        ("redis://:secret@[::1]:1", StoreAddress(Topology.STANDALONE, (("::1", 1),), password="secret")),
        ("unix:///run/a%20b.sock", StoreAddress(Topology.STANDALONE, path="/run/a b.sock")),
        (
            "redis+sentinel://a:1,b/games/2",
            StoreAddress(Topology.SENTINEL, (("a", 1), ("b", 26379)), service="games", database=2),
        ),
        ("valkeys+cluster://a,b:2", StoreAddress(Topology.CLUSTER, (("a", 6379), ("b", 2)), tls=True)),
        (
            "redis://a?wait_replicas=2",
            StoreAddress(Topology.STANDALONE, (("a", 6379),), wait=ReplicaWait(2)),
        ),
        (
            "redis+sentinel://a/games?wait_replicas=1&wait_ms=250&wait_flushed=yes",
            StoreAddress(Topology.SENTINEL, (("a", 26379),), service="games", wait=ReplicaWait(1, 250, flushed=True)),
        ),
    ],
)
def test_urls_that_name_a_store(url: str, address: StoreAddress) -> None:
    assert parse_address(url) == address


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "has no scheme"),
        ("localhost:6379", "has no scheme"),
        ("redis://:pass/word@a", "an @ behind a /"),
        ("redis://:pass?word@a", "an @ behind a /"),
        ("http://localhost", "unknown scheme"),
        ("redis+ring://localhost", "unknown scheme"),
        ("unix+cluster:///a", "unix:///path"),
        ("unix://relative", "unix:///path"),
        ("redis://", "names no host"),
        ("redis://a,b", "several hosts"),
        ("redis://a:port", "wrong port"),
        ("redis://a:99999", "wrong port"),
        ("redis://a/zero", "number of a database"),
        ("redis+sentinel://a", "names the service"),
        ("redis+cluster://a/1", "only database 0"),
        ("redis://a?wait=1", "unknown option 'wait'; there are wait_replicas"),
        ("redis://a?wait_replicas=-1", "wait_replicas='-1' where a number"),
        ("redis://a?wait_replicas=1&wait_ms=0", "at least 0 replicas and 1 ms"),
        ("redis://a?wait_replicas=1&wait_flushed=1", "wait_flushed='1' where yes or no"),
    ],
)
def test_other_urls_are_refused_with_what_is_wrong(url: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_address(url)


def test_a_password_is_never_shown() -> None:
    for url in ("redis://me:hidden@a/1", "redis+sentinel://:hidden@a/s", "rediss+cluster://:hidden@a,b"):
        address = parse_address(url)
        assert "hidden" not in f"{address} {address!r}"
    assert str(parse_address("redis+sentinel://:hidden@a,b:2/games")) == "redis+sentinel://a:26379,b:2/games"
