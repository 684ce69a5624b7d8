"""A tournament's events as its runner takes them: what is open, what runs, whose boards are over, what to say."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from euchre.v1 import tournament_service_pb2 as api
from euchre_referee.tournament.runner.meetings import Boards


class Interests(NamedTuple):
    """Who wants to know of what."""

    tell: Callable[[str], None]
    """A sentence for people."""
    places_change: Callable[[], None]
    goes_on: Callable[[str], None]
    """An entrant that was paused."""
    played_again: Callable[[int, int], None]
    """A board, and the version of the log that says so."""


class Following:
    """What is known after the events that were taken; `known` is the version that people were told of before."""

    def __init__(self, boards: Boards, interests: Interests, known: int) -> None:
        self.boards: Final = boards
        self.version = 0
        self.paused: Final[dict[str, str]] = {}
        """Why, by entrant."""
        self.stalled = False
        """Nothing is left to play but pairings of paused entrants."""
        self.ended: api.TournamentEnded | None = None
        self._interests: Final = interests
        self._known: Final = known
        self._running: Final[set[tuple[int, int, int]]] = set()

    @property
    def running(self) -> int:
        """Games in progress."""
        return len(self._running)

    @property
    def up_to_date(self) -> bool:
        """Whether all is taken that had happened when the runner began."""
        return self.version >= self._known

    def take(self, answer: api.WatchTournamentResponse) -> None:
        """The next of the service's answers. Raises ValueError if it does not tell an operator's whole truth."""
        for event in answer.events:
            kind = event.WhichOneof("what")
            taken = _TAKERS.get(kind) if kind is not None else None
            if taken is not None:
                taken(self, event)
            self.version = max(self.version, event.version)
        self.version = max(self.version, answer.version)

    def _tell(self, event: api.TournamentEvent, sentence: str) -> None:
        if event.version > self._known:
            self._interests.tell(sentence)

    def _round_begun(self, event: api.TournamentEvent) -> None:
        begun = event.round_begun
        self.boards.close()
        for pairing in begun.pairings:
            self.boards.begin(begun.round, pairing.pairing, pairing.entrants, pairing.tables)
        if begun.round > 1:
            meetings = ", ".join(" - ".join(pairing.entrants) for pairing in begun.pairings)
            byes = f"; byes: {', '.join(begun.byes)}" if begun.byes else ""
            self._tell(event, f"round {begun.round}: {meetings}{byes}")

    def _places_changed(self, event: api.TournamentEvent) -> None:
        self.stalled = False
        self._interests.places_change()

    def _game_begun(self, event: api.TournamentEvent) -> None:
        game = event.game_begun
        self.boards.begin_game(game.board)
        self._running.add((game.pairing, game.board, game.table))

    def _board_over(self, event: api.TournamentEvent) -> None:
        over = event.board_over
        self.boards.over(over.pairing, over.board)
        for game in over.games:
            self._running.discard((game.pairing, game.board, game.table))

    def _incident(self, event: api.TournamentEvent) -> None:
        incident = event.incident
        if incident.kind == api.INCIDENT_KIND_PAUSED:
            self.paused[incident.entrant] = incident.cause
            self._tell(event, f"{incident.entrant} is paused: {incident.cause}")
        elif incident.kind in (api.INCIDENT_KIND_RESUMED, api.INCIDENT_KIND_REPLACED):
            self.stalled = False
            self.paused.pop(incident.entrant, None)
            self._interests.goes_on(incident.entrant)
            self._tell(event, _gone_on(incident))
        elif incident.kind == api.INCIDENT_KIND_RESTARTED:
            if not incident.board:
                raise ValueError("a game was restarted, but not which: the operator's token needs the scope boards")
            self.stalled = False
            self.boards.again(incident.pairing, incident.board)
            self._interests.played_again(incident.board, event.version)
            place = f"pairing {incident.pairing}, board {incident.board}, table {incident.table}"
            self._tell(event, f"{place} is played again, attempt {incident.attempt}: {incident.cause}")
        elif incident.kind == api.INCIDENT_KIND_ROUND_CLOSED:
            self._tell(event, f"round {incident.round} is over though not all of it was played: {incident.cause}")

    def _stalled(self, event: api.TournamentEvent) -> None:
        self.stalled = True

    def _ended(self, event: api.TournamentEvent) -> None:
        self.ended = event.ended
        if event.ended.cause:
            self._tell(event, f"the tournament was ended: {event.ended.cause}")


def _gone_on(incident: api.Incident) -> str:
    if incident.kind == api.INCIDENT_KIND_REPLACED:
        return f"{incident.entrant} is played by {incident.program} from now on: {incident.cause}"
    return f"{incident.entrant} goes on: {incident.cause}"


_TAKERS: Final[Mapping[str, Callable[[Following, api.TournamentEvent], None]]] = {
    "round_begun": Following._round_begun,
    "pairing_opened": Following._places_changed,
    "pairing_over": Following._places_changed,
    "game_begun": Following._game_begun,
    "board_over": Following._board_over,
    "incident": Following._incident,
    "stalled": Following._stalled,
    "ended": Following._ended,
}
