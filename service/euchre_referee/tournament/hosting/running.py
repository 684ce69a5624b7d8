"""The games in play of one tournament, as its coordinator follows them."""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Final

from euchre_referee.referee.verdicts import CallRefused
from euchre_referee.tournament.hosting.tables import Tables, Taken
from euchre_referee.tournament.log.entries import Place
from euchre_referee.tournament.log.fold import Tournament

_JUDGED_AT_ONCE: Final = 16
_LOOK_SECONDS: Final = 5.0
"""How often every game is looked at, whatever was heard of it."""


@dataclass(slots=True)
class _Game:
    attempt: int
    name: str
    since: float
    wake: Callable[[], None]
    made: bool = False
    perhaps_over: bool = True


class Running:
    """`wake` is called when a game may be over; everything that is heard is a hint and no proof."""

    def __init__(self, tables: Tables, wake: Callable[[], None]) -> None:
        self._tables: Final = tables
        self._wake: Final = wake
        self._games: Final[dict[Place, _Game]] = {}
        self._judging: Final = asyncio.Semaphore(_JUDGED_AT_ONCE)
        self._look_at = 0.0
        self._taken_back: Final[list[str]] = []
        self._followed = False

    def follow(self, tournament: Tournament) -> None:
        """Follows the games that are in play by the log, and no others."""
        play = tournament.play
        if not self._followed:
            # Whoever coordinated it before may not have come to abort them.
            self._taken_back.extend(facts.game for facts in play.taken_back if facts.result is None)
            self._followed = True
        for place, game in list(self._games.items()):
            if game.attempt != play.attempt(place):
                self._taken_back.append(game.name)
                self._drop(place)
            elif place not in play.running:
                self._drop(place)
        for place in play.running:
            if place not in self._games:
                facts = play.facts(place)
                self._add(place, facts.attempt, facts.game)
        if monotonic() >= self._look_at:
            self._look_at = monotonic() + _LOOK_SECONDS
            for game in self._games.values():
                game.perhaps_over = True

    async def make(self, tournament: Tournament, ready: Collection[int]) -> None:
        """Makes the games that are not made, where the pairing's places are filled. Raises CallRefused."""
        missing = {place: game for place, game in self._games.items() if not game.made}
        if not missing:
            return
        there = await self._tables.heads([game.name for game in missing.values()])
        to_make = []
        for place, game in missing.items():
            if game.name in there:
                game.made = True
            elif place.pairing in ready:
                to_make.append(place)
        made = await asyncio.gather(
            *(self._tables.make(tournament, place) for place in to_make), return_exceptions=True
        )
        for place, outcome in zip(to_make, made, strict=True):
            if outcome is None and (known := self._games.get(place)) is not None:
                known.made, known.since = True, monotonic()
        for outcome in made:
            if outcome is not None:
                raise outcome

    async def take(self, tournament: Tournament) -> list[Taken]:
        """What came of the games that are over. Raises the store's errors."""
        asked = {game.name: place for place, game in self._games.items() if game.made and game.perhaps_over}
        if not asked:
            return []
        heads = await self._tables.heads(list(asked))
        over: list[Place] = []
        for name, place in asked.items():
            game = self._games.get(place)
            if game is None or game.name != name:
                continue
            game.perhaps_over = False
            if name not in heads:
                # Lost with the end of the store, or away: it is made again if it is not found.
                game.made = False
            elif heads[name]:
                over.append(place)
        if not over:
            return []
        # Before the result stands in the log, or the game could expire unheard.
        await self._tables.keep([self._games[place].name for place in over])
        taken = await asyncio.gather(*(self._judged(tournament, place) for place in over), return_exceptions=True)
        for place, each in zip(over, taken, strict=True):
            if isinstance(each, BaseException) and place in self._games:
                self._games[place].perhaps_over = True
        for each in taken:
            if isinstance(each, BaseException):
                raise each
        return [each for each in taken if isinstance(each, Taken)]

    async def give_up(self, seconds: float | None) -> None:
        """Aborts the games that were taken back, and those that last too long; None: none does."""
        while self._taken_back:
            with suppress(CallRefused):
                await self._tables.abort(self._taken_back[-1], "restarted")
            self._taken_back.pop()
        if seconds is None:
            return
        oldest = monotonic() - seconds
        for game in [game for game in self._games.values() if game.made and game.since < oldest]:
            with suppress(CallRefused):
                await self._tables.abort(game.name, f"not over after {seconds:g} s")
            game.since, game.perhaps_over = monotonic(), True

    def close(self) -> None:
        """Follows no game any more."""
        for place in list(self._games):
            self._drop(place)

    async def _judged(self, tournament: Tournament, place: Place) -> Taken | None:
        async with self._judging:
            return await self._tables.take(tournament, place, self._games[place].name)

    def _add(self, place: Place, attempt: int, name: str) -> None:
        games = self._tables.referee.games

        def wake() -> None:
            # The fold of a game is dropped when it ends, and there is none here of what another replica plays.
            if games.cached(name) is None:
                game.perhaps_over = True
                self._wake()

        self._games[place] = game = _Game(attempt, name, monotonic(), wake)
        self._tables.referee.desk.watch(name, wake)

    def _drop(self, place: Place) -> None:
        game = self._games.pop(place)
        self._tables.referee.desk.unwatch(game.name, game.wake)
