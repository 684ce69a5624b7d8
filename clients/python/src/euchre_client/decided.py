"""What was decided last, by seat."""

from euchre.v1.game_pb2 import Decision, Turn


class DecisionsMade:
    """The last decision of every seat, so that a turn which is sent again after a break meets the same
    answer."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, int], Decision] = {}

    def again(self, turn: Turn) -> Decision | None:
        """The decision that was already made on exactly this turn."""
        last = self._last.get((turn.game, turn.seat))
        if last is not None and last.version == turn.version and last.head == turn.head:
            return last
        return None

    def keep(self, made: Decision) -> None:
        """Remembers a decision until the seat's next one."""
        self._last[made.game, made.seat] = made

    def on(self, game: str, seat: int, version: int) -> Decision | None:
        """The decision of this seat at this version, if it is its last one."""
        last = self._last.get((game, seat))
        return last if last is not None and last.version == version else None

    def forget(self, game: str, seat: int) -> None:
        """The seat's last decision does not stand: should its turn come again, the bot is asked again."""
        self._last.pop((game, seat), None)

    def forget_game(self, game: str) -> None:
        """The game is over."""
        for key in [key for key in self._last if key[0] == game]:
            del self._last[key]
