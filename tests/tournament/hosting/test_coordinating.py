"""What a coordinator knows beside the log: found again, and never older than it may be."""

import random
from collections.abc import Collection

from euchre_referee.store import Embedded
from euchre_referee.tournament.formats.form import Form, Format
from euchre_referee.tournament.hosting import deeds
from euchre_referee.tournament.hosting.coordinator import Coordinator, turned
from euchre_referee.tournament.hosting.filling import Filling
from euchre_referee.tournament.hosting.hosting import Hosting
from euchre_referee.tournament.hosting.reckoning import Course, Reckoning
from euchre_referee.tournament.hosting.running import Running
from euchre_referee.tournament.hosting.steps import Ahead
from euchre_referee.tournament.hosting.tables import Tables, now_ms
from euchre_referee.tournament.log.entries import Ended
from tests.referee.replicas import replica
from tests.tournament.log.logs import DEED, Written, offer


def _begun(key: str, form: Form | None = None) -> Written:
    """A tournament of two with games in play."""
    written = Written(offer(form=form or Form()), key)
    written.enter(("ann", "bob"))
    written.start()
    while not written.tournament.play.running:
        written.step(random.Random(1))
    return written


async def test_places_of_a_program_in_anothers_place_are_not_filled_because_the_others_were() -> None:
    written = _begun("filled")
    asked: list[set[str]] = []

    async def present(sessions: Collection[str]) -> set[str]:
        asked.append(set(sessions))
        return asked[0]

    filling = Filling(present)
    await filling.look(written.tournament)
    assert filling.ready == {1}
    assert not filling.waits
    written.write(deeds.replace(written.tournament, deeds.Replacement("again", "bob", "greedy", ""), DEED))
    await filling.look(written.tournament)
    assert asked[1] - asked[0]
    assert filling.ready == frozenset()
    assert filling.waits


async def test_whoever_goes_on_aborts_what_was_taken_back_before(embedded: Embedded) -> None:
    written = _begun("taken back")
    play = written.tournament.play
    place = min(play.running)
    async with replica(embedded.url) as referee:
        tables = Tables(referee)
        before = Running(tables, lambda: None)
        before.follow(written.tournament)
        await before.make(written.tournament, {place.pairing})
        game = play.facts(place).game
        before.close()
        written.write(deeds.restart(written.tournament, place, "again", DEED))
        after = Running(tables, lambda: None)
        after.follow(written.tournament)
        await after.give_up(None)
        found = await referee.games.fresh(game)
        assert found is not None
        assert found.ended is not None
        after.close()


async def test_a_tournament_that_is_about_to_be_made_is_led_once_it_is_there(embedded: Embedded) -> None:
    name = _begun("on its way").tournament.id
    async with replica(embedded.url) as referee:
        hosting = Hosting(referee)
        await hosting.index.enter(name, now_ms())
        # Another replica looks before the first entry is written.
        await Coordinator(name, hosting.journal, hosting.index, hosting.tables, Reckoning()).lead()
        assert name in await hosting.index.open()
        await hosting.aclose()


def test_a_match_goes_on_if_the_result_that_decided_it_is_taken_back() -> None:
    written = _begun("decided", Form(Format.MATCH))
    assert turned(written.tournament, Ahead.PLAY, Course(None, decided=False)) is None
    assert isinstance(turned(written.tournament, Ahead.PLAY, Course(None, decided=True)), Ended)
