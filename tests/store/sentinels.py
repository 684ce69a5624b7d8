"""A primary, its replica, and a sentinel that watches over them."""

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

from redis.exceptions import ResponseError

from tests.store.clusters import DURABLE
from tests.store.ports import free_ports
from tests.store.servers import ANYBODY, Asking, Server, running
from tests.store.until import until

# A primary waits five seconds for more replicas before it sends its data otherwise.
_REPLICATED: Final = (*DURABLE, "--repl-diskless-sync-delay", "0")
# On a busy machine a server may not answer for seconds: it is not down then, and nobody else is made the primary.
_CONFIGURATION: Final = """\
sentinel monitor games 127.0.0.1 {port} 1
sentinel down-after-milliseconds games 30000
sentinel failover-timeout games 60000
"""
# Milliseconds. It looks around every ten seconds otherwise, and lets a former primary be one for four publish periods
# of two seconds. A parted replica is looked at once a second, and unfit if that was three info periods ago. Held up
# for longer than the trigger it would do nothing for half a minute.
_PERIODS: Final = ("info-period", 1000, "ask-period", 200, "publish-period", 200, "tilt-trigger", 60_000)
FAILOVER_WITHIN: Final = 60.0
"""Seconds."""


class Watched(NamedTuple):
    """The servers. Which of the first two is the primary, a failover changes."""

    primary: Server
    replica: Server
    sentinel: Server

    @property
    def url(self) -> str:
        """What `connect` takes."""
        return f"redis+sentinel://127.0.0.1:{self.sentinel.port}/games"

    async def caught_up(self) -> None:
        """Wait until the replica has all that the primary has."""

        def has_all() -> object:
            there = self.replica.client.info("replication")
            here = self.primary.client.info("replication")
            same = there.get("slave_repl_offset") == here["master_repl_offset"]
            return same and there.get("master_link_status") == "up"

        await until(has_all)

    async def part(self) -> None:
        """From now on nothing comes from the primary to the replica: it may connect no more."""
        self.replica.ask("CONFIG", "SET", "masteruser", "nobody", "masterauth", "wrong")
        self.replica.ask("CLIENT", "KILL", "TYPE", "MASTER")
        await until(lambda: self.replica.client.info("replication")["master_link_status"] == "down")

    async def fail_over(self) -> None:
        """Make the replica the primary. What it has not heard of is lost."""

        def done() -> bool:
            # Looked at before the roles: a failover that ends in between would be asked for once more, and undone.
            under_way = "failover_in_progress" in flags(self.sentinel)
            if role(self.replica) == "master":
                return role(self.primary) == "slave"
            # The sentinel may find the replica unfit for a moment: then it refuses, or gives up what it has begun.
            if not under_way:
                accepted(self.sentinel, "SENTINEL", "FAILOVER", "games")
            return False

        await until(done, FAILOVER_WITHIN)


@asynccontextmanager
async def watched(directory: Path, servers: Asking = ANYBODY, sentinels: Asking = ANYBODY) -> AsyncIterator[Watched]:
    """A primary that flushes before it answers, with a replica and a sentinel."""
    ports = free_ports(3)
    configuration = directory / "sentinel.conf"
    configuration.write_text(_CONFIGURATION.format(port=ports[0]))
    options = list(_REPLICATED)
    if servers.password:
        options += ["--masterauth", servers.password]
        with configuration.open("a") as file:
            file.write(f"sentinel auth-pass games {servers.password}\n")
    with ExitStack() as stack:
        primary = stack.enter_context(running(directory / "primary", ports[0], *options, asking=servers))
        await primary.answering()
        replicating = ("--replicaof", f"127.0.0.1 {ports[0]}")
        replica = stack.enter_context(running(directory / "replica", ports[1], *options, *replicating, asking=servers))
        await replica.answering()
        await until(lambda: replica.client.info("replication").get("master_link_status") == "up")
        sentinel = stack.enter_context(
            running(directory / "sentinel", ports[2], str(configuration), "--sentinel", asking=sentinels)
        )
        await sentinel.answering()
        sentinel.ask("SENTINEL", "DEBUG", *_PERIODS)
        await until(lambda: len(sentinel.ask("SENTINEL", "REPLICAS", "games")) == 1)
        yield Watched(primary, replica, sentinel)


def role(server: Server) -> object:
    """What the server is now."""
    return server.client.info("replication")["role"]


def flags(sentinel: Server) -> list[str]:
    """What the sentinel holds of the primary."""
    answer = sentinel.ask("SENTINEL", "MASTER", "games")
    return str(answer[answer.index("flags") + 1]).split(",")


def accepted(server: Server, *command: str) -> bool:
    """Whether the server accepts a command that it may not be ready for."""
    try:
        server.ask(*command)
    except ResponseError:
        return False
    return True
