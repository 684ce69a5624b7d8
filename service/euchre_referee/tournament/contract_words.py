"""The words of tournaments in the contract's numbers, and back."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeVar

from euchre.v1 import tournament_service_pb2 as api
from euchre_referee.referee.entries import SeedMode
from euchre_referee.tournament.formats.form import Draw, Format, Scoring, Seatings
from euchre_referee.tournament.log.fold import State
from euchre_referee.tournament.log.happenings import IncidentKind
from euchre_referee.tournament.statistics import Measure, Verdict
from euchre_referee.tournament.terms import BoardKind, Isolation

Word = TypeVar("Word", bound=StrEnum)

FORMATS: Final = {
    Format.ROUND_ROBIN: api.TOURNAMENT_FORMAT_ROUND_ROBIN,
    Format.DOUBLE_ROUND_ROBIN: api.TOURNAMENT_FORMAT_DOUBLE_ROUND_ROBIN,
    Format.GAUNTLET: api.TOURNAMENT_FORMAT_GAUNTLET,
    Format.SWISS: api.TOURNAMENT_FORMAT_SWISS,
    Format.ELIMINATION: api.TOURNAMENT_FORMAT_ELIMINATION,
    Format.MATCH: api.TOURNAMENT_FORMAT_MATCH,
}
BOARD_KINDS: Final = {BoardKind.DEAL: api.BOARD_KIND_DEAL, BoardKind.GAME: api.BOARD_KIND_GAME}
SEATINGS: Final = {Seatings.ROTATIONS: api.SEATINGS_ROTATIONS, Seatings.ALL: api.SEATINGS_ALL}
SCORINGS: Final = {Scoring.POINTS: api.SCORING_POINTS, Scoring.MATCHPOINTS: api.SCORING_MATCHPOINTS}
DRAWS: Final = {Draw.ORDER: api.DRAW_ORDER, Draw.LOTS: api.DRAW_LOTS}
MEASURES: Final = {Measure.DEVIATIONS: api.MEASURE_DEVIATIONS, Measure.ELO: api.MEASURE_ELO}
ISOLATIONS: Final = {
    Isolation.REMOTE_SESSIONS: api.ISOLATION_REMOTE_SESSIONS,
    Isolation.LOCAL_PROCESSES: api.ISOLATION_LOCAL_PROCESSES,
}
STATES: Final = {
    State.REGISTERING: api.TOURNAMENT_STATE_REGISTERING,
    State.RUNNING: api.TOURNAMENT_STATE_RUNNING,
    State.STALLED: api.TOURNAMENT_STATE_STALLED,
    State.FINISHED: api.TOURNAMENT_STATE_FINISHED,
    State.CANCELLED: api.TOURNAMENT_STATE_CANCELLED,
}
SEED_MODES: Final = {
    SeedMode.PROVABLE: api.SEED_MODE_PROVABLE,
    SeedMode.CHOSEN: api.SEED_MODE_CHOSEN,
}
INCIDENTS: Final = {
    IncidentKind.PAUSED: api.INCIDENT_KIND_PAUSED,
    IncidentKind.RESUMED: api.INCIDENT_KIND_RESUMED,
    IncidentKind.REPLACED: api.INCIDENT_KIND_REPLACED,
    IncidentKind.RESTARTED: api.INCIDENT_KIND_RESTARTED,
    IncidentKind.ROUND_CLOSED: api.INCIDENT_KIND_ROUND_CLOSED,
    IncidentKind.CANCELLED: api.INCIDENT_KIND_CANCELLED,
}
VERDICTS: Final = {
    Verdict.BEATS: api.PAIR_VERDICT_BEATS,
    Verdict.LOSES: api.PAIR_VERDICT_LOSES,
    Verdict.NOT_APART: api.PAIR_VERDICT_NOT_APART,
    Verdict.TOO_FEW: api.PAIR_VERDICT_TOO_FEW,
}


def word_of(number: int, words: Mapping[Word, int], default: Word) -> object:
    """The word of a contract's number, `default` for 0; the number itself where it is none, to be refused."""
    if not number:
        return default
    return next((word for word, known in words.items() if known == number), number)
