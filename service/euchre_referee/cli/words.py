"""Cards, actions and seats in plain words, for people at a terminal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from euchre.v1 import game_pb2 as pb
from euchre_referee.rules.cards import CARD_TEXT, SUITS

_SUIT_NAMES: Final = ("nothing", "clubs", "diamonds", "hearts", "spades", "no trump")
_SYMBOLS: Final = dict(zip(SUITS, "♣♦♥♠", strict=True))

_PHRASES: Final = {
    pb.ACTION_KIND_PASS: "pass",
    pb.ACTION_KIND_ORDER: "order up",
    pb.ACTION_KIND_ORDER_ALONE: "order up and go alone",
    pb.ACTION_KIND_NAME: "name {suit}",
    pb.ACTION_KIND_NAME_ALONE: "name {suit} and go alone",
    pb.ACTION_KIND_TAKE: "take the turned card",
    pb.ACTION_KIND_TAKE_ALONE: "take the turned card and go alone",
    pb.ACTION_KIND_BID: "bid {bid}",
    pb.ACTION_KIND_PARTNER: "call whoever holds {card} as partner",
    pb.ACTION_KIND_ALONE: "go alone",
    pb.ACTION_KIND_CLAIM: "claim a misdeal",
    pb.ACTION_KIND_DISCARD: "put away {card}",
    pb.ACTION_KIND_GIVE: "give {card} to the lone maker",
    pb.ACTION_KIND_SWAP: "exchange {card} for the turned card",
    pb.ACTION_KIND_KEEP: "exchange nothing",
    pb.ACTION_KIND_DEFEND: "defend alone",
    pb.ACTION_KIND_STAY: "stay",
    pb.ACTION_KIND_WITHDRAW: "withdraw",
    pb.ACTION_KIND_PLAY: "play {card}",
    pb.ACTION_KIND_ANSWER: "give a secret answer",
}
_OF_HE: Final = {"pass": "passes", "go": "goes"}


@dataclass
class Words:
    """How things are called at one table.

    `names` are the players' by seat, empty where a seat is free; `me` is the reader's own seat, None for a spectator.
    """

    names: list[str]
    me: int | None = None
    symbols: bool = True
    """Whether the terminal can show suits as symbols."""

    def card(self, card: int) -> str:
        """A card of the contract: 10♥, or 10h where symbols cannot be shown; a hidden one is "a card"."""
        if not card:
            return "a card"
        text = CARD_TEXT[card - 1]
        if len(text) == 1:
            return "the joker"
        rank, suit = text[0], text[1]
        return ("10" if rank == "T" else rank) + (_SYMBOLS[suit] if self.symbols else suit)

    def cards(self, cards: Iterable[int]) -> str:
        """Cards in a row."""
        return " ".join(map(self.card, cards))

    def suit(self, suit: int) -> str:
        """A suit of the contract, or no trump."""
        return _SUIT_NAMES[suit]

    def seat(self, seat: int) -> str:
        """Who sits there."""
        if seat == self.me:
            return "you"
        name = self.names[seat] if seat < len(self.names) else ""
        return name or f"seat {seat}"

    def subject(self, seat: int) -> str:
        """Who sits there, at the beginning of a sentence."""
        who = self.seat(seat)
        return who[:1].upper() + who[1:] if who in ("you", f"seat {seat}") else who

    def seats(self, seats: Sequence[int]) -> str:
        """Several players: "Ann, Bo and you"."""
        who = [self.seat(seat) for seat in seats]
        return " and ".join([", ".join(who[:-1]), who[-1]] if len(who) > 1 else who)

    def verb(self, seat: int, verb: str) -> str:
        """The verb of a sentence about a seat: you pass, Ann passes."""
        return verb if seat == self.me else _OF_HE.get(verb, verb + "s")

    def action(self, action: pb.Action) -> str:
        """What could be done: "play J♦"."""
        phrase = _PHRASES[action.kind]
        return phrase.format(card=self.card(action.card), suit=self.suit(action.suit), bid=action.bid)

    def deed(self, move: pb.Move) -> str:
        """What somebody did: "Ann plays J♦"."""
        first, _, rest = self.action(move.action).partition(" ")
        if move.seat != self.me:
            rest = rest.replace("and go alone", "and goes alone")
        return f"{self.subject(move.seat)} {self.verb(move.seat, first)} {rest}".rstrip()

    def by_seat(self, numbers: Sequence[int]) -> str:
        """Numbers by seat: "you 3, Bo 5"."""
        return ", ".join(f"{self.seat(seat)} {number}" for seat, number in enumerate(numbers))

    def trick(self, trick: Iterable[pb.PlayedCard]) -> str:
        """The cards of a trick with their players."""
        return ", ".join(f"{self.seat(played.seat)} {self.card(played.card)}" for played in trick)


def shows_symbols(encoding: str | None) -> bool:
    """Whether a stream of this encoding can show the suits' symbols."""
    try:
        "♣♦♥♠".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
