"""Following one game or one tournament across breaks of its stream."""

import time

from euchre.v1.referee_service_pb2 import WatchRequest, WatchResponse
from euchre.v1.tournament_service_pb2 import WatchTournamentRequest, WatchTournamentResponse
from euchre_client.backoff import Backoff
from euchre_client.errors import RefereeError, Refused, Unreachable


class Resuming:
    """What is known of what is watched: the next stream begins at its version and head."""

    def __init__(self, version: int, head: bytes, timeout: float) -> None:
        self.over = False
        """It is over and everything of it has been told."""
        self._version = version
        self._head = head
        self._timeout = timeout
        self._failing_since: float | None = None
        self._backoff = Backoff()

    def _heard(self, version: int, head: bytes) -> None:
        """An answer has come, which leads to a version."""
        self._version, self._head = version, head
        self._backoff.reset()
        self._failing_since = None

    def wait(self, error: RefereeError | None) -> float:
        """Seconds until the stream is to be opened again.

        Raises a refusal that waiting does not help, and Unreachable after `timeout` seconds without the referee.
        """
        after = error.retry_after if isinstance(error, Refused) else None
        if error is not None and after is None and not isinstance(error, Unreachable):
            raise error
        if error is not None:
            now = time.monotonic()
            if self._failing_since is None:
                self._failing_since = now
            elif now - self._failing_since > self._timeout:
                raise error
        return self._backoff.next(after)


class Following(Resuming):
    """A game that is followed."""

    def __init__(self, game: str, version: int, head: bytes, full: bool, timeout: float) -> None:
        super().__init__(version, head, timeout)
        self._game = game
        self._full = full

    def request(self) -> WatchRequest:
        """Asks for what is not known yet."""
        return WatchRequest(game=self._game, from_version=self._version, from_head=self._head, full=self._full)

    def took(self, answer: WatchResponse) -> None:
        """An answer has come."""
        self._heard(answer.version, answer.head)
        self.over = any(event.HasField("game_over") for event in answer.events)


class TournamentFollowing(Resuming):
    """A tournament that is followed."""

    def __init__(self, tournament: str, version: int, head: bytes, standings: bool, timeout: float) -> None:
        super().__init__(version, head, timeout)
        self._tournament = tournament
        self._standings = standings

    def request(self) -> WatchTournamentRequest:
        """Asks for what is not known yet."""
        return WatchTournamentRequest(
            tournament=self._tournament,
            from_version=self._version,
            from_head=self._head,
            standings=self._standings,
        )

    def took(self, answer: WatchTournamentResponse) -> None:
        """An answer has come."""
        self._heard(answer.version, answer.head)
        self.over = self.over or any(event.HasField("ended") for event in answer.events)
