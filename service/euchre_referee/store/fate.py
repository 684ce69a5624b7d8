"""What became of appends whose answer was lost: it is read from their logs."""

from collections.abc import Sequence

from redis.exceptions import RedisError

from euchre_referee.store.append import Append, Committed, Conflict, Failed, Outcome
from euchre_referee.store.connect import Store
from euchre_referee.store.errors import BrokenHead
from euchre_referee.store.head import Head, unpack_head
from euchre_referee.store.keys import head_key, log_key


async def read_fates(store: Store, appends: Sequence[Append]) -> list[Outcome | None]:
    """For every append Committed if its entries stand in the log at their place, Conflict if others do, and
    None if the log still ends where the append begins.

    Raises redis.exceptions.RedisError when the store does not answer.
    """
    # Heads are read before logs: a log only grows, so it reaches at least as far as its head said.
    heads = [_head(packed) for packed in await store.many([head_key(append.game) for append in appends])]
    found: list[list[bytes] | RedisError] = await store.commands(
        [("LRANGE", log_key(each.game), each.version, each.new_version - 1) for each in appends]
    )
    return [_fate(*each) for each in zip(appends, heads, found, strict=True)]


def _head(packed: bytes | None) -> Head | BrokenHead:
    try:
        return unpack_head(packed)
    except BrokenHead as error:
        return error


def _fate(append: Append, head: Head | BrokenHead, found: list[bytes] | RedisError) -> Outcome | None:
    if isinstance(head, BrokenHead):
        return Failed(str(head))
    if isinstance(found, RedisError):
        return Failed(str(found))
    if (head.version, head.digest) == (append.version, append.digest):
        return None
    ours = head.version >= append.new_version and tuple(found) == append.entries
    if head.version == append.new_version:
        ours = ours and head.digest == append.new_digest
    if not ours:
        return Conflict(head.version, head.digest)
    return Committed(append.new_version, head.turn_started)
