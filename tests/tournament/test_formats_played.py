"""Every format from its configuration to its files, over gRPC at a real referee, and checked from the files alone."""

from pathlib import Path

import pytest

from euchre_referee.bots import BOTS
from euchre_referee.cli.tournament_check import check_directory
from euchre_referee.tournament.config import TournamentConfig, parse_config
from euchre_referee.tournament.runner.folder import Folder
from euchre_referee.tournament.runner.hosting import Crewing
from euchre_referee.tournament.runner.organizer import Organizer
from euchre_referee.tournament.runner.plan import Plan
from euchre_referee.tournament.runner.running import Audience, Outcome, run_tournament
from tests.conftest import Server
from tests.tournament.hosted import HostedCrew
from tests.tournament.runs import DEADLINE

EIGHT = "greedy,first,random,a=greedy,b=first,c=random,d=greedy,e=first"
TEAMS = "one=greedy+first,two=random+greedy,three=first+random,greedy,first,random,a=greedy,b=first"

SLOW = {"action_limit_ms": 600_000}
"""However slow a machine is, the clock decides nothing."""

pytestmark = pytest.mark.timeout(2 * DEADLINE)

RUNS: dict[str, dict[str, object]] = {
    "round-robin": {"rules": "euchre", "bots": EIGHT},
    "round-robin at tables": {"rules": "buck", "bots": EIGHT, "scoring": "matchpoints"},
    "double round-robin": {"rules": "euchre-two-handed", "bots": EIGHT, "format": "double-round-robin"},
    "gauntlet": {"rules": "american-belote-four", "bots": EIGHT, "format": "gauntlet", "challenger": "random"},
    "gauntlet at tables": {"rules": "euchre-auction", "bots": EIGHT, "format": "gauntlet"},
    "swiss": {"rules": "euchre", "bots": f"{EIGHT},f=random", "format": "swiss", "rounds": 3, "draw": "lots"},
    "swiss at tables": {"rules": "buck", "bots": EIGHT, "format": "swiss", "rounds": 3, "scoring": "matchpoints"},
    "elimination": {"rules": "euchre", "bots": TEAMS, "format": "elimination", "boards": 2, "seatings": "all"},
    "elimination at tables": {"rules": "buck-three", "bots": EIGHT, "format": "elimination", "boards": 2},
    "plain": {
        "rules": "euchre-cutthroat",
        "bots": EIGHT,
        "format": "swiss",
        "rounds": 2,
        "boards": 3,
        "duplicate": False,
    },
    "permutations": {"rules": "american-belote-three", "bots": "greedy,first,random", "seatings": "all"},
    "games of single players": {
        "rules": "dirty-clubs",
        "bots": "greedy,first",
        "board": "game",
        "scoring": "matchpoints",
    },
    "tested match": {
        "rules": "euchre",
        "bots": "greedy,random",
        "format": "match",
        "boards": 300,
        "test": "h0=0,h1=0.5",
        "concurrency": 8,
    },
    "match of games": {"rules": "euchre", "bots": "greedy,first", "format": "match", "board": "game", "boards": 3},
}


def configured(values: dict[str, object]) -> TournamentConfig:
    found = parse_config({"boards": 1, "seed": "formats", "clocks": SLOW, "pairings_at_once": 8, **values}, BOTS)
    assert isinstance(found, TournamentConfig), found
    return found


async def played(
    server: Server, config: TournamentConfig, directory: Path, told: list[str], crew: Crewing = HostedCrew
) -> Outcome:
    folder = Folder(directory)
    async with Organizer(server.address, server.operator_token) as organizer:
        with folder.claimed():
            folder.keep(Plan.drawn({}, server.address))
            audience = Audience(told.append, lambda progress: None)
            return await run_tournament(config, folder, organizer, audience, crew)


@pytest.mark.parametrize("name", RUNS)
async def test_a_format_is_played_to_its_end_and_its_files_bear_each_other_out(
    name: str, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, told = configured(RUNS[name]), list[str]()
    outcome = await played(server, config, tmp_path / "out", told)
    found = outcome.standings
    assert outcome.unplayed == ()
    assert found.complete
    assert found.games_played == found.games_planned <= found.terms.game_count
    assert {row.entrant.name for row in found.rows if row.rank is not None} == {each.name for each in config.entrants}
    assert found.rows[0].rank == 1
    assert check_directory(tmp_path / "out") == 0, capsys.readouterr().out
    if config.form.test is not None:
        assert found.boards_complete < config.boards
        kept = len((tmp_path / "out" / "games.jsonl").read_text().splitlines())
        assert found.games_played <= kept < found.terms.game_count
    assert sum(line.startswith("round ") for line in told) == len(found.terms.scheduler().shapes) - 1


class _Absent(HostedCrew):
    """One entrant never comes."""

    NAME = "c"

    async def __aenter__(self) -> None:
        for launch in self._launches:
            if launch.place.entrant.name == self.NAME:
                self._listener.lost(launch.place, "it never came")
        await super().__aenter__()


@pytest.mark.parametrize("kind", ["swiss", "elimination"])
async def test_rounds_go_on_without_what_could_not_be_played(
    kind: str, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {"rules": "euchre-two-handed", "bots": "a=greedy,b=first,c=first,d=random", "format": kind, "boards": 2}
    told: list[str] = []
    outcome = await played(server, configured(asked), tmp_path / "out", told, _Absent)
    assert {unplayed.entrants for unplayed in outcome.unplayed if "c" in unplayed.entrants}
    assert all("c" in unplayed.entrants for unplayed in outcome.unplayed)
    assert not outcome.standings.complete
    assert any(line.startswith("round 1 is over though not all of it was played: c: paused") for line in told), told
    assert sum(line.startswith("round 2: ") for line in told) == 1
    assert check_directory(tmp_path / "out") == 0, capsys.readouterr().out
