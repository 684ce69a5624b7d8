"""`TournamentService`: boards for operators."""

from typing import Final

from euchre.v1 import tournament_service_pb2 as api
from euchre.v1 import tournament_service_pb2_grpc as grpc_api
from euchre_referee.api.access import Access, Context
from euchre_referee.api.calls import answers
from euchre_referee.api.reading import invalid, request_id_of, seed_of
from euchre_referee.api.tokens import Scope
from euchre_referee.fairness.seeds import commitment
from euchre_referee.referee.boarding import NewBoards
from euchre_referee.referee.referee import Referee

MOST_BOARDS: Final = 1000


class TournamentService(grpc_api.TournamentServiceServicer):
    """What a tournament's operator needs beside the games themselves."""

    def __init__(self, referee: Referee, access: Access) -> None:
        self._referee: Final = referee
        self._access: Final = access
        self.observer: Final = referee.observer

    @answers
    async def CreateBoards(self, request: api.CreateBoardsRequest, context: Context) -> api.CreateBoardsResponse:
        """Boards made."""
        told = {"first_number": request.first_number or 1, "count": request.count}
        with self._access.operating(context, Scope.CREATE, "CreateBoards", told, request.request_id):
            if not 1 <= request.count <= MOST_BOARDS:
                raise invalid("count", f"1 to {MOST_BOARDS}")
            asked = NewBoards(
                request_id_of(request.request_id), request.first_number or 1, request.count, seed_of(request.seed)
            )
            boards = await self._referee.boarding.boards(asked)
        return api.CreateBoardsResponse(
            boards=[api.Board(id=board.board, commitment=commitment(board.seed)) for board in boards]
        )
