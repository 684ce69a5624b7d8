"""Where `euchre serve` serves HTTP."""

import argparse
import socket

import pytest

from euchre_referee.cli import web
from euchre_referee.cli.web import Web, http_address, http_addresses, listen_http
from tests.api.http.callers import Site, answered
from tests.api.nearby import Nearby, nearby
from tests.cli.configured import configured as asked
from tests.conftest import Server


def serving(replica: Nearby, options: argparse.Namespace) -> Web:
    """A server beside the one of gRPC."""
    return Web(options, replica.server.services, replica.access, replica.referee, None)


async def test_it_is_served_where_it_is_asked_for(server: Server) -> None:
    async with nearby(server.store) as replica:
        options = asked("--http", "127.0.0.1:0")
        listening = listen_http(options)
        address = http_address(options, listening)
        assert address is not None
        served = serving(replica, options)
        served.start(listening)
        async with Site(address) as site:
            answered(await site.get("/readyz"))
            assert served.connections == 1
        await served.drain(0)
        options = asked("--http", "off")
        assert http_address(options, listen_http(options)) is None
        off = serving(replica, options)
        off.start(None)
        await off.drain(0)


def test_only_an_address_that_was_named_must_be_free(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        busy = f"127.0.0.1:{other.getsockname()[1]}"
        monkeypatch.setattr(web, "DEFAULT_HTTP", busy)
        assert listen_http(asked()) is None
        with pytest.raises(OSError, match="name another address"):
            listen_http(asked("--http", busy))


def test_the_environment_says_what_flags_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert http_addresses(asked()) == {"--http": "127.0.0.1:7448"}
    assert http_addresses(asked("--http", "off")) == {}
    monkeypatch.setenv("EUCHRE_HTTP", "127.0.0.1:1")
    monkeypatch.setenv("EUCHRE_HTTP_ORIGINS", "https://a.example,https://b.example")
    options = asked()
    assert http_addresses(options) == {"--http": "127.0.0.1:1"}
    assert options.http_origin == ["https://a.example", "https://b.example"]
