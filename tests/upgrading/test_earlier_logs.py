"""What earlier versions wrote is read as they read it, and gone on with (docs/upgrading.md)."""

import json
from base64 import b64encode
from operator import attrgetter

import pytest

from euchre_referee.referee.entries import Dealt, Mark, decode
from euchre_referee.referee.games import fold
from euchre_referee.referee.judge import act
from euchre_referee.referee.recording import full_record
from euchre_referee.referee.step import Step
from euchre_referee.referee.verifying import verify
from euchre_referee.store.head import Head
from euchre_referee.tournament.hosting.reckoning import Reckoning, score_of
from euchre_referee.tournament.log import entries as tournament_entries
from euchre_referee.tournament.log.fold import State, folded
from tests.upgrading.kept_logs import KeptGame, KeptTournament, kept_games, kept_tournaments

GAMES = kept_games()
FINISHED = [game for game in GAMES if game.record is not None]
PLAYED = [game for game in GAMES if game.record is None]


def holds(now: object, then: object) -> bool:
    """What stood there stands there; keys may have been added."""
    if isinstance(now, dict) and isinstance(then, dict):
        return all(key in now and holds(now[key], value) for key, value in then.items())
    if isinstance(now, list) and isinstance(then, list):
        return len(now) == len(then) and all(map(holds, now, then))
    return now == then


@pytest.mark.parametrize("game", GAMES, ids=attrgetter("name"))
def test_entries_are_written_today_as_they_were(game: KeptGame) -> None:
    assert [decode(raw).encode() for raw in game.log] == list(game.log)


@pytest.mark.parametrize("game", FINISHED, ids=attrgetter("name"))
def test_a_games_record_is_what_it_was_and_in_order(game: KeptGame) -> None:
    record = json.loads(json.dumps(full_record(game.log)))
    assert verify(record) == ()
    assert record["proof"].pop("entries") == [b64encode(raw).decode() for raw in game.log]
    assert holds(record, game.record)


@pytest.mark.parametrize("game", PLAYED, ids=attrgetter("name"))
def test_a_game_that_was_played_goes_on(game: KeptGame) -> None:
    deals = [version for version, raw in enumerate(game.log, 1) if isinstance(decode(raw), Dealt)]
    head = Head(len(game.log), game.head, deals[-1], None, 0, 0)
    found = fold(head, game.log[: deals[0] - 1], game.log[deals[-1] - 1 :])
    step = act(found, found.state.to_act, found.state.legal[0], Mark.OWN, 7, 1)
    assert isinstance(step, Step)
    for raw in step.entries:
        found.advance(raw)
    assert found.version == len(game.log) + len(step.entries)


@pytest.mark.parametrize("kept", kept_tournaments(), ids=attrgetter("name"))
async def test_a_tournament_stands_as_it_stood(kept: KeptTournament) -> None:
    assert [tournament_entries.decode(raw).encode() for raw in kept.log] == list(kept.log)
    tournament = folded(kept.log)
    assert (tournament.state, tournament.head) == (State.FINISHED, kept.head)
    reckoning = Reckoning()
    try:
        document = json.loads(await reckoning.document(score_of(tournament, whole=True)))
    finally:
        await reckoning.aclose()
    assert document == kept.standings


def test_something_is_kept_of_every_kind() -> None:
    kinds = {type(decode(raw)).__name__ for game in GAMES for raw in game.log}
    assert kinds >= {"Created", "Joined", "Dealt", "Acted", "Struck", "Lost", "Ended"}
    assert PLAYED
    assert FINISHED
    assert kept_tournaments()
