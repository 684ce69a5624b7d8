"""Which games stand on which page: the boards of a pairing in their order, so many that a page stays small.

A page ends with a board, unless one board alone is too much for it.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import BinaryIO, Final, NamedTuple

from euchre_referee.tournament.fields import Json, mapping
from euchre_referee.tournament.schedule import GamePlan, Pairing, Schedule

MOST_GAMES: Final = 40
MOST_BYTES: Final = 1 << 20
"""Of records as they stand in their file, proofs included; their page is about a third of it."""


class Span(NamedTuple):
    """Where a record stands in the file of games, in bytes."""

    offset: int
    length: int

    def read(self, games: BinaryIO) -> Json:
        """The record that stands there."""
        games.seek(self.offset)
        return mapping(json.loads(games.read(self.length)), "a record")


class Page(NamedTuple):
    """One page: its file's name and its games, all of one pairing."""

    name: str
    pairing: Pairing
    plans: tuple[GamePlan, ...]

    @property
    def boards(self) -> tuple[int, int]:
        """The first and the last board."""
        return self.plans[0].board, self.plans[-1].board


def located(games: BinaryIO, plans: Collection[GamePlan]) -> dict[GamePlan, Span]:
    """Where the records of these games stand; only numbers are kept, however large the file is."""
    by_numbers = {(plan.pairing, plan.board, plan.table): plan for plan in plans}
    found: dict[GamePlan, Span] = {}
    offset = games.seek(0)
    for line in games:
        place = json.loads(line).get("tournament", {})
        plan = by_numbers.get((place.get("pairing"), place.get("board"), place.get("table")))
        if plan is not None:
            found[plan] = Span(offset, len(line))
        offset += len(line)
    return found


def pages(schedule: Schedule, spans: Mapping[GamePlan, Span]) -> Iterator[Page]:
    """The pages of all pairings in their order."""
    for pairing in schedule.pairings:
        held: list[GamePlan] = []
        name = ""
        for board in schedule.boards_of(pairing):
            plans = [plan for plan in schedule.games_of(pairing, board) if plan in spans]
            if held and not _fits([*held, *plans], spans):
                yield Page(name, pairing, tuple(held))
                held = []
            for plan in plans:
                if held and not _fits([*held, plan], spans):
                    yield Page(name, pairing, tuple(held))
                    held = []
                if not held:
                    name = _name(plan, within=plan is not plans[0])
                held.append(plan)
        if held:
            yield Page(name, pairing, tuple(held))


def anchor(plan: GamePlan) -> str:
    """The game's place on its page."""
    return f"b{plan.board}-t{plan.table}"


def _fits(plans: Sequence[GamePlan], spans: Mapping[GamePlan, Span]) -> bool:
    return len(plans) <= MOST_GAMES and sum(spans[plan].length for plan in plans) <= MOST_BYTES


def _name(first: GamePlan, within: bool) -> str:
    """After the page's first game; with its table if the board began on the page before."""
    table = f"-t{first.table}" if within else ""
    return f"p{first.pairing}-b{first.board}{table}.html"
