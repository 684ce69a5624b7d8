"""What the runner makes of a tournament's events."""

from typing import NamedTuple

import pytest

from euchre.v1 import tournament_service_pb2 as api
from euchre_referee.tournament.runner.following import Following, Interests
from euchre_referee.tournament.runner.meetings import Boards


class Heard(NamedTuple):
    """A follower, and what it passed on."""

    following: Following
    told: list[str]
    gone_on: list[str]
    again: list[tuple[int, int]]
    changes: list[None]

    def take(self, *events: api.TournamentEvent) -> None:
        """Events, numbered through."""
        for event in events:
            event.version = self.following.version + 1
            self.following.take(api.WatchTournamentResponse(version=event.version, events=[event]))


@pytest.fixture
def heard() -> Heard:
    told, gone_on, again, changes = list[str](), list[str](), list[tuple[int, int]](), list[None]()
    interests = Interests(
        told.append,
        lambda: changes.append(None),
        gone_on.append,
        lambda board, version: again.append((board, version)),
    )
    return Heard(Following(Boards(2, duplicate=True), interests, 1), told, gone_on, again, changes)


def round_begun(number: int, *meetings: tuple[str, str], byes: tuple[str, ...] = ()) -> api.TournamentEvent:
    pairings = [
        api.TournamentPairing(pairing=2 * number - 2 + place, round=number, entrants=names, tables=2, boards=2)
        for place, names in enumerate(meetings, 1)
    ]
    return api.TournamentEvent(round_begun=api.RoundBegun(round=number, pairings=pairings, byes=byes))


def board_over(pairing: int, board: int) -> api.TournamentEvent:
    games = [api.TournamentGame(pairing=pairing, board=board, table=table, over=True) for table in (1, 2)]
    return api.TournamentEvent(board_over=api.BoardOver(pairing=pairing, board=board, games=games))


def incident(kind: "api.IncidentKind.ValueType", **keys: object) -> api.TournamentEvent:
    return api.TournamentEvent(incident=api.Incident(kind=kind, **keys))  # type: ignore[arg-type]


def test_rounds_follow_each_other_and_what_was_known_is_not_told_again(heard: Heard) -> None:
    heard.take(round_begun(1, ("a", "b"), ("c", "d")))
    heard.take(round_begun(2, ("a", "c"), byes=("b", "d")))
    assert heard.told == ["round 2: a - c; byes: b, d"]
    assert heard.following.boards.is_settled(2), "its round is closed"
    assert heard.following.up_to_date


def test_games_run_until_their_board_is_over(heard: Heard) -> None:
    heard.take(round_begun(1, ("a", "b")))
    for table in (1, 2):
        heard.take(api.TournamentEvent(game_begun=api.TournamentGame(pairing=1, board=1, table=table)))
    assert heard.following.running == 2
    heard.take(board_over(1, 1))
    assert heard.following.running == 0
    assert heard.following.boards.is_settled(1)


def test_places_are_looked_at_when_pairings_open_and_are_over(heard: Heard) -> None:
    heard.take(api.TournamentEvent(pairing_opened=api.TournamentPairing(pairing=1)))
    heard.take(api.TournamentEvent(pairing_over=api.TournamentPairing(pairing=1)))
    assert len(heard.changes) == 2


def test_a_pause_lasts_until_the_entrant_goes_on_or_is_replaced(heard: Heard) -> None:
    heard.take(round_begun(1, ("a", "b")))
    for last in (api.INCIDENT_KIND_RESUMED, api.INCIDENT_KIND_REPLACED):
        heard.take(incident(api.INCIDENT_KIND_PAUSED, entrant="a", cause="it broke"))
        heard.take(api.TournamentEvent(stalled=api.Stalled(entrants=["a"])))
        assert heard.following.paused == {"a": "it broke"}
        assert heard.following.stalled
        heard.take(incident(last, entrant="a", program="greedy", cause="mended"))
        assert heard.following.paused == {}
        assert not heard.following.stalled
    assert heard.gone_on == ["a", "a"]
    assert heard.told == [
        "a is paused: it broke",
        "a goes on: mended",
        "a is paused: it broke",
        "a is played by greedy from now on: mended",
    ]


def test_a_game_that_is_played_again(heard: Heard) -> None:
    heard.take(round_begun(1, ("a", "b")), board_over(1, 1))
    again = incident(api.INCIDENT_KIND_RESTARTED, pairing=1, board=1, table=2, attempt=2, cause="a dispute")
    heard.take(again)
    assert heard.again == [(1, 3)]
    assert not heard.following.boards.is_settled(1)
    assert heard.told == ["pairing 1, board 1, table 2 is played again, attempt 2: a dispute"]


def test_the_end_and_its_cause(heard: Heard) -> None:
    heard.take(round_begun(1, ("a", "b")))
    heard.take(incident(api.INCIDENT_KIND_ROUND_CLOSED, round=1, cause="a is paused"))
    ended = api.TournamentEnded(state=api.TOURNAMENT_STATE_CANCELLED, cause="rain")
    heard.take(api.TournamentEvent(ended=ended))
    assert heard.following.ended == ended
    assert heard.told == [
        "round 1 is over though not all of it was played: a is paused",
        "the tournament was ended: rain",
    ]


def test_a_token_that_may_not_see_boards_is_named_where_one_is_played_again(heard: Heard) -> None:
    heard.take(round_begun(1, ("a", "b")))
    with pytest.raises(ValueError, match="needs the scope boards"):
        heard.take(incident(api.INCIDENT_KIND_RESTARTED, pairing=1, table=2, attempt=2))
