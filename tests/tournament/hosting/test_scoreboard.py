"""Standings are computed no more often than they are worth, and the last ones at once."""

import random

from euchre_referee.tournament.hosting import deeds
from euchre_referee.tournament.hosting.reckoning import Reckoning
from euchre_referee.tournament.hosting.scoreboard import Scoreboard
from tests.tournament.log.logs import DEED, Written, offer


async def test_documents_of_what_is_played_are_not_computed_for_everybody_who_asks() -> None:
    written = Written(offer(boards=20))
    written.enter(("ann", "bob"))
    written.start()
    tournament, rng, now = written.tournament, random.Random(1), 100.0
    scoreboard = Scoreboard(Reckoning(), lambda: now)

    def play() -> None:
        before = len(tournament.play.results)
        while len(tournament.play.results) == before:
            written.step(rng)

    play()
    first = await scoreboard.document(tournament, whole=True)
    board = await scoreboard.standings(tournament, whole=True)
    play()
    assert await scoreboard.document(tournament, whole=True) == first
    assert await scoreboard.standings(tournament, whole=True) is board
    now += 1
    later = await scoreboard.document(tournament, whole=True)
    assert later != first
    assert (await scoreboard.standings(tournament, whole=True)).version == tournament.version
    play()
    written.write(deeds.cancel(tournament, True, DEED))
    assert await scoreboard.document(tournament, whole=True) != later
    assert (await scoreboard.standings(tournament, whole=True)).version == tournament.version
