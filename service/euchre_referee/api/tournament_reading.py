"""Requests about tournaments in the service's terms; whatever is wrong is refused, all of it at once."""

from collections.abc import Mapping
from typing import Final, cast

from google.protobuf.message import Message

from euchre.v1 import referee_service_pb2 as games
from euchre.v1 import tournament_service_pb2 as api
from euchre_referee.api.reading import bytes_of, invalid, options_of, request_id_of, seed_of, text_of
from euchre_referee.api.terms import asked_delay, asked_terms
from euchre_referee.api.tokens import MOST_SESSION_BYTES
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.verdicts import CallRefused
from euchre_referee.tournament import contract_words as words
from euchre_referee.tournament.config import is_entrant_name
from euchre_referee.tournament.contract_words import word_of
from euchre_referee.tournament.formats.form import Draw, Format, Scoring, Seatings
from euchre_referee.tournament.hosting.asked import Manner, program_problem, read_offer
from euchre_referee.tournament.hosting.deeds import NewEntrant, Replacement
from euchre_referee.tournament.log.entries import Place
from euchre_referee.tournament.log.offer import Offer
from euchre_referee.tournament.problems import ConfigProblems
from euchre_referee.tournament.programs import REMOTE
from euchre_referee.tournament.statistics import Measure
from euchre_referee.tournament.terms import BoardKind, Isolation

MOST_CAUSE: Final = 200
MOST_NONCE: Final = 64
MOST_PAGE: Final = 1000
MOST_SUMMARIES: Final = 100
_PAGE: Final = 100
_SUMMARIES: Final = 20

_FIELDS: Final = {"rules": "ruleset.preset", "options": "ruleset.options"}
"""What a configuration file calls otherwise."""


def offer_of(config: api.TournamentConfig, settings: Settings, most_strikes: int) -> tuple[Offer, bytes]:
    """The choices, and the chosen seed or nothing. Raises CallRefused, naming everything that is wrong."""
    wrong: list[str] = []
    manner = Manner(settings.clocks, settings.conduct, settings.delay)
    try:
        manner = _manner(config, settings, most_strikes)
    except CallRefused as refused:
        wrong.append(refused.refused.detail)
    seed = b""
    try:
        seed = seed_of(config.seed)
    except CallRefused as refused:
        wrong.append(refused.refused.detail)
    found = read_offer(_values(config), manner)
    if isinstance(found, ConfigProblems):
        for problem in found.problems:
            key, _, rest = problem.key.partition(".")
            field = ".".join(part for part in (_FIELDS.get(key, key), rest) if part)
            wrong.append(f"{field}: {problem.problem}; allowed: {problem.allowed}")
    elif not wrong:
        return found, seed
    raise invalid("config", "; ".join(wrong))


def _manner(config: api.TournamentConfig, settings: Settings, most_strikes: int) -> Manner:
    # The fields are those of a game's request.
    game = games.CreateGameRequest()
    for name in ("clocks", "conduct", "spectator_delay"):
        if config.HasField(name):
            cast(Message, getattr(game, name)).CopyFrom(getattr(config, name))
    clocks, conduct = asked_terms(game, settings, most_strikes)
    delay = asked_delay(game)
    return Manner(
        settings.clocks if clocks is None else clocks.over(settings.clocks),
        settings.conduct if conduct is None else conduct,
        settings.delay if delay is None else delay,
    )


def _values(config: api.TournamentConfig) -> Mapping[str, object]:
    """As a configuration file has them; what was left out is left out."""

    values: dict[str, object] = {
        "name": config.name,
        "rules": config.ruleset.preset,
        "options": options_of(config.ruleset.options),
        "board": word_of(config.board, words.BOARD_KINDS, BoardKind.DEAL),
        "boards": config.boards,
        "format": word_of(config.format, words.FORMATS, Format.ROUND_ROBIN),
        "duplicate": config.duplicate if config.HasField("duplicate") else True,
        "seatings": word_of(config.seatings, words.SEATINGS, Seatings.ROTATIONS),
        "scoring": word_of(config.scoring, words.SCORINGS, Scoring.POINTS),
        "draw": word_of(config.draw, words.DRAWS, Draw.ORDER),
        "close_rounds": config.close_rounds if config.HasField("close_rounds") else True,
        "isolation": word_of(config.isolation, words.ISOLATIONS, Isolation.REMOTE_SESSIONS),
    }
    for key in ("rounds", "challenger", "concurrency", "pairings_at_once"):
        if getattr(config, key):
            values[key] = getattr(config, key)
    if config.HasField("pause_after"):
        values["pause_after"] = config.pause_after
    if config.HasField("test"):
        test = config.test
        asked: dict[str, object] = {
            key: getattr(test, key) for key in ("h0", "h1", "alpha", "beta") if test.HasField(key)
        }
        values["test"] = asked
        asked["measure"] = word_of(test.measure, words.MEASURES, Measure.DEVIATIONS)
    return values


def entrant_of(request: api.RegisterRequest, session: str) -> NewEntrant:
    """Who enters; `session` is the owner's. Raises CallRefused."""
    wrong: list[str] = []
    if not is_entrant_name(request.name):
        wrong.append("name: letters, digits and . _ -, at most 32")
    program = request.program or REMOTE
    if problem := program_problem(program):
        wrong.append(f"program: {problem}")
    request_id, nonce = request.request_id, request.nonce
    for check in (lambda: request_id_of(request_id), lambda: bytes_of("nonce", nonce, MOST_NONCE)):
        try:
            check()
        except CallRefused as refused:
            wrong.append(refused.refused.detail)
    if wrong:
        raise invalid("entrant", "; ".join(wrong))
    return NewEntrant(request_id, request.name, program, session, nonce)


def session_text(session: str) -> str:
    """The session of an owner. Raises CallRefused."""
    if len(session.encode()) > MOST_SESSION_BYTES:
        raise invalid("session", f"at most {MOST_SESSION_BYTES} bytes")
    return text_of("session", session, MOST_SESSION_BYTES)


def replacement_of(request: api.ReplaceEntrantRequest) -> Replacement:
    """Who plays from now on. Raises CallRefused."""
    program = request.program or REMOTE
    if problem := program_problem(program):
        raise invalid("program", problem)
    return Replacement(request_id_of(request.request_id), request.entrant, program, session_text(request.session))


def place_of(request: api.RestartGameRequest) -> Place:
    """Which game. Raises CallRefused."""
    for field in ("pairing", "board", "table"):
        if not getattr(request, field):
            raise invalid(field, "a number from 1 on")
    return Place(request.pairing, request.board, request.table)


def cause_of(text: str) -> str:
    """Why somebody does something. Raises CallRefused."""
    return text_of("cause", text, MOST_CAUSE) or "operator"


def page_size_of(size: int) -> int:
    """Games on a page. Raises CallRefused."""
    if size > MOST_PAGE:
        raise invalid("page_size", f"at most {MOST_PAGE}")
    return size or _PAGE


def summaries_of(size: int) -> int:
    """Tournaments on a page. Raises CallRefused."""
    if size > MOST_SUMMARIES:
        raise invalid("page_size", f"at most {MOST_SUMMARIES}")
    return size or _SUMMARIES
