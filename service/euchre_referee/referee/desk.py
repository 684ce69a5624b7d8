"""Who is told of what happened: the sessions and watchers that this replica serves, and the other replicas."""

from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Final, Protocol

from euchre_referee.referee.game import Game
from euchre_referee.referee.verdicts import Refused


class Mailbox(Protocol):
    """A session's stream."""

    def turn(self, game: Game) -> None:
        """It is the session's turn in the game."""

    def waits(self, game: str) -> None:
        """The game goes on, and it is another's turn."""

    def gone(self, game: str) -> None:
        """The game is not in the store any more."""

    def awaited(self) -> Collection[str]:
        """The games whose end the session has not been told yet."""

    def mistaken(self, game: Game) -> None:
        """The session has decided on another history of the game: what it was told of it counts no longer."""

    def moved_on(self, game: Game) -> None:
        """The session's turn in the game is decided; no turn of it need be sent any more."""

    def ended(self, game: Game) -> None:
        """The game is over."""

    def end(self, refused: Refused) -> None:
        """The stream must end."""


class Desk:
    """Hands news to mailboxes and watchers here; `elsewhere(session, game, version)` hears of all other sessions."""

    def __init__(self, elsewhere: Callable[[str, str, int], None]) -> None:
        self._elsewhere: Final = elsewhere
        self._boxes: Final[dict[str, Mailbox]] = {}
        self._watchers: Final[defaultdict[str, set[Callable[[], None]]]] = defaultdict(set)
        self._seen: Final[dict[str, bytes]] = {}

    def attach(self, session: str, box: Mailbox) -> None:
        """A session's stream begins here; it takes the place of an older one."""
        self._boxes[session] = box

    def detach(self, session: str, box: Mailbox) -> None:
        """A session's stream is over; nothing happens if a newer one has its place."""
        if self._boxes.get(session) is box:
            del self._boxes[session]

    def box(self, session: str) -> Mailbox | None:
        """The session's stream, if it is here."""
        return self._boxes.get(session)

    def boxes(self) -> list[tuple[str, Mailbox]]:
        """The sessions served here and their streams."""
        return list(self._boxes.items())

    def watch(self, game: str, wake: Callable[[], None]) -> None:
        """Calls `wake` whenever the game changes here."""
        self._watchers[game].add(wake)

    def unwatch(self, game: str, wake: Callable[[], None]) -> None:
        """Ends a watch."""
        self._watchers[game].discard(wake)
        if not self._watchers[game]:
            del self._watchers[game]
            self._seen.pop(game, None)

    def watched(self) -> list[str]:
        """The games that somebody watches here."""
        return list(self._watchers)

    def seen_at(self, game: str, digest: bytes) -> None:
        """The store has the game with this head: its watchers are woken if that is news here.

        Not its version: a store that lost its end and went on may have another history as long as the lost one.
        """
        if game in self._watchers and self._seen.get(game) != digest:
            self._seen[game] = digest
            self.wake_watchers(game)

    def wake_watchers(self, game: str) -> None:
        """The game may have changed."""
        for wake in tuple(self._watchers.get(game, ())):
            wake()

    def changed(self, game: Game, previous: str | None) -> None:
        """The game has got new entries; `previous` is the session that was to act before them."""
        if previous is not None and (box := self._boxes.get(previous)) is not None:
            box.moved_on(game)
        if game.ended is not None:
            for session in {seat.session for seat in game.seats if seat is not None}:
                self._tell(session, game)
        elif (seat := game.seat_to_act()) is not None:
            box = self._boxes.get(seat.session)
            if box is not None:
                box.turn(game)
            else:
                self._elsewhere(seat.session, game.id, game.version)
        if game.id in self._watchers:
            self.wake_watchers(game.id)

    def offer(self, game: Game, session: str) -> None:
        """Tells a session that is served here how it stands in a game; mailboxes know what they told before."""
        box = self._boxes.get(session)
        if box is None:
            return
        if game.ended is not None:
            box.ended(game)
        elif game.is_turn_of(session):
            box.turn(game)
        else:
            box.waits(game.id)

    def offer_anew(self, game: Game, session: str) -> None:
        """Tells a session that is served here how it stands in a game, whatever it was told before."""
        box = self._boxes.get(session)
        if box is not None:
            box.mistaken(game)
            self.offer(game, session)

    def _tell(self, session: str, game: Game) -> None:
        if session in self._boxes:
            self.offer(game, session)
        else:
            self._elsewhere(session, game.id, game.version)
