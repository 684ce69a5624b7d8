"""What was decided last, by seat."""

from euchre.v1.game_pb2 import Decision, Turn, Verdict


class DecisionsMade:
    """The last decision of every seat, so that a turn which is sent again after a break meets the same
    answer."""

    def __init__(self) -> None:
        self._last: dict[str, dict[int, Decision]] = {}

    def again(self, turn: Turn) -> Decision | None:
        """The decision that was already made on exactly this turn."""
        last = self.on(turn.game, turn.seat, turn.version)
        return last if last is not None and last.head == turn.head else None

    def keep(self, made: Decision) -> None:
        """Remembers a decision until the seat's next one."""
        seats = self._last.get(made.game)
        if seats is None:
            seats = self._last[made.game] = {}
        seats[made.seat] = made

    def on(self, game: str, seat: int, version: int) -> Decision | None:
        """The decision of this seat at this version, if it is its last one."""
        seats = self._last.get(game)
        last = None if seats is None else seats.get(seat)
        return last if last is not None and last.version == version else None

    def judged(self, verdict: Verdict) -> Decision | None:
        """The last decision of a seat that a verdict is about. One that names no seat is about the version's only one:
        no two seats are to act at once."""
        if verdict.HasField("seat"):
            return self.on(verdict.game, verdict.seat, verdict.version)
        seats = self._last.get(verdict.game, {})
        return next((last for last in seats.values() if last.version == verdict.version), None)

    def forget(self, game: str, seat: int) -> None:
        """The seat's last decision does not stand: should its turn come again, the bot is asked again."""
        if game in self._last:
            self._last[game].pop(seat, None)

    def forget_game(self, game: str) -> None:
        """The game is over."""
        self._last.pop(game, None)
