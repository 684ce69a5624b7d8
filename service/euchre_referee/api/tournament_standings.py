"""How a tournament stands, in the contract's words."""

from euchre.v1 import tournament_service_pb2 as api
from euchre_referee.tournament import contract_words as words
from euchre_referee.tournament.figures import Figures
from euchre_referee.tournament.hosting.scoreboard import Board
from euchre_referee.tournament.standings import Pair, Row
from euchre_referee.tournament.statistics import Estimate
from euchre_referee.tournament.terms import score_statement

_FIGURES = frozenset(field.name for field in api.Figures.DESCRIPTOR.fields)


def standings_message(board: Board) -> api.TournamentStandings:
    """The standings; before the start there are none."""
    standings = board.standings
    if standings is None:
        return api.TournamentStandings(version=board.version)
    return api.TournamentStandings(
        version=board.version,
        complete=standings.complete,
        score=score_statement(standings.terms),
        boards_planned=standings.boards_planned,
        boards_complete=standings.boards_complete,
        games_planned=standings.games_planned,
        games_counted=standings.games_played,
        standings=map(_row, standings.rows),
        pairs=map(_pair, standings.pairs),
    )


def _row(row: Row) -> api.Standing:
    return api.Standing(
        rank=row.rank,
        entrant=row.entrant.name,
        score=_mean(row.score),
        meetings=api.Meetings(**row.meetings._asdict()),
        figures=_figures(row.figures),
    )


def _figures(figures: Figures) -> api.Figures:
    return api.Figures(**{name: number for name, number in figures._asdict().items() if name in _FIGURES})


def _pair(pair: Pair) -> api.PairStanding:
    return api.PairStanding(
        first=pair.first,
        second=pair.second,
        difference=_mean(pair.difference),
        verdict=words.VERDICTS[pair.verdict],
        sentence=pair.sentence(),
    )


def _mean(estimate: Estimate | None) -> api.BoardMean | None:
    if estimate is None:
        return None
    return api.BoardMean(boards=estimate.boards, mean=estimate.mean, low=estimate.low, high=estimate.high)
