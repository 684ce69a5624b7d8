"""The parts of the runner that need neither processes nor a referee."""

from dataclasses import replace

from euchre_referee.tournament.chances import Chances
from euchre_referee.tournament.config import MOST_ENTRANTS
from euchre_referee.tournament.places import Place, places
from euchre_referee.tournament.processes import Launch
from euchre_referee.tournament.schedule import Entrant
from euchre_referee.tournament.terms import SeedMode
from euchre_referee.tournament.unplayed import unplayed
from tests.tournament.tables import schedule, terms

ENTRANTS = (Entrant("one", "greedy"), Entrant("two", "greedy"))
PLACE = Place(1, 2, 3, ENTRANTS[0])
TERMS = terms("euchre", ["first", "greedy", "careful"], 3)
PLANS = list(schedule(TERMS).games())


def test_a_chosen_seed_fixes_every_chance() -> None:
    one, same, other = Chances("a"), Chances("a"), Chances("b")
    assert one.seed_mode is SeedMode.REPRODUCIBLE
    assert one.run_seed == same.run_seed != other.run_seed
    assert one.nonces(ENTRANTS) == same.nonces(ENTRANTS) != other.nonces(ENTRANTS)
    assert one.bot_seed(PLACE) == same.bot_seed(PLACE) != other.bot_seed(PLACE)
    assert len({*one.nonces(ENTRANTS), one.run_seed}) == 3


def test_bots_at_different_places_draw_differently() -> None:
    chances = Chances("a")
    seats = [Place(pairing, table, seat, ENTRANTS[0]) for pairing in (1, 2) for table in (1, 2) for seat in range(4)]
    assert len({chances.bot_seed(place) for place in seats}) == 16
    assert all(0 <= chances.bot_seed(place) < 1 << 63 for place in seats)


def test_without_a_seed_nobody_knows_the_chances() -> None:
    chances = Chances(None)
    assert chances.seed_mode is SeedMode.PROVABLE
    assert chances.run_seed == b""
    assert chances.nonces(ENTRANTS) != chances.nonces(ENTRANTS)
    assert chances.bot_seed(PLACE) != chances.bot_seed(PLACE)


def test_every_place_has_a_session_of_its_own() -> None:
    planned = schedule(TERMS)
    entrants = {entrant.name: entrant for entrant in TERMS.entrants}
    found = [place for pairing in planned.pairings for place in places(pairing, entrants)]
    assert len(found) == 24
    assert len({place.session("t") for place in found}) == 24
    assert str(PLACE) == "one (pairing 1, table 2, seat 3)"
    last = Place(MOST_ENTRANTS**4, 4, 3, ENTRANTS[0])
    assert len(last.session("t-0123456789abcdef").encode()) <= 100


def test_the_two_bots_of_a_team_take_its_seats_in_turn() -> None:
    own = replace(terms("euchre", ["A", "B"], 1), entrants=(Entrant("A", "greedy+careful"), Entrant("B", "first")))
    (pairing,) = schedule(own).pairings
    found = places(pairing, {entrant.name: entrant for entrant in own.entrants})
    programs = [place.program for place in found]
    assert programs == ["greedy", "first", "careful", "first", "first", "greedy", "first", "careful"]
    assert "careful" in Launch(found[2], "127.0.0.1:1", "token", 1, 30.0, "{}").command()


def test_what_was_not_played_is_told_by_pairing_and_reason() -> None:
    planned = schedule(TERMS)
    reasons = {PLANS[0]: "it was aborted", **dict.fromkeys(PLANS[6:12], "the referee was gone")}
    found = unplayed(planned, planned.games(), (), reasons, {2: "greedy is lost"})
    assert sum(each.games for each in found) == len(PLANS)
    sentences = [each.sentence() for each in found]
    assert sentences[0] == "pairing 1 (first, greedy), board 1: 1 game not played: it was aborted"
    assert "pairing 2 (first, careful), boards 1 to 3: 4 games not played: greedy is lost" in sentences
    assert "pairing 3 (greedy, careful), boards 1 to 3: 4 games not played: not begun" in sentences
