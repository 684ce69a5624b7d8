"""Everything of a tournament that is left to chance: drawn, or derived from the seed that was chosen (DESIGN 7)."""

import hmac
import secrets
from collections.abc import Iterable
from typing import Final

from euchre_referee.fairness.seeds import seed_from_text
from euchre_referee.tournament.places import Place
from euchre_referee.tournament.schedule import Entrant
from euchre_referee.tournament.terms import SeedMode

_NONCE_BYTES: Final = 32
_BOT_SEED_BITS: Final = 63


class Chances:
    """`chosen` is the text of a chosen seed; None: the referee draws the boards' seeds, and all else is drawn here."""

    def __init__(self, chosen: str | None) -> None:
        self._key: Final = b"" if chosen is None else seed_from_text(chosen)

    @property
    def seed_mode(self) -> SeedMode:
        """What the boards' seeds prove."""
        return SeedMode.REPRODUCIBLE if self._key else SeedMode.PROVABLE

    @property
    def run_seed(self) -> bytes:
        """The seed that the boards' seeds are derived from, 32 bytes; empty: the referee is to draw them."""
        return self._key

    def nonces(self, entrants: Iterable[Entrant]) -> tuple[bytes, ...]:
        """One for each entrant, in the order of registration; to be asked for once, after the commitment is known."""
        return tuple(self._bytes(f"nonce {entrant.name}", _NONCE_BYTES) for entrant in entrants)

    def bot_seed(self, place: Place) -> int:
        """The seed of the bot at a place, 63 bits: bots of the same name at other places draw otherwise."""
        of_place = self._bytes(f"bot {place.session('')} {place.entrant.name}", 8)
        return int.from_bytes(of_place, "big") >> (64 - _BOT_SEED_BITS)

    def _bytes(self, purpose: str, count: int) -> bytes:
        if not self._key:
            return secrets.token_bytes(count)
        return hmac.digest(self._key, f"tournament {purpose}".encode(), "sha256")[:count]
