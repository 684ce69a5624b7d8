"""docs/fairness.md once more, as plainly as it can be written, sharing nothing with the code under test."""

import hashlib
from collections.abc import Callable
from typing import Any


def sha(message: bytes) -> bytes:
    return hashlib.sha256(message).digest()


def mac(key: bytes, message: bytes) -> bytes:
    """RFC 2104 by the letter, for keys no longer than a block of 64 bytes."""
    padded = key + b"\0" * (64 - len(key))
    inner = sha(bytes(byte ^ 0x36 for byte in padded) + message)
    return sha(bytes(byte ^ 0x5C for byte in padded) + inner)


def number(value: int, width: int) -> bytes:
    return bytes((value // 256**power) % 256 for power in reversed(range(width)))


def with_length(content: bytes) -> bytes:
    return number(len(content), 4) + content


def purpose(name: str) -> bytes:
    text = b"euchre/1 " + name.encode()
    return number(len(text), 1) + text


def inputs(nonces: list[bytes], board: bytes) -> bytes:
    message = number(len(nonces), 4)
    for nonce in nonces:
        message += with_length(nonce)
    return message + with_length(board)


class Source:
    """The byte stream of a context, read from the front."""

    def __init__(self, seed: bytes, context: bytes) -> None:
        self.key = mac(seed, context)
        self.blocks = 0
        self.unread = b""

    def below(self, bound: int) -> int:
        while True:
            if not self.unread:
                self.unread = mac(self.key, number(self.blocks, 4))
                self.blocks += 1
            byte, self.unread = self.unread[0], self.unread[1:]
            if byte // bound < 256 // bound:
                return byte % bound


def permutation(seed: bytes, nonces: list[bytes], board: bytes, deal: int, size: int) -> list[int]:
    source = Source(seed, purpose("shuffle") + inputs(nonces, board) + number(deal, 4) + number(size, 4))
    order = list(range(size))
    for last in reversed(range(1, size)):
        other = source.below(last + 1)
        kept = order[last]
        order[last] = order[other]
        order[other] = kept
    return order


def first_dealer(seed: bytes, nonces: list[bytes], board: bytes, players: int) -> int:
    return Source(seed, purpose("first dealer") + inputs(nonces, board) + number(players, 4)).below(players)


def board_seed(run_seed: bytes, board: bytes) -> bytes:
    return mac(run_seed, purpose("board seed") + with_length(board))


def seed_from_text(text: str) -> bytes:
    return sha(purpose("text seed") + with_length(text.encode()))


def combined_commitment(commitments: list[bytes]) -> bytes:
    return sha(purpose("commitments") + number(len(commitments), 4) + b"".join(commitments))


def salt(seed: bytes, version: int) -> bytes:
    return mac(seed, purpose("salt") + number(version, 8))


def heads(seed: bytes, entries: list[bytes]) -> list[bytes]:
    chain = [bytes(16)]
    for place, entry in enumerate(entries):
        inner = sha(purpose("entry") + salt(seed, place + 1) + with_length(entry))
        chain.append(sha(purpose("head") + chain[place] + inner)[:16])
    return chain[1:]


DEALT_AS = {
    # players, cards a hand, dead hand, lowest rank, joker
    "euchre": (4, 5, False, 9, False),
    "euchre-benny": (4, 5, False, 9, True),
    "euchre-railroad": (4, 5, False, 9, True),
    "euchre-two-handed": (2, 10, False, 10, False),
    "euchre-cutthroat": (3, 5, False, 9, False),
    "euchre-auction": (5, 5, False, 9, True),
    "buck": (4, 5, False, 9, False),
    "dirty-clubs": (4, 5, False, 9, False),
    "buck-three": (3, 5, True, 9, False),
    "dirty-clubs-three": (3, 5, True, 9, False),
    "american-belote-two": (2, 5, False, 7, False),
    "american-belote-three": (3, 5, False, 7, False),
    "american-belote-four": (4, 5, False, 7, False),
}


def deal(
    preset: str, options: dict[str, Any], seed: bytes, nonces: list[bytes], board: bytes, number: int
) -> dict[str, Any]:
    """The first dealer as drawn, and the cards of a deal as that seat deals them."""
    players, hand_size, dead_hand, lowest, joker = DEALT_AS[preset]
    lowest, joker = options.get("min_rank", lowest), options.get("joker", joker)
    deck = [rank + suit for suit in "cdhs" for rank in "789TJQKA"[lowest - 7 :]]
    deck += ["B"] * joker
    cards = [deck[place] for place in permutation(seed, nonces, board, number, len(deck))]
    dealer = first_dealer(seed, nonces, board, players)
    hands: list[list[str]] = [[] for _ in range(players + dead_hand)]
    turns = [(dealer + left) % players for left in range(1, players + 1)] + [players] * dead_hand
    left_over = list(cards)
    for packet in (3, 2, 3, 2)[: 2 * hand_size // 5]:
        for seat in turns:
            hands[seat] += left_over[:packet]
            del left_over[:packet]
    return {"dealer": dealer, "hands": [" ".join(hand) for hand in hands], "talon": " ".join(left_over)}


def short(content: bytes) -> bytes:
    """Of a log's entries: a length of two bytes."""
    return number(len(content), 2) + content


def words(text: str) -> bytes:
    return short(text.encode())


def signed(values: list[int]) -> bytes:
    return number(len(values), 1) + b"".join(number(value % 2**32, 4) for value in values)


# How a field of an entry is written (docs/log.md), by its type there.
WRITTEN: dict[str, Callable[[Any], bytes]] = {
    "u8": lambda value: number(value, 1),
    "u16": lambda value: number(value, 2),
    "u32": lambda value: number(value, 4),
    "u64": lambda value: number(value, 8),
    "raw": bytes.fromhex,
    "sized": lambda value: short(bytes.fromhex(value)),
    "text": words,
    "numbers": signed,
    "list of sized": lambda values: number(len(values), 1) + b"".join(short(bytes.fromhex(value)) for value in values),
    "list of texts": lambda pairs: number(len(pairs), 1) + b"".join(words(text) for pair in pairs for text in pair),
}


def entry(kind: int, fields: list[tuple[str, str, Any]], opening: bytes = b"") -> dict[str, Any]:
    """The vector of an entry: kind, fields by name in their order, bytes."""
    content = number(kind, 1) + opening + b"".join(WRITTEN[how](value) for _, how, value in fields)
    return {"kind": kind, "fields": {name: value for name, _, value in fields}, "bytes": content.hex()}
