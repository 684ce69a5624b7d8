"""Games in a store that nobody plays at the moment: copies of real logs under names of their own, written by the
store's own module, so that every index holds them as it would hold games that were really made."""

import asyncio
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from typing import Final, NamedTuple

from euchre_referee.store.append import Append, Committed, Conflict, Failed, Outcome, SeatAdded, Stage
from euchre_referee.store.committer import Committer
from euchre_referee.store.connect import connect
from euchre_referee.store.game_id import game_id
from euchre_referee.store.head import NO_DIGEST

LIMIT_MS: Final = 24 * 3_600_000
_KEPT_MS: Final = 24 * 3_600_000
_AT_ONCE: Final = 1024
_PATIENCE: Final = 120.0


class Pattern(NamedTuple):
    """What the games of a crowd are copies of."""

    stage: Stage
    log: tuple[bytes, ...]
    deal_version: int
    """The version of the current deal's entry; 0 before the first."""


class Crowd(NamedTuple):
    """So many games like a pattern, whose names come from `label`."""

    label: str
    pattern: Pattern
    number: int
    sessions: tuple[str, ...]
    """By seat; the first is to act in running games."""


async def gather_crowd(url: str, crowd: Crowd) -> None:
    """Writes it, and again what a store that is kept busy did not take. Raises AssertionError if it refuses a game."""
    store = connect(url)
    committer = Committer(store, patience=_PATIENCE)
    committer.start()
    try:
        appends = _appends(crowd)
        while some := list(islice(appends, _AT_ONCE)):
            while some:
                outcomes = await asyncio.gather(*map(committer.append, some))
                some = [append for append, found in zip(some, outcomes, strict=True) if not _stands(append, found)]
    finally:
        await committer.aclose()
        await store.aclose()


def _stands(append: Append, outcome: Outcome) -> bool:
    """Whether the store has the game; False if it had no time."""
    if isinstance(outcome, Failed) and outcome.unavailable:
        return False
    # It meets itself where it was sent before and the answer was lost.
    stands = isinstance(outcome, Committed) or outcome == Conflict(append.new_version, append.new_digest)
    assert stands, f"game {append.game} was not taken: {outcome}"
    return True


def _appends(crowd: Crowd) -> Iterator[Append]:
    stage, log, deal_version = crowd.pattern
    for number in range(crowd.number):
        digest = sha256(f"{crowd.label} {number}".encode()).digest()
        yield Append(
            game_id(digest),
            0,
            NO_DIGEST,
            log,
            digest[:16],
            deal_version,
            crowd.sessions[0] if stage is Stage.RUNNING else None,
            None,
            LIMIT_MS if stage is Stage.RUNNING else 0,
            stage=stage,
            seats_added=tuple(SeatAdded(session, seat) for seat, session in enumerate(crowd.sessions)),
            expire_ms=_KEPT_MS if stage is Stage.FINISHED else 0,
        )
