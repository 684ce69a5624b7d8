"""What a tournament's operator chooses before there are entrants: the first entry of its log holds it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from euchre_referee.referee.delay import NO_DELAY, Delay
from euchre_referee.referee.entries import Clocks, Conduct
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament.formats.form import Form
from euchre_referee.tournament.schedule import Entrant
from euchre_referee.tournament.terms import Isolation, SeedMode, Terms

USUAL_PAUSE: Final = 3
"""After so many failed boards in a row an entrant is paused, unless it is said otherwise."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The choices. Of the form, rounds that are 0 and a challenger that is None are settled when it starts."""

    name: str
    rules: RuleSet
    form: Form
    boards: int
    """Of each meeting."""
    concurrency: int
    """The most games in progress at once."""
    pairings_at_once: int
    clocks: Clocks
    conduct: Conduct
    delay: Delay = NO_DELAY
    pause_after: int = USUAL_PAUSE
    """0: an entrant is never paused by the service."""
    close_rounds: bool = True
    isolation: Isolation = Isolation.REMOTE_SESSIONS

    def settled(self, rounds: int, challenger: str | None) -> "Offer":
        """With what its entrants have settled of the form."""
        return replace(self, form=replace(self.form, rounds=rounds, challenger=challenger))

    def terms(self, entrants: Sequence[Entrant], mode: SeedMode) -> Terms:
        """The terms for these entrants, without any commitment."""
        return Terms(self.rules, tuple(entrants), self.boards, mode, self.isolation, form=self.form)
