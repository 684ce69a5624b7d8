"""Incidents as the standings document tells them."""

from typing import Final

from euchre_referee.tournament.log.entries import By
from euchre_referee.tournament.log.happenings import Incident, IncidentKind

_WHO: Final = {By.SERVICE: "service", By.OPERATOR: "operator"}


def who_text(by: By) -> str:
    """Who did it, in a word."""
    return _WHO[by]


def incident_document(incident: Incident) -> dict[str, object]:
    """An incident as a JSON object; what does not belong to its kind is left out."""
    told: dict[str, object] = {
        "version": incident.version,
        "time_ms": incident.at_ms,
        "kind": incident.kind.name.lower(),
        "by": who_text(incident.by),
        "cause": incident.cause,
        "sentence": sentence(incident),
    }
    if incident.entrant:
        told["entrant"] = incident.entrant
    if incident.place is not None:
        told |= {**incident.place._asdict(), "attempt": incident.attempt}
    if incident.program:
        told |= {"program_before": incident.program_before, "program": incident.program}
    if incident.round:
        told["round"] = incident.round
    return told


def sentence(incident: Incident) -> str:
    """All of it in one line for people."""
    told = f"{_done(incident)} by the {who_text(incident.by)}"
    return f"{told}: {incident.cause}" if incident.cause else told


def _done(incident: Incident) -> str:
    match incident.kind:
        case IncidentKind.PAUSED:
            return f"{incident.entrant} was paused"
        case IncidentKind.RESUMED:
            return f"{incident.entrant} was resumed"
        case IncidentKind.REPLACED:
            return f"{incident.entrant} was replaced, {incident.program} in the place of {incident.program_before},"
        case IncidentKind.RESTARTED:
            place = incident.place
            assert place is not None
            where = f"pairing {place.pairing}, board {place.board}, table {place.table}"
            return f"the game of {where} was restarted as attempt {incident.attempt}"
        case IncidentKind.ROUND_CLOSED:
            return f"round {incident.round} was closed though not all of it was played"
        case IncidentKind.CANCELLED:
            return "the tournament was ended before its time"
