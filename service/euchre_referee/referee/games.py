"""The folds that this process keeps, and how they are read from the store."""

import json
from collections import OrderedDict
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

from euchre_referee.referee.entries import TOURNAMENT, Board, Created, Ended, EntryKind, Termination, decode
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.store.errors import StoreUnavailable
from euchre_referee.store.game_id import is_game_id
from euchre_referee.store.game_log import FoldSource, GameLog
from euchre_referee.store.head import Head

_READS: Final = 10
_JOINED: Final = bytes((EntryKind.JOINED,))
_NO_GAMES: Final = frozenset({bytes((EntryKind.BOARD,)), bytes((TOURNAMENT,))})
"""How logs begin that are no games'."""
_ENDED: Final = bytes((EntryKind.ENDED,))

BROKEN_LOG: Final = "broken log"
"""What the end of a void game says."""


class Games:
    """Games by name. What is cached may be behind the store: an append finds out, `fresh` asks."""

    def __init__(self, log: GameLog, capacity: int, buckets: int) -> None:
        self._log: Final = log
        self._capacity: Final = capacity
        self._buckets: Final = buckets
        self._cached: OrderedDict[str, Game] = OrderedDict()
        self.hits = self.misses = self.evicted = 0
        """How often a game was asked for that was at hand, or had to be read; how many made room for others."""

    @property
    def kept(self) -> int:
        """How many folds are at hand."""
        return len(self._cached)

    def cached(self, name: str) -> Game | None:
        """The fold that this process keeps."""
        return self._cached.get(name)

    def keep(self, game: Game) -> None:
        """Keeps a fold, and forgets the one used longest ago where there are too many."""
        self._cached[game.id] = game
        self._cached.move_to_end(game.id)
        if len(self._cached) > self._capacity:
            self._cached.popitem(last=False)
            self.evicted += 1

    def forget(self, name: str) -> None:
        """Drops a fold that turned out to be of another history, or that is over."""
        self._cached.pop(name, None)

    async def fresh(self, name: str) -> Game | None:
        """The game as the store has it; None if there is none. Raises BrokenLog and the store's errors."""
        if not is_game_id(name, self._buckets):
            return None
        for _ in range(_READS):
            known = self._cached.get(name)
            version = known.version if known is not None else 0
            if known is not None and await self._is_current(known):
                self.hits += 1
                return known
            source = await self._log.fold_source(name)
            if self._cached.get(name) is not known or (known is not None and known.version != version):
                # An append of this process or another reading was quicker: what was read may be behind it.
                continue
            self.misses += 1
            return self._read(name, source)
        raise StoreUnavailable(f"game {name} changes faster than it can be read")

    async def turns_of(self, session: str, names: Collection[str]) -> dict[str, Game]:
        """Those of these games in which the store has the session to act; others are not read. Raises as `fresh`."""
        turns: dict[str, Game] = {}
        heads = await self._log.heads([name for name in names if is_game_id(name, self._buckets)])
        for name, head in heads.items():
            if head.turn != session:
                continue
            known = self._cached.get(name)
            current = known is not None and (known.version, known.head) == (head.version, head.digest)
            game = known if current else await self.fresh(name)
            if game is not None:
                turns[name] = game
        return turns

    async def _is_current(self, known: Game) -> bool:
        head = await self._log.head(known.id)
        if head.version != known.version or head.digest != known.head:
            return False
        known.turn_started_ms = head.turn_started
        return True

    def _read(self, name: str, source: FoldSource | None) -> Game | None:
        if source is None or not source.opening:
            self.forget(name)
            return None
        if source.opening[0][:1] in _NO_GAMES:
            return None
        try:
            game = fold(source.head, source.opening, source.deal)
        except BrokenLog:
            void = voided(source)
            if void is None:
                raise
            game = void
        if game.ended is None:
            self.keep(game)
        else:
            self.forget(name)
        return game

    async def board(self, name: str) -> Board | None:
        """A board's entry; None if there is no such board."""
        if not is_game_id(name, self._buckets):
            return None
        source = await self._log.fold_source(name)
        if source is None or not source.opening or source.opening[0][:1] == bytes((TOURNAMENT,)):
            return None
        entry = decode(source.opening[0])
        return entry if isinstance(entry, Board) else None


def empty_game(first: bytes) -> Game:
    """The game that a log's first entry begins, before that entry. Raises BrokenLog if it begins none."""
    try:
        created = decode(first)
        if not isinstance(created, Created):
            raise BrokenLog(f"entry 0 is {type(created).__name__}: no game begins so")
        rules = ruleset_of(created.ruleset)
        if len(created.reservations) not in (0, rules.players):
            raise BrokenLog(f"entry 0 reserves {len(created.reservations)} of {rules.players} seats")
        return Game(created, rules)
    except ValueError as error:
        raise BrokenLog(f"entry 0 cannot be read: {error}") from error


@lru_cache(maxsize=1024)
def ruleset_of(canonical: str) -> RuleSet:
    """The rule set of a canonical form. Raises BrokenLog if it cannot be played here."""
    try:
        rules = parse_ruleset(*ruleset_parts(canonical))
    except (ValueError, LookupError, TypeError) as error:
        raise BrokenLog(f"the rule set {canonical!r} is none: {error!r}") from error
    if not isinstance(rules, RuleSet):
        raise BrokenLog(f"the rule set {canonical} cannot be played here: {rules.problems}")
    return rules


def at_deal(version: int, opening: Sequence[bytes], deal: bytes) -> Game:
    """The game right after a deal's entry, from its first entries: what stands between them is in the deal's entry.

    `version` is the log's with that entry. Raises BrokenLog.
    """
    game = empty_game(opening[0])
    game.begin(opening[0])
    for raw in opening[1:]:
        if raw[:1] != _JOINED:
            break
        game.advance(raw)
    game.resume(version, deal)
    return game


def fold(head: Head, opening: Sequence[bytes], deal: Sequence[bytes]) -> Game:
    """The game of a log: its first entries, and those from the current deal's on (none before the first deal).

    Raises BrokenLog where they do not make the head.
    """
    if deal:
        game, later = at_deal(head.deal_version, opening, deal[0]), deal[1:]
    else:
        game, later = empty_game(opening[0]), opening[1:]
        game.begin(opening[0])
    for raw in later:
        game.advance(raw)
    if game.version != head.version or game.head != head.digest:
        raise BrokenLog(f"game {game.id}: the log gives version {game.version}, the head says {head.version}")
    game.turn_started_ms = head.turn_started
    return game


def void_end(last: bytes) -> Ended | None:
    """The end of a game that was declared void, if a log's last entry is that."""
    if last[:1] != _ENDED:
        return None
    entry = decode(last)
    void = isinstance(entry, Ended) and (entry.termination, entry.cause) == (Termination.VOID, BROKEN_LOG)
    return entry if void and isinstance(entry, Ended) else None


def voided(source: FoldSource) -> Game | None:
    """What is known of a game that was declared void, without the play that cannot be read."""
    last = source.deal[-1] if source.deal else source.opening[-1]
    ended = void_end(last)
    game = beginning(source.head, source.opening) if ended is not None else None
    if game is not None:
        game.ended = ended
    return game


def beginning(head: Head, opening: Sequence[bytes]) -> Game | None:
    """A game with its seats at the store's version and head, without any play; None if its first entry is none."""
    try:
        game = empty_game(opening[0])
        game.begin(opening[0])
    except BrokenLog:
        return None
    for raw in opening[1:]:
        if raw[:1] != _JOINED:
            break
        try:
            game.advance(raw)
        except BrokenLog:
            break
    game.version, game.head = head.version, head.digest
    return game


def ruleset_parts(canonical: str) -> tuple[str, dict[str, object]]:
    """Preset and options of a canonical form."""
    parts = json.loads(canonical)
    return parts["preset"], parts["options"]
