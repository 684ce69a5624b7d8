"""The names of a tournament and of what belongs to it."""

import hmac
from collections.abc import Iterator
from typing import Final

from euchre_referee.fairness.seeds import board_seed, combined_commitment, commitment
from euchre_referee.referee.packing import digest_of
from euchre_referee.store.game_id import game_id
from euchre_referee.tournament.log.entries import Place

_GAME: Final = "tournament game"


def tournament_id(request_id: str) -> str:
    """The id of the tournament that a request makes; a request that is sent again meets its own."""
    return game_id(digest_of("tournament", request_id))


def game_request(secret: bytes, place: Place, attempt: int) -> str:
    """The request that makes a game.

    Whoever comes upon the same game makes the same request, and nobody without the secret can tell a game's board from
    its id.
    """
    return hmac.digest(secret, digest_of(_GAME, *map(str, place), str(attempt)), "sha256").hex()


def seed_of_board(run_seed: bytes, board: int) -> bytes:
    """The seed of a board, which its number stands for in the shuffle."""
    return board_seed(run_seed, str(board).encode())


def board_commitments(run_seed: bytes, boards: int) -> Iterator[bytes]:
    """The commitment to each board's seed, in order."""
    return (commitment(seed_of_board(run_seed, board)) for board in range(1, boards + 1))


def combined(run_seed: bytes, boards: int) -> bytes:
    """The commitment to all boards' seeds."""
    return combined_commitment(list(board_commitments(run_seed, boards)))
