"""How a store is reached that asks for more than its URL says: passwords and users, of sentinels too, that change."""

import argparse
import asyncio
import os
from pathlib import Path

import pytest

from euchre_referee.cli.configuration.judging import problems_of
from euchre_referee.cli.configuration.sources import gathered
from euchre_referee.cli.serving_options import serving_parser
from euchre_referee.cli.store_options import access_to_store
from euchre_referee.store import STORE_FAULTS, Committer, Store, StoreUnfit, check, connect
from tests.certificates import Authority
from tests.store.ports import free_ports
from tests.store.sentinels import watched
from tests.store.servers import Asking, running
from tests.store.table import Table
from tests.store.until import until

SERVERS, SENTINELS, NEW = "hidden-of-servers", "hidden-of-sentinels", "hidden-and-new"
WITHIN = 60.0
"""Seconds."""


def secret(path: Path, text: str) -> Path:
    """A file that only its owner may read, exchanged whole."""
    made = path.with_name(f"{path.name}.made")
    made.touch(mode=0o600)
    made.write_text(f"{text}\n")
    os.replace(made, path)
    return path


def asked(*arguments: object) -> argparse.Namespace:
    """What `euchre serve` is told."""
    return gathered(serving_parser("euchre serve", None), [str(each) for each in arguments], {}).options


def reached(*arguments: object) -> Store:
    """The store that it then uses."""
    access = access_to_store(asked(*arguments))
    assert access.url is not None
    return connect(access.url, credentials=access.credentials)


async def test_sentinels_have_a_password_of_their_own_and_users(tmp_path: Path) -> None:
    servers, sentinels = secret(tmp_path / "servers", SERVERS), secret(tmp_path / "sentinels", SENTINELS)
    async with watched(tmp_path, Asking(SERVERS), Asking(SENTINELS)) as games:
        known = ("--store", games.url, "--store-password-file", servers)
        ours = ("--store-sentinel-password-file", sentinels)
        # All that is needed of a sentinel.
        games.sentinel.ask("ACL", "SETUSER", "asker", "on", f">{NEW}", "+sentinel|masters")
        store = reached(*known, *ours)
        await check(store)
        committer = Committer(store)
        committer.start()
        table = Table()
        await table.play(committer, b"create")
        await games.caught_up()
        await games.fail_over()
        await table.play(committer, b"on")
        await committer.aclose()
        await store.aclose()
        user = ("--store-sentinel-user", "asker")
        for arguments, lets_in in (((), False), ((*user, *ours), False), ((*user, *ours), True)):
            if lets_in:
                secret(sentinels, NEW)
            store = reached(*known, *arguments)
            if lets_in:
                await check(store)
            else:
                with pytest.raises(StoreUnfit, match=r"a sentinel of .* name its password with") as told:
                    await check(store)
                assert "hidden" not in str(told.value)
            await store.aclose()


async def test_a_password_that_changes_is_taken_with_the_next_connection(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    (port,) = free_ports(1)
    with running(tmp_path / "store", port, asking=Asking(SERVERS)) as server:
        await server.answering()
        file = secret(tmp_path / "password", SERVERS)
        store = reached("--store", f"redis://127.0.0.1:{port}", "--store-password-file", file)
        committer = Committer(store)
        committer.start()
        table = Table()
        async with store.subscriber() as subscriber:
            await subscriber.subscribe("anything")
            await table.play(committer, b"create")
            server.ask("CONFIG", "SET", "requirepass", NEW)
            for kind in ("normal", "pubsub"):
                server.ask("CLIENT", "KILL", "TYPE", kind, "SKIPME", "yes")
            # Until the file has the new one as well, nobody is let in, and nothing is given up.
            going_on = asyncio.create_task(table.play(committer, b"on"))
            assert not await answers(store)
            secret(file, "")
            assert not await answers(store)
            secret(file, NEW)
            await going_on
            await until(lambda: answers(store), WITHIN)
            await table.play(committer, b"and on")

            async def heard() -> bool:
                try:
                    await store.command("PUBLISH", "anything", "said")
                    message = await subscriber.get_message(ignore_subscribe_messages=True, timeout=0.1)
                except STORE_FAULTS:
                    return False
                return message is not None

            await until(heard, WITHIN)
        await committer.aclose()
        await store.aclose()
    assert f"the store's password in {file}: read anew" in caplog.text
    assert f"{file}: it is empty" in caplog.text
    assert "hidden" not in caplog.text


def test_only_named_authorities_are_trusted_whatever_becomes_of_their_file(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    authority.ca.write_bytes("# Société d'autorité\n".encode() + authority.ca.read_bytes())
    access = access_to_store(asked("--store", "rediss://a", "--store-ca", authority.ca))
    trusted = access.credentials.tls
    assert trusted is not None
    (named,) = trusted().get_ca_certs()
    authority.ca.write_bytes(b"")
    assert trusted().get_ca_certs() == [named]
    authority.ca.unlink()
    assert trusted().get_ca_certs() == [named]


async def answers(store: Store) -> bool:
    """Whether the store takes a new connection."""
    try:
        return bool(await store.command("PING"))
    except STORE_FAULTS:
        return False


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--store-password-file", "password"), "--store-password-file: --store-password-file needs a store"),
        (("--store", "rediss://a", "--store-cert", "x"), "--store-cert: --store-cert and --store-key are needed both"),
        (("--store", "redis://a", "--store-ca", "x"), "--store-ca: --store-ca is for encrypted stores, rediss://"),
        (("--store", "rediss://a", "--store-ca", "none"), "--store-ca: {folder}/none: No such file or directory"),
        (("--store", "rediss+cluster://a", "--store-ca", "password"), "--store: {folder}/password: there is no certi"),
        (("--store", "rediss://a", "--store-ca", "empty"), "--store: {folder}/empty: there is no certificate in it"),
        (("--store", "redis://a", "--store-sentinel-user", "me"), "--store-sentinel-user: --store-sentinel-user is f"),
        (("--store", "redis+sentinel://a/g", "--store-sentinel-user", "me"), "--store-sentinel-user: --store-senti"),
        (
            ("--store", "redis+sentinel://a/g", "--store-sentinel-password-file", "empty"),
            "--store: {folder}/empty: it is empty, and a password was expected",
        ),
    ],
)
def test_what_does_not_go_together_is_told_at_its_place(arguments: tuple[str, ...], told: str, tmp_path: Path) -> None:
    secret(tmp_path / "password", SERVERS)
    secret(tmp_path / "empty", "")
    places = [str(tmp_path / each) if each in ("password", "empty", "none") else each for each in arguments]
    (problem,) = problems_of(gathered(serving_parser("euchre serve", None), places, {}))
    assert str(problem).startswith(told.format(folder=tmp_path)), problem


def test_what_is_wrong_with_a_store_is_told_at_once(tmp_path: Path) -> None:
    def told(*arguments: str) -> list[str]:
        return [str(each) for each in problems_of(gathered(serving_parser("euchre serve", None), arguments, {}))]

    files = ("--store-password-file", "none-1", "--store-sentinel-password-file", "none-2", "--store-ca", "none-3")
    flags = files[::2]
    assert [each.split(":")[0] for each in told("--store", "rediss+sentinel://a/g", *files)] == list(flags)
    (of_the_url,) = told("--store", "nonsense", *files)
    assert of_the_url.startswith("--store: ")
    (of_none,) = told(*files)
    assert f"{', '.join(flags)} need a store" in of_none
