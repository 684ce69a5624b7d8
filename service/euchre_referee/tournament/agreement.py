"""What a tournament's operator and the referee settle before the first card (DESIGN 7)."""

import secrets
from dataclasses import dataclass
from typing import Final

from euchre_referee.fairness.seeds import combined_commitment
from euchre_referee.tournament.chances import Chances
from euchre_referee.tournament.config import TournamentConfig
from euchre_referee.tournament.operator import Operator
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


async def agree(config: TournamentConfig, operator: Operator) -> Agreement:
    """The referee commits to all boards' seeds; then, and only then, the entrants' nonces are drawn."""
    chances = Chances(config.seed)
    boards = await operator.boards(config.boards, chances.run_seed)
    terms = Terms(
        rules=config.rules,
        entrants=config.entrants,
        boards=config.boards,
        seed_mode=chances.seed_mode,
        isolation=Isolation.LOCAL_PROCESSES,
        commitment=combined_commitment([board.commitment for board in boards]).hex(),
    )
    name = f"t-{secrets.token_hex(_NAME_BYTES)}"
    return Agreement(name, terms, chances, tuple(board.board for board in boards), chances.nonces(config.entrants))
