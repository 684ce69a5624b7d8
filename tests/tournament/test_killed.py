"""Killed at any moment, a tournament goes on where it was: nothing is lost and nothing played twice."""

from pathlib import Path
from random import Random

import pytest

from euchre_referee.cli.tournament_check import check_directory
from tests.tournament.killing import PATIENT, Victim, deals, survive
from tests.tournament.runs import DEADLINE, run

FIXED = ("--rules", "euchre-two-handed", "--bots", "greedy,random", "--boards", "40", "--seed", "ordeal")

pytestmark = pytest.mark.timeout(4 * DEADLINE)


async def test_whoever_is_killed_the_standings_are_those_of_an_undisturbed_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    victims = (Victim.RUNNER, Victim.REFEREE, Victim.STORE) * 2
    survived = await survive(tmp_path / "disturbed", FIXED, Random(5), victims, (0.3, 3.0))
    assert survived.run.code == 0, survived.run.out + survived.run.err
    undisturbed = await run(tmp_path / "undisturbed", *FIXED, *PATIENT)
    assert undisturbed.code == 0, undisturbed.out + undisturbed.err
    assert survived.run.standings == undisturbed.standings
    assert deals(survived.run) == deals(undisturbed)
    assert check_directory(survived.run.directory) == 0, capsys.readouterr().out
