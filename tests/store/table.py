"""A game as the tests play it: it knows its history and makes the next append."""

import os
from hashlib import sha256
from typing import Any

from euchre_referee.store import (
    NO_DIGEST,
    Append,
    Committed,
    Committer,
    Outcome,
    bucket_of,
    connect,
    game_id,
)


class Table:
    """A game with the history that its player believes in."""

    def __init__(self, game: str | None = None) -> None:
        self.game = game or game_id(os.urandom(32))
        self.version = 0
        self.digest = NO_DIGEST
        self.entries: list[bytes] = []

    @classmethod
    def in_bucket(cls, bucket: int) -> "Table":
        """A new game whose keys stand in the bucket."""
        while True:
            table = cls()
            if bucket_of(table.game) == bucket:
                return table

    def next(self, *entries: bytes, **fields: Any) -> Append:
        """The append of these entries to the history; other fields of Append as given."""
        digest = self.digest
        for entry in entries:
            digest = sha256(digest + entry).digest()[: len(NO_DIGEST)]
        fields.setdefault("deal_version", 0)
        return Append(self.game, self.version, self.digest, entries, digest, **fields)

    def accept(self, append: Append) -> None:
        """The append was committed."""
        self.version, self.digest = append.new_version, append.new_digest
        self.entries += append.entries

    async def play(self, committer: Committer, *entries: bytes, **fields: Any) -> Committed:
        """Append, and expect that to be accepted."""
        append = self.next(*entries, **fields)
        outcome: Outcome = await committer.append(append)
        assert isinstance(outcome, Committed), outcome
        assert outcome.version == append.new_version
        self.accept(append)
        return outcome


async def read_back(url: str, game: str) -> list[bytes]:
    """A game's entries as the server has them."""
    store = connect(url)
    try:
        return list(await store.command("LRANGE", f"{{b{bucket_of(game)}}}:log:{game}", 0, -1))
    finally:
        await store.aclose()
