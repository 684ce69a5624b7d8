"""Following one game across breaks of its stream."""

import time

from euchre.v1.referee_service_pb2 import WatchRequest, WatchResponse
from euchre_client.backoff import Backoff
from euchre_client.errors import RefereeError, Refused, Unreachable


class Following:
    """What is known of a watched game: the next stream begins at its version and head."""

    def __init__(self, game: str, version: int, head: bytes, full: bool, timeout: float) -> None:
        self.over = False
        """The game is over and everything of it has been told."""
        self._game = game
        self._version = version
        self._head = head
        self._full = full
        self._timeout = timeout
        self._failing_since: float | None = None
        self._backoff = Backoff()

    def request(self) -> WatchRequest:
        """Asks for what is not known yet."""
        return WatchRequest(game=self._game, from_version=self._version, from_head=self._head, full=self._full)

    def took(self, answer: WatchResponse) -> None:
        """An answer has come."""
        self._version, self._head = answer.version, answer.head
        self._backoff.reset()
        self._failing_since = None
        self.over = any(event.HasField("game_over") for event in answer.events)

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
