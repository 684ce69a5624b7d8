"""What the coordinator asks of a referee, as its operator, over the network."""

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from euchre.v1.referee_service_pb2 import SeatReservation
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client import AsyncClient
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament.fields import Json

MOST_BOARDS_A_CALL: Final = 1000
_TIMEOUT: Final = 60.0


class BoardSeeds(NamedTuple):
    """A board as the referee made it: the id that its games are asked for with, and SHA-256 of its seed."""

    board: str
    commitment: bytes


class Seating(NamedTuple):
    """Who is to sit in a seat: the name that everybody sees, and the session that it is reserved for."""

    name: str
    session: str


class Operator:
    """`async with Operator(address, token)`; calls raise `euchre_client.RefereeError` after a minute of trying."""

    def __init__(self, address: str, token: str) -> None:
        self.address: Final = address
        self._client: Final = AsyncClient(address, token, timeout=_TIMEOUT)

    async def __aenter__(self) -> "Operator":
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self._client.close()

    async def boards(self, count: int, seed: bytes) -> list[BoardSeeds]:
        """`count` boards, numbered from 1; `seed`: 32 bytes that were chosen, or empty for one that is drawn."""
        made: list[BoardSeeds] = []
        while len(made) < count:
            most = min(MOST_BOARDS_A_CALL, count - len(made))
            answer = await self._client.create_boards(most, seed=seed, first_number=len(made) + 1)
            made += [BoardSeeds(board.id, board.commitment) for board in answer]
        return made

    async def token(self, session: str, lifetime_seconds: int) -> str:
        """A token for a session."""
        return await self._client.issue_token(session, lifetime_seconds)

    async def game(
        self, rules: RuleSet, board: str, seats: Sequence[Seating], nonces: Sequence[bytes], action_limit_ms: int
    ) -> str:
        """The id of a new game of a board, which begins at once."""
        made = await self._client.create_game(
            _ruleset(rules),
            seats=[SeatReservation(name=seat.name, session=seat.session) for seat in seats],
            action_limit_ms=action_limit_ms,
            board=board,
            nonces=nonces,
        )
        return made.game

    async def is_over(self, game: str) -> bool:
        """Whether a game has ended."""
        return (await self._client.get_view(game)).HasField("end")

    async def record(self, game: str) -> Json:
        """A game's whole record with its proof."""
        record: Json = json.loads(await self._client.get_record(game))
        return record

    async def abort(self, game: str, cause: str) -> None:
        """Ends a game before its time."""
        await self._client.abort_game(game, cause)


def _ruleset(rules: RuleSet) -> Ruleset:
    form = json.loads(rules.canonical)
    message = Ruleset(preset=form["preset"])
    message.options.update(form["options"])
    return message
