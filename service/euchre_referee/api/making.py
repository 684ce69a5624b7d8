"""Games made: what is asked for, read and checked, and who may ask for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from euchre.v1 import referee_service_pb2 as api
from euchre_referee.api.access import About, Access, Context
from euchre_referee.api.house import HouseBots, house_session, is_of_the_house
from euchre_referee.api.reading import bytes_of, invalid, request_id_of, ruleset_of, seed_of, text_of
from euchre_referee.api.terms import asked_delay, asked_terms
from euchre_referee.api.tokens import MOST_SESSION_BYTES, Caller, Scope
from euchre_referee.referee.entries import Reservation
from euchre_referee.referee.opening import NewGame, game_of_request
from euchre_referee.referee.referee import Referee

MOST_NAME: Final = 64
MOST_NONCE: Final = 64


class Making:
    """Makes games for their callers."""

    def __init__(self, referee: Referee, access: Access, house: HouseBots) -> None:
        self._referee: Final = referee
        self._access: Final = access
        self._house: Final = house

    async def create(self, request: api.CreateGameRequest, caller: Caller, context: Context) -> api.CreateGameResponse:
        """Makes a game. Raises CallRefused."""
        waits = not request.seats or any(map(_is_free, request.seats))
        self._access.make_game(caller, context, waits=waits)
        with self._noted(request, caller, context):
            asked = self._new_game(request)
            bots = {seat.bot for seat in request.seats if seat.bot}
            # What operators make is limited by themselves.
            counted = set[str]() if caller.may(Scope.CREATE) else bots
            whose = self._access.origin(caller, context)
            game = game_of_request(asked.request_id)
            async with self._house.table(whose, game, counted, self._referee.catalogue.unfinished):
                created = await self._referee.opening.create(asked)
            if bots:
                self._house.wanted()
        return api.CreateGameResponse(
            game=created.game, commitment=created.commitment, ruleset=created.ruleset, ruleset_hash=asked.rules.hash
        )

    @contextmanager
    def _noted(self, request: api.CreateGameRequest, caller: Caller, context: Context) -> Iterator[None]:
        """One that only operators may make is written down."""
        if not (request.board or request.seed or any(seat.session for seat in request.seats)):
            yield
            return
        seed = "chosen" if request.seed else "drawn"
        told: About = {"board": request.board[:MOST_NAME], "seats": len(request.seats), "seed": seed}
        with self._access.using(caller, context, Scope.CREATE, "CreateGame", told, request.request_id):
            yield

    def _new_game(self, request: api.CreateGameRequest) -> NewGame:
        rules = ruleset_of(request.ruleset)
        if request.seats and len(request.seats) != rules.players:
            raise invalid("seats", f"{rules.players} are needed, or none")
        if len(request.nonces) > MOST_NONCE or (request.nonces and not request.board):
            raise invalid("nonces", f"at most {MOST_NONCE}, and only with a board: players give theirs when they join")
        first_dealer = request.first_dealer if request.HasField("first_dealer") else None
        if first_dealer is not None and first_dealer >= rules.players:
            raise invalid("first_dealer", f"the seats are 0 to {rules.players - 1}")
        clocks, conduct = asked_terms(request, self._referee.settings, self._access.limits.strike_limit)
        reservations = tuple(map(self._reservation, request.seats))
        return NewGame(
            request_id_of(request.request_id),
            rules,
            reservations if any(reservations) else (),
            clocks,
            conduct,
            request.board,
            tuple(map(partial(bytes_of, "nonces", most=MOST_NONCE), request.nonces)),
            seed_of(request.seed),
            first_dealer,
            asked_delay(request),
        )

    def _reservation(self, seat: api.SeatReservation) -> Reservation | None:
        if _is_free(seat):
            return None
        if not seat.bot:
            return Reservation(session_of(seat.session), text_of("seats.name", seat.name, MOST_NAME))
        if seat.session or seat.name:
            raise invalid("seats.bot", "a bot has its own session and name")
        if seat.bot not in self._house.offered:
            offered = ", ".join(self._house.offered) or "none"
            raise invalid("seats.bot", f"no bot of the house has that name: there are {offered}")
        return Reservation(house_session(seat.bot), seat.bot)


def session_of(text: str, field: str = "seats.session") -> str:
    """The session that a caller names. Raises CallRefused."""
    if not 0 < len(text.encode()) <= MOST_SESSION_BYTES:
        raise invalid(field, f"1 to {MOST_SESSION_BYTES} bytes are needed")
    if is_of_the_house(text):
        raise invalid(field, "that session is the house's, for its bots")
    return text_of(field, text, MOST_SESSION_BYTES)


def _is_free(seat: api.SeatReservation) -> bool:
    return not (seat.name or seat.session or seat.bot)
