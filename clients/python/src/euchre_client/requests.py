"""Requests as both clients send them; where nothing is given, the request's own field stays unset."""

import secrets
import uuid
from collections.abc import Mapping, Sequence

from euchre.v1.referee_service_pb2 import (
    Clocks,
    Conduct,
    CreateGameRequest,
    JoinGameRequest,
    SeatReservation,
    SpectatorDelay,
)
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.tournament_service_pb2 import CreateBoardsRequest, RegisterRequest

_NONCE_BYTES = 32

Option = bool | int | str | Sequence[str]
"""The value of an option of a rule set."""


def new_request_id() -> str:
    """Unique and hard to guess: whoever knows a request's id can have its answer."""
    return str(uuid.uuid4())


def ruleset(preset: str, options: Mapping[str, Option] | None = None) -> Ruleset:
    """A rule set: a preset's name and the options that override it."""
    message = Ruleset(preset=preset)
    if options:
        message.options.update({name: _value(option) for name, option in options.items()})
    return message


def _value(option: Option) -> bool | int | str | list[str]:
    return option if isinstance(option, bool | int | str) else list(option)


def as_ruleset(rules: Ruleset | str) -> Ruleset:
    """A rule set as given, or a preset's name without options."""
    return ruleset(rules) if isinstance(rules, str) else rules


def create_game(
    rules: Ruleset | str,
    seats: Sequence[SeatReservation],
    clocks: Clocks | str | None,
    action_limit_ms: int | None,
    conduct: Conduct | None,
    strike_limit: int | None,
    board: str,
    nonces: Sequence[bytes],
    seed: bytes,
    first_dealer: int | None,
    spectator_delay: SpectatorDelay | None,
    request_id: str | None,
) -> CreateGameRequest:
    """The request of `create_game`; 0 stands for no limit, None for the server's default.

    Raises ValueError where a limit is given in two ways.
    """
    if clocks is not None and action_limit_ms is not None:
        raise ValueError("action_limit_ms stands in the clocks: give one of the two")
    if conduct is not None and strike_limit is not None:
        raise ValueError("strike_limit stands in the conduct rules: give one of the two")
    if isinstance(clocks, str):
        clocks = Clocks(preset=clocks)
    elif action_limit_ms is not None:
        clocks = Clocks(action_limit_ms=action_limit_ms)
    if strike_limit is not None:
        conduct = Conduct(strike_limit=strike_limit)
    return CreateGameRequest(
        request_id=request_id or new_request_id(),
        ruleset=as_ruleset(rules),
        seats=seats,
        clocks=clocks,
        conduct=conduct,
        board=board,
        nonces=nonces,
        seed=seed,
        first_dealer=first_dealer,
        spectator_delay=spectator_delay,
    )


def join_game(game: str, seat: int | None, name: str, nonce: bytes, request_id: str | None) -> JoinGameRequest:
    """The request of `join_game`."""
    return JoinGameRequest(request_id=request_id or new_request_id(), game=game, seat=seat, name=name, nonce=nonce)


def create_boards(count: int, seed: bytes, first_number: int, request_id: str | None) -> CreateBoardsRequest:
    """The request of `create_boards`."""
    return CreateBoardsRequest(
        request_id=request_id or new_request_id(), count=count, seed=seed, first_number=first_number
    )


def register(
    tournament: str, name: str, program: str, nonce: bytes | None, session: str, request_id: str | None
) -> RegisterRequest:
    """The request of `register`; a nonce that is None is drawn."""
    return RegisterRequest(
        request_id=request_id or new_request_id(),
        tournament=tournament,
        name=name,
        program=program,
        nonce=secrets.token_bytes(_NONCE_BYTES) if nonce is None else nonce,
        session=session,
    )
