"""Programs as the service is told of them, and found again."""

from euchre_referee.tournament.hosting.asked import program_problem
from euchre_referee.tournament.programs import members
from euchre_referee.tournament.runner.labels import entrant_label, label, labelled
from euchre_referee.tournament.schedule import Entrant

LONG = "stdio:sh -c '" + "read -r turn; " * 40 + "'"


def test_what_fits_is_told_as_it_stands() -> None:
    for program in ("greedy", "remote", "my.module:Bot", "stdio:node mine.mjs --depth=3"):
        assert label(program) == program


def test_long_commands_are_shortened_and_told_apart() -> None:
    one, other = label(LONG), label(LONG + " ")
    assert one != other
    assert one.startswith("stdio:sh -c 'read -r turn; ")
    assert "\n" not in label("stdio:sh -c 'read x\necho y'")


def test_every_label_is_one_that_the_service_takes_and_leads_back() -> None:
    entrants = [
        Entrant("long", LONG),
        Entrant("lines", "stdio:sh -c 'read x\necho y'"),
        Entrant("team", f"greedy+{LONG}"),
        Entrant("two", f"{LONG}x+{LONG}y"),
    ]
    programs = labelled(entrants)
    for entrant in entrants:
        told = entrant_label(entrant)
        assert program_problem(told) == ""
        assert tuple(programs[entrant.name, each] for each in members(told)) == entrant.programs
