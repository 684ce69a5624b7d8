"""Whether boards are alike that must not be: the same seed, or the same cards, under different names (DESIGN 7)."""

import json
from hashlib import sha256
from typing import Final, NamedTuple


class _Board(NamedTuple):
    """What games must share for their cards to be the same rightly."""

    label: str
    """Empty for a single game."""
    seed: str
    game: str
    """Of a single game whose seed was drawn, its id: no other has that seed. Else empty."""


class _Seen(NamedTuple):
    board: _Board
    name: str

    @property
    def told(self) -> str:
        return f"board {self.board.label} ({self.name})" if self.board.label else self.name


class Likeness:
    """Takes the records of many games, one by one, and keeps some hundred bytes of every board."""

    def __init__(self) -> None:
        self._by_seed: Final[dict[bytes, _Seen]] = {}
        self._by_cards: Final[dict[bytes, _Seen]] = {}

    def faults(self, record: object, name: str) -> tuple[str, ...]:
        """What a game shares with one before it that it must not; `name` is what it is called in faults to come.

        Records that do not say what their cards come from are passed over: another check finds them.
        """
        board = _board(record)
        if board is None or not isinstance(record, dict):
            return ()
        found = []
        told = f"board {board.label}" if board.label else "this game"
        first = self._by_seed.setdefault(_key(board.seed), _Seen(board, name))
        if first.board != board:
            found.append(f"proof.seed: {told} has the seed of {first.told}")
        cards = _first_cards(record)
        if cards is not None:
            first = self._by_cards.setdefault(cards, _Seen(board, name))
            # The same cards under one label but from two seeds are one board whose seed was changed.
            if first.board != board and (not board.label or first.board.label != board.label):
                found.append(f"deals[0]: {told} has the cards of {first.told}")
        return tuple(found)


def _board(record: object) -> _Board | None:
    proof = record.get("proof") if isinstance(record, dict) else None
    if not isinstance(record, dict) or not isinstance(proof, dict):
        return None
    label, seed, name = proof.get("board"), proof.get("seed"), record.get("id")
    if not isinstance(label, str) or not isinstance(seed, str):
        return None
    drawn = not label and proof.get("seed_mode") == "provable"
    return _Board(label, seed, str(name) if drawn else "")


def _first_cards(record: dict[str, object]) -> bytes | None:
    """A digest of the first deal's cards in the order in which they were dealt, whoever dealt them."""
    deals = record.get("deals")
    first = deals[0] if isinstance(deals, list) and deals else None
    if not isinstance(first, dict):
        return None
    dealer, hands, players = first.get("dealer"), first.get("hands"), record.get("players")
    if not isinstance(dealer, int) or not isinstance(hands, list) or not isinstance(players, list):
        return None
    seats, dead = hands[: len(players)], hands[len(players) :]
    in_turn = seats[dealer + 1 :] + seats[: dealer + 1] + dead
    return _key(json.dumps([in_turn, first.get("talon")]))


def _key(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]
