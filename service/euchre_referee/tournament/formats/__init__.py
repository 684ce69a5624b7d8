"""The formats of tournaments: who meets whom, given what was played so far. Pure."""

from collections.abc import Sequence

from euchre_referee.tournament.formats.elimination import Elimination
from euchre_referee.tournament.formats.fixed import Gauntlet, Match, RoundRobin
from euchre_referee.tournament.formats.form import Draw, Form, Format
from euchre_referee.tournament.formats.lots import drawn
from euchre_referee.tournament.formats.scheduler import Field, Scheduler
from euchre_referee.tournament.formats.swiss import Swiss


def scheduler(form: Form, names: Sequence[str], meeting: int, lots: str) -> Scheduler:
    """The format that `form` asks for: `meeting` of the entrants meet at a time.

    `lots` is the text from which a draw is made, if it is to be made by lot.
    """
    field = Field(drawn(names, lots) if form.draw is Draw.LOTS else tuple(names), meeting)
    if form.format is Format.GAUNTLET:
        return Gauntlet(field, form.challenger or names[0])
    if form.format is Format.SWISS:
        return Swiss(field, form.rounds)
    if form.format is Format.ELIMINATION:
        return Elimination(field)
    if form.format is Format.MATCH:
        return Match(field)
    return RoundRobin(field, 2 if form.format is Format.DOUBLE_ROUND_ROBIN else 1)
