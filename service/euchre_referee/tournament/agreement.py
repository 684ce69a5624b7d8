"""What a tournament's operator and the referee settle before the first card (DESIGN 7)."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from euchre_referee.fairness.seeds import combined_commitment
from euchre_referee.tournament.chances import Chances
from euchre_referee.tournament.config import TournamentConfig
from euchre_referee.tournament.operator import BoardSeeds, Operator
from euchre_referee.tournament.programs import REMOTE
from euchre_referee.tournament.terms import Isolation, Terms

_NAME_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class Agreement:
    """The terms with what they need to be played: the tournament's name, the boards' ids in order, the nonces."""

    name: str
    terms: Terms
    chances: Chances
    boards: tuple[str, ...]
    nonces: tuple[bytes, ...]


class BoardsAlike(RuntimeError):
    """The referee gave out a board, or a seed, twice; the text says which boards."""


async def agree(config: TournamentConfig, operator: Operator) -> Agreement:
    """The referee commits to all boards' seeds; then, and only then, the entrants' nonces are drawn.

    Raises BoardsAlike.
    """
    chances = Chances(config.seed)
    terms = Terms(
        rules=config.rules,
        entrants=config.entrants,
        boards=config.boards,
        seed_mode=chances.seed_mode,
        isolation=Isolation.REMOTE_SESSIONS if _any_remote(config) else Isolation.LOCAL_PROCESSES,
        form=config.form,
    )
    boards = await operator.boards(terms.board_count, chances.run_seed)
    check_different(boards)
    committed = [board.commitment for board in boards]
    terms = replace(
        terms,
        commitment=combined_commitment(committed).hex(),
        commitments=tuple(each.hex() for each in committed) if config.form.test else (),
    )
    name = f"t-{secrets.token_hex(_NAME_BYTES)}"
    return Agreement(name, terms, chances, tuple(board.board for board in boards), chances.nonces(config.entrants))


def _any_remote(config: TournamentConfig) -> bool:
    return any(REMOTE in entrant.programs for entrant in config.entrants)


def check_different(boards: Sequence[BoardSeeds]) -> None:
    """Raises BoardsAlike if two boards are one, or have one seed: entrants would meet the same cards again."""
    for what, values in (
        ("id", [board.board for board in boards]),
        ("commitment", [board.commitment.hex() for board in boards]),
    ):
        first: dict[str, int] = {}
        for number, value in enumerate(values, 1):
            other = first.setdefault(value, number)
            if other != number:
                raise BoardsAlike(
                    f"the referee made the boards {other} and {number} with the same {what}, {value}; "
                    "nothing is played on them: ask the referee's operator"
                )
