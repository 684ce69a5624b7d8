"""The folds that this process keeps, and how they are read from the store."""

import json
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from euchre_referee.referee.entries import Board, Created, EntryKind, decode
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.store.game_id import is_game_id
from euchre_referee.store.game_log import GameLog
from euchre_referee.store.head import Head


class Games:
    """Games by name. What is cached may be behind the store: an append finds out, `fresh` asks."""

    def __init__(self, log: GameLog, capacity: int, buckets: int) -> None:
        self._log: Final = log
        self._capacity: Final = capacity
        self._buckets: Final = buckets
        self._cached: OrderedDict[str, Game] = OrderedDict()

    def cached(self, name: str) -> Game | None:
        """The fold that this process keeps."""
        return self._cached.get(name)

    def keep(self, game: Game) -> None:
        """Keeps a fold, and forgets the one used longest ago where there are too many."""
        self._cached[game.id] = game
        self._cached.move_to_end(game.id)
        if len(self._cached) > self._capacity:
            self._cached.popitem(last=False)

    def forget(self, name: str) -> None:
        """Drops a fold that turned out to be of another history, or that is over."""
        self._cached.pop(name, None)

    async def fresh(self, name: str) -> Game | None:
        """The game as the store has it; None if there is none. Raises BrokenLog and the store's errors."""
        if not is_game_id(name, self._buckets):
            return None
        known = self._cached.get(name)
        if known is not None:
            head = await self._log.head(name)
            if head.version == known.version and head.digest == known.head:
                known.turn_started_ms = head.turn_started
                return known
        source = await self._log.fold_source(name)
        if source is None:
            self.forget(name)
            return None
        if source.opening[0][0] == EntryKind.BOARD:
            return None
        game = fold(source.head, source.opening, source.deal)
        self.keep(game)
        return game

    async def board(self, name: str) -> Board | None:
        """A board's entry; None if there is no such board."""
        if not is_game_id(name, self._buckets):
            return None
        source = await self._log.fold_source(name)
        entry = decode(source.opening[0]) if source is not None else None
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


def fold(head: Head, opening: Sequence[bytes], deal: Sequence[bytes]) -> Game:
    """The game of a log: its first entries, and those from the current deal's on (none before the first deal).

    Raises BrokenLog where they do not make the head.
    """
    game = empty_game(opening[0])
    game.begin(opening[0])
    for raw in opening[1:]:
        # What stands between the joins and the current deal is in the deal's entry.
        if deal and raw[0] != EntryKind.JOINED:
            break
        game.advance(raw)
    if deal:
        game.resume(head.deal_version, deal[0])
    for raw in deal[1:]:
        game.advance(raw)
    if game.version != head.version or game.head != head.digest:
        raise BrokenLog(f"game {game.id}: the log gives version {game.version}, the head says {head.version}")
    game.turn_started_ms = head.turn_started
    return game


def ruleset_parts(canonical: str) -> tuple[str, dict[str, object]]:
    """Preset and options of a canonical form."""
    parts = json.loads(canonical)
    return parts["preset"], parts["options"]
