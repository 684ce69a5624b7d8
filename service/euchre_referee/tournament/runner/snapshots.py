"""The standings that a running tournament's service tells, as its runner shows them."""

from collections.abc import Mapping
from typing import Final

from euchre.v1 import tournament_service_pb2 as api
from euchre_referee.tournament.figures import Figures
from euchre_referee.tournament.schedule import Entrant
from euchre_referee.tournament.standings import Meetings, Row, Standings
from euchre_referee.tournament.statistics import Estimate
from euchre_referee.tournament.terms import Terms

_FIGURES: Final = Figures._fields


def standings_told(terms: Terms, told: api.TournamentStandings) -> Standings:
    """As standings without pairs, terminations and an assessment, which nobody looks at while games run."""
    entrants = {entrant.name: entrant for entrant in terms.entrants}
    return Standings(
        terms=terms,
        games_planned=told.games_planned,
        games_played=told.games_counted,
        boards_planned=told.boards_planned,
        boards_complete=told.boards_complete,
        terminations=(),
        rows=tuple(_row(entrants, standing) for standing in told.standings),
        pairs=(),
        assessment=None,
    )


def _row(entrants: Mapping[str, Entrant], told: api.Standing) -> Row:
    met = told.meetings
    return Row(
        rank=told.rank if told.HasField("rank") else None,
        entrant=entrants[told.entrant],
        score=_estimate(told.score) if told.HasField("score") else None,
        meetings=Meetings(met.played, met.byes, met.points, met.opponents),
        figures=Figures(*(getattr(told.figures, name) for name in _FIGURES)),
    )


def _estimate(told: api.BoardMean) -> Estimate:
    return Estimate(
        told.boards,
        told.mean,
        told.low if told.HasField("low") else None,
        told.high if told.HasField("high") else None,
    )
