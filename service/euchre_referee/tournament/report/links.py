"""Where the games behind a number are: the list of games, asked for what the number counts.

The questions are those that `assets/finder.js` answers. Entrants stand in them by their number, from 1, in the order
of registration.
"""

from typing import Final
from urllib.parse import urlencode

from euchre_referee.tournament.report.markup import Markup, element
from euchre_referee.tournament.results import Termination
from euchre_referee.tournament.schedule import GamePlan
from euchre_referee.tournament.terms import Terms

FOLDER: Final = "games"
INDEX: Final = "index.html"


class Links:
    """Links from the report to the games of one tournament."""

    def __init__(self, terms: Terms) -> None:
        self._numbers: Final = {entrant.name: number for number, entrant in enumerate(terms.entrants, 1)}

    def all_games(self) -> str:
        """The list of all games."""
        return f"{FOLDER}/{INDEX}"

    def of(self, entrant: str) -> str:
        """The games of an entrant."""
        return _asked(entrant=self._numbers[entrant])

    def did(self, entrant: str, figure: str) -> str:
        """The games in which it did what a figure counts; `figure` is a field of `Figures`."""
        return _asked(entrant=self._numbers[entrant], did=figure)

    def met(self, first: str, second: str, result: str = "") -> str:
        """The boards on which two met, or those that the first `won`, that were `even`, that it `lost`."""
        asked = {"first": self._numbers[first], "second": self._numbers[second]}
        return _asked(**asked, result=result) if result else _asked(**asked)

    def bar(self, first: str, second: str, number: int, width: float) -> str:
        """The boards that a bar stands for: the one about `number` times `width`."""
        return _asked(first=self._numbers[first], second=self._numbers[second], bar=number, width=f"{width:g}")

    def scored(self, entrant: str, number: int, width: float) -> str:
        """The boards on which an entrant's score lay within a bar."""
        return _asked(entrant=self._numbers[entrant], bar=number, width=f"{width:g}")

    def ended(self, end: Termination) -> str:
        """The games that ended so."""
        return _asked(end=end)

    def pairing(self, number: int) -> str:
        """The games of a pairing."""
        return _asked(pairing=number)

    def game(self, plan: GamePlan) -> str:
        """One game in the list, which leads to its replay."""
        return _asked(pairing=plan.pairing, board=plan.board, table=plan.table)


def link(address: str, *content: str, **attributes: str) -> Markup:
    """A link to `address`."""
    return element("a", *content, href=address, **attributes)


def _asked(**asked: object) -> str:
    return f"{FOLDER}/{INDEX}#{urlencode(asked)}"
