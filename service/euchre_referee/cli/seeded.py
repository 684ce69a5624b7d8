"""Cards from a chosen seed, as a game with that seed deals them (docs/fairness.md)."""

import argparse
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from euchre_referee.fairness.seeds import SEED_BYTES
from euchre_referee.fairness.shuffle import first_dealer, permutation
from euchre_referee.rules.dealing import deck, hands_from
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import Deal

SEEDS: Final = 1 << 8 * SEED_BYTES
_DRAWN_BITS: Final = 64


def add_seed(parser: argparse.ArgumentParser, what_for: str) -> None:
    """`--seed N`, as `seed`; a number is drawn where none is given."""
    parser.add_argument(
        "--seed",
        type=seed_number,
        default=secrets.randbits(_DRAWN_BITS),
        metavar="N",
        help=f"{what_for}; a whole number from 0 to 2^256 - 1 (default: drawn)",
    )


def seed_number(text: str) -> int:
    """A seed as the command line writes it. Raises ArgumentTypeError, saying what is allowed."""
    if text.isascii() and text.isdecimal() and len(text) <= len(str(SEEDS)) and int(text) < SEEDS:
        return int(text)
    raise argparse.ArgumentTypeError(f"a seed is a whole number from 0 to 2^256 - 1, not {text[:40]!r}")


def seed_bytes(number: int) -> bytes:
    """The 32 bytes of a seed that was given as a number, big endian."""
    return number.to_bytes(SEED_BYTES, "big")


@dataclass(frozen=True, slots=True)
class Shuffler:
    """All cards of one game. `nonces` and `board` are those of its shuffle (docs/fairness.md, "Shuffle")."""

    rules: RuleSet
    seed: bytes
    nonces: Sequence[bytes]
    board: bytes

    def first_dealer(self) -> int:
        """The seat that is drawn to deal first."""
        return first_dealer(self.seed, self.nonces, self.board, self.rules.players)

    def deal(self, number: int, dealer: int) -> Deal:
        """The cards of a deal; deals are counted from 0, void ones included."""
        cards = deck(self.rules)
        order = permutation(self.seed, self.nonces, self.board, number, len(cards))
        return hands_from(self.rules, dealer, [cards[place] for place in order])
