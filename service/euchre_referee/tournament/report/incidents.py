"""The report's section on incidents: what was done to the tournament beside its being played."""

from datetime import UTC, datetime
from typing import Final

from euchre_referee.tournament.fields import Json
from euchre_referee.tournament.report.links import link
from euchre_referee.tournament.report.markup import Markup, element
from euchre_referee.tournament.report.material import Material

INCIDENTS_NOTE: Final = (
    "What was done to the tournament beside its being played, in its order: games that were played again, and programs "
    "that were paused or replaced. Each leads to its game, or to the games of its entrant."
)
_MOST: Final = 500


def incidents_list(material: Material) -> Markup:
    """All of them in a line each; of very many the first."""
    incidents = material.incidents
    items = [element("li", *_told(each, material)) for each in incidents[:_MOST]]
    if len(incidents) > _MOST:
        items.append(element("li", f"and {len(incidents) - _MOST} more, in standings.json"))
    return element("ol", *items, class_="incidents")


def _told(incident: Json, material: Material) -> tuple[str, ...]:
    told = incident.get("sentence")
    text = told if isinstance(told, str) else ", ".join(f"{key}: {value}" for key, value in incident.items())
    address = _address(incident, material)
    when = _when(incident.get("time_ms"))
    return (f"{when} " if when else "", link(address, text) if address else text)


def _address(incident: Json, material: Material) -> str:
    numbers = [incident.get(key) for key in ("pairing", "board", "table")]
    pairing, board, table = (each if isinstance(each, int) else 0 for each in numbers)
    plan = material.course.schedule.plan(pairing, board, table)
    if plan is not None:
        return material.links.game(plan)
    entrant = incident.get("entrant")
    known = {each.name for each in material.standings.terms.entrants}
    return material.links.of(entrant) if isinstance(entrant, str) and entrant in known else ""


def _when(milliseconds: object) -> str:
    """A time as people write it, in UTC; nothing if it is none."""
    if not isinstance(milliseconds, int) or not 0 < milliseconds < 1 << 45:
        return ""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M:%S}"
