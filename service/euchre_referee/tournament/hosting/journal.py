"""The logs of tournaments: read, kept as folds, appended to, and followed."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from euchre_referee.fairness.chain import GENESIS, next_head, salt
from euchre_referee.referee.entries import TOURNAMENT
from euchre_referee.referee.game import BrokenLog
from euchre_referee.referee.verdicts import CallRefused, ServiceReason, failed_append, refuse
from euchre_referee.store.append import Append, Committed, Failed
from euchre_referee.store.committer import Committer
from euchre_referee.store.errors import StoreBusy
from euchre_referee.store.game_id import is_game_id
from euchre_referee.store.game_log import GameLog
from euchre_referee.tournament.log.entries import Entry, Opened, Played
from euchre_referee.tournament.log.fold import Tournament
from euchre_referee.tournament.log.happenings import Happening

MOST_AT_ONCE: Final = 1000
"""The most entries that are read at once, and the most in an append."""
_AT_ONCE: Final = 100
"""Entries that are taken into a fold without letting others have a turn: some milliseconds."""
_KEPT: Final = 16
"""Folds of tournaments that nobody follows."""
_REMEMBERED: Final = 4096
"""Entries of which followers find the meaning without reading them again."""
_ATTEMPTS: Final = 20

Decide = Callable[[Tournament], Sequence[Entry]]
"""What follows from a tournament as it stands; it may raise CallRefused. Called again where another was quicker."""


class Noted(NamedTuple):
    """An entry's meaning, and the log with it."""

    version: int
    head: bytes
    at_ms: int
    happenings: tuple[Happening, ...]


class News(NamedTuple):
    """What a follower did not know; the tournament is at least as far, and changes."""

    noted: tuple[Noted, ...]
    version: int
    head: bytes
    tournament: Tournament


class _Kept:
    """A tournament as this process has it, and who wants to hear of it."""

    def __init__(self) -> None:
        self.tournament: Tournament | None = None
        self.lock: Final = asyncio.Lock()
        self.noted: Final[deque[Noted]] = deque(maxlen=_REMEMBERED)
        self.waiting: Final[set[asyncio.Event]] = set()

    def begin(self, first: bytes) -> Tournament:
        self.noted.clear()
        self.tournament = tournament = Tournament(first)
        self._note(tournament.beginning())
        return tournament

    def take(self, raw: bytes) -> None:
        assert self.tournament is not None
        self._note(self.tournament.advance(raw))

    def catch_up(self, raw: bytes) -> None:
        """Takes an entry that nobody waited for: whoever asks what it meant reads it again."""
        assert self.tournament is not None
        self.tournament.advance(raw, told=False)
        self.noted.clear()

    def forget(self) -> None:
        self.tournament = None
        self.noted.clear()

    def wake(self) -> None:
        for event in self.waiting:
            event.set()

    def _note(self, happenings: tuple[Happening, ...]) -> None:
        assert self.tournament is not None
        known = self.tournament
        self.noted.append(Noted(known.version, known.head, known.at_ms, happenings))


class Journal:
    """Methods raise CallRefused and the store's errors, and BrokenLog where a log cannot be folded."""

    def __init__(self, log: GameLog, committer: Committer, buckets: int) -> None:
        self._log: Final = log
        self._committer: Final = committer
        self._buckets: Final = buckets
        self._all: Final[OrderedDict[str, _Kept]] = OrderedDict()
        self.results = 0
        """Results of games that were written from here."""

    # --- reading

    async def fresh(self, name: str) -> Tournament | None:
        """The tournament as the store has it; None if there is none."""
        if not is_game_id(name, self._buckets):
            return None
        kept = self._kept(name)
        async with kept.lock:
            found = await self._caught_up(name, kept)
        if found is None and not kept.waiting and not kept.lock.locked():
            # What anybody may ask for takes no place of what is there.
            self._all.pop(name, None)
        return found

    async def found(self, name: str) -> Tournament:
        """As `fresh`; a tournament that there is not is refused."""
        tournament = await self.fresh(name)
        if tournament is None:
            raise _unknown()
        return tournament

    # --- writing

    async def create(self, opened: Opened) -> Tournament | None:
        """The tournament that an entry begins, or the one that has its id; None if that is gone again."""
        name, raw = opened.tournament, opened.encode()
        kept = self._kept(name)
        async with kept.lock:
            known = await self._caught_up(name, kept)
            if known is not None:
                await self._confirmed(known)
                return known
            head = next_head(GENESIS, salt(opened.secret, 1), raw)
            if await self._appended(Append(name, 0, GENESIS, (raw,), head, 1)):
                kept.begin(raw)
                kept.wake()
            return await self._caught_up(name, kept)

    async def write(self, name: str, decide: Decide) -> Tournament:
        """Appends what follows from the tournament as it stands; nothing where nothing does."""
        self._check_name(name)
        kept = self._kept(name)
        for _ in range(_ATTEMPTS):
            async with kept.lock:
                tournament = await self._caught_up(name, kept)
                if tournament is None:
                    raise _unknown()
                entries = decide(tournament)[:MOST_AT_ONCE]
                if tournament.ended is not None:
                    # Whoever has not heard of the end decides on a tournament that still went on; what followed the end
                    # would make the log one that nobody can read.
                    entries = ()
                raws = [entry.encode() for entry in entries]
                if not raws:
                    await self._confirmed(tournament)
                    return tournament
                if await self._appended(_append(tournament, raws)):
                    for raw in raws:
                        kept.take(raw)
                    self.results += sum(isinstance(entry, Played) for entry in entries)
                    kept.wake()
                    return tournament
        raise refuse(ServiceReason.BUSY, "the tournament keeps changing", retry_ms=100)

    async def _confirmed(self, tournament: Tournament) -> None:
        """Returns when the log stands where appends are waited for: whoever wrote it may not have been answered."""
        try:
            failed = await self._committer.confirm(tournament.id, tournament.version, tournament.head)
        except StoreBusy as busy:
            raise refuse(ServiceReason.BUSY, str(busy), retry_ms=busy.retry_ms) from busy
        if failed is not None:
            raise CallRefused(failed_append(failed))

    async def _appended(self, append: Append) -> bool:
        """Whether it stands; if not, the log is another one by now."""
        try:
            outcome = await self._committer.append(append)
        except StoreBusy as busy:
            raise refuse(ServiceReason.BUSY, str(busy), retry_ms=busy.retry_ms) from busy
        if isinstance(outcome, Failed):
            raise CallRefused(failed_append(outcome))
        return isinstance(outcome, Committed)

    # --- following

    @contextmanager
    def waking(self, name: str, event: asyncio.Event) -> Iterator[None]:
        """Sets the event whenever the tournament has changed, for as long as this is entered."""
        kept = self._kept(name)
        kept.waiting.add(event)
        try:
            yield
        finally:
            kept.waiting.discard(event)

    async def look(self) -> None:
        """Catches up with what other replicas did to tournaments that are followed here."""
        names = [name for name, kept in self._all.items() if kept.waiting]
        for name, head in (await self._log.heads(names)).items():
            known = self._all[name].tournament if name in self._all else None
            if known is None or (known.version, known.head) != (head.version, head.digest):
                await self.fresh(name)

    async def follow(self, name: str, version: int, head: bytes) -> AsyncGenerator[News, None]:
        """Yields at once what happened after `version`, then what happens, until the tournament has ended.

        Refused with HISTORY_CHANGED if the log does not have the version and head.
        """
        self._check_name(name)
        changed = asyncio.Event()
        with self.waking(name, changed):
            tournament = await self.found(name)
            if version > tournament.version:
                detail = f"the log has {tournament.version} entries, not {version}"
                raise refuse(ServiceReason.HISTORY_CHANGED, detail)
            at, known = version, head
            while True:
                changed.clear()
                async for news in self._after(name, at, known):
                    at, known, tournament = news.version, news.head, news.tournament
                    yield news
                if tournament.ended is not None and at == tournament.version:
                    return
                await changed.wait()

    async def _after(self, name: str, version: int, head: bytes) -> AsyncIterator[News]:
        """What happened after a version, in order; nothing new is news too."""
        kept = self._kept(name)
        tournament = await self.found(name)
        noted = list(kept.noted)
        if not noted or noted[0].version > version + (version == 0):
            async for news in self._reread(name, version, head):
                yield news
            return
        if version:
            before = noted[version - noted[0].version] if version <= noted[-1].version else None
            if before is None or (head and before.head != head):
                raise refuse(ServiceReason.HISTORY_CHANGED, f"the log has another head at version {version}")
        last = noted[-1]
        yield News(tuple(each for each in noted if each.version > version), last.version, last.head, tournament)

    async def _reread(self, name: str, version: int, head: bytes) -> AsyncIterator[News]:
        """The same from the log, with a fold of its own."""
        own = _Kept()
        first = await self._log.part(name, 0, 1)
        if not first:
            raise _unknown()
        tournament = own.begin(first[0])
        while True:
            if tournament.version == version and head and tournament.head != head:
                raise refuse(ServiceReason.HISTORY_CHANGED, f"the log has another head at version {version}")
            part = await self._log.part(name, tournament.version, MOST_AT_ONCE)
            if tournament.version < version:
                part = part[: version - tournament.version]
            for start in range(0, len(part), _AT_ONCE):
                for raw in part[start : start + _AT_ONCE]:
                    own.take(raw)
                await asyncio.sleep(0)
            noted = tuple(each for each in own.noted if each.version > version)
            own.noted.clear()
            if noted or (not part and tournament.version >= version):
                yield News(noted, tournament.version, tournament.head, tournament)
            if not part:
                return

    # --- folds

    def _check_name(self, name: str) -> None:
        if not is_game_id(name, self._buckets):
            raise _unknown()

    def _kept(self, name: str) -> _Kept:
        kept = self._all.setdefault(name, _Kept())
        self._all.move_to_end(name)
        if len(self._all) > _KEPT:
            idle = (other for other, each in self._all.items() if not each.waiting and not each.lock.locked())
            oldest = next((other for other in idle if other != name), None)
            if oldest is not None:
                del self._all[oldest]
        return kept

    async def _caught_up(self, name: str, kept: _Kept) -> Tournament | None:
        """The fold at the store's head; called with the lock."""
        head = await self._log.head(name)
        known = kept.tournament
        if known is not None and (known.version, known.head) == (head.version, head.digest):
            return known
        if head.version == 0:
            kept.forget()
            return None
        if known is None and not await self._is_tournament(name):
            return None
        if known is not None and known.version < head.version:
            await self._read(name, kept, head.version)
        if (known := kept.tournament) is None or known.head != head.digest:
            # What was known is of another history than the store's.
            kept.forget()
            await self._read(name, kept, head.version)
            known = kept.tournament
        if known is None or known.head != head.digest:
            kept.forget()
            raise BrokenLog(f"tournament {name}: the entries do not make the head at version {head.version}")
        kept.wake()
        return known

    async def _is_tournament(self, name: str) -> bool:
        """Whether a log is not a game's, whose ids look alike."""
        first = await self._log.part(name, 0, 1)
        return bool(first) and first[0][:1] == bytes((TOURNAMENT,))

    async def _read(self, name: str, kept: _Kept, version: int) -> None:
        """Takes the entries up to a version into the fold."""
        while (at := kept.tournament.version if kept.tournament is not None else 0) < version:
            part = await self._log.part(name, at, min(MOST_AT_ONCE, version - at))
            if not part:
                return
            try:
                if kept.tournament is None:
                    kept.begin(part[0])
                    part = part[1:]
                take = kept.take if kept.waiting else kept.catch_up
                for start in range(0, len(part), _AT_ONCE):
                    for raw in part[start : start + _AT_ONCE]:
                        take(raw)
                    await asyncio.sleep(0)
            except BrokenLog:
                kept.forget()
                raise


def _unknown() -> CallRefused:
    return refuse(ServiceReason.TOURNAMENT_NOT_FOUND, "there is no such tournament")


def _append(tournament: Tournament, raws: Sequence[bytes]) -> Append:
    head, secret = tournament.head, tournament.opened.secret
    for version, raw in enumerate(raws, tournament.version + 1):
        head = next_head(head, salt(secret, version), raw)
    last = tournament.version + len(raws)
    # With the last entry as its "deal" nobody who takes it for a game reads more than a few entries.
    return Append(tournament.id, tournament.version, tournament.head, tuple(raws), head, last)
