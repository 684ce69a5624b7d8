"""However long a tournament is, its runner keeps no record of it in memory."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path

from euchre.v1 import tournament_service_pb2 as api
from euchre_referee.tournament.runner.board_records import BoardRecords
from euchre_referee.tournament.runner.following import Following, Interests
from euchre_referee.tournament.runner.meetings import Boards

BOARDS = 400
TABLES = 2
RECORD_BYTES = 4_000
BYTES_A_BOARD = 200
"""What is kept of a board; of its records alone it would be forty times as much."""


def kept(work: Callable[[], object]) -> int:
    """Bytes that are still there when some work is done."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        result = work()
        after, _ = tracemalloc.get_traced_memory()
        del result
        return after - before
    finally:
        tracemalloc.stop()


def test_records_are_written_and_forgotten(tmp_path: Path) -> None:
    with BoardRecords.opened(tmp_path / "games.jsonl", tmp_path / "index") as records:

        def write() -> None:
            for board in range(BOARDS):
                records.add([f"{board} {table} ".ljust(RECORD_BYTES, "x") for table in range(TABLES)], board)

        assert kept(write) < BOARDS * BYTES_A_BOARD
    assert (tmp_path / "games.jsonl").stat().st_size == BOARDS * TABLES * (RECORD_BYTES + 1)


def test_of_a_board_that_is_over_little_is_remembered() -> None:
    interests = Interests(lambda _: None, lambda: None, lambda _: None, lambda *_: None)

    def follow() -> Following:
        following = Following(Boards(BOARDS, duplicate=True), interests, 0)
        pairing = api.TournamentPairing(pairing=1, round=1, entrants=["a", "b"], tables=TABLES, boards=BOARDS)
        following.take(_news(1, round_begun=api.RoundBegun(round=1, pairings=[pairing])))
        for board in range(1, BOARDS + 1):
            games = [
                api.TournamentGame(game=f"{board}-{table}", pairing=1, board=board, table=table)
                for table in range(1, TABLES + 1)
            ]
            for game in games:
                following.take(_news(board, game_begun=game))
            following.take(_news(board, board_over=api.BoardOver(pairing=1, board=board, games=games)))
        assert following.running == 0
        return following

    assert kept(follow) < BOARDS * BYTES_A_BOARD


def _news(version: int, **what: object) -> api.WatchTournamentResponse:
    event = api.TournamentEvent(version=version, **what)  # type: ignore[arg-type]
    return api.WatchTournamentResponse(version=version, events=[event])
