"""docs/fairness.md once more, as plainly as it can be written, sharing nothing with the code under test.

`python tests/fairness/reference.py > tests/fairness/vectors.json` writes the test vectors.
"""

import hashlib
import json
import sys
from collections.abc import Callable
from typing import Any, TextIO


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


ZEROS = bytes(32)
COUNTED = bytes(range(32))
ONES = b"\xff" * 32
UNEVEN = [b"", b"\0", b"Bo", bytes(range(40))]

SHUFFLED: list[tuple[bytes, list[bytes], bytes, int, int]] = [
    (ZEROS, [], b"", 0, 24),
    (COUNTED, [b""] * 4, b"", 0, 24),
    (COUNTED, [b""] * 4, b"", 1, 24),
    (COUNTED, [b""] * 4, b"1", 0, 24),
    (COUNTED, [b""] * 5, b"", 0, 24),
    (COUNTED, UNEVEN, b"300", 0, 24),
    # The same bytes, cut at other places.
    (COUNTED, [b"ab", b"c"], b"", 2, 25),
    (COUNTED, [b"a", b"bc"], b"", 2, 25),
    (COUNTED, [b"a", b"b"], b"c", 2, 25),
    (ONES, UNEVEN, b"", 4_294_967_295, 33),
    (ONES, [b""] * 2, b"", 0, 20),
    (ONES, [b""] * 2, b"", 0, 32),
    (ONES, [], b"", 0, 1),
    (ONES, [], b"", 0, 2),
    (ONES, [], b"", 0, 256),
]
SEATED: list[tuple[bytes, list[bytes], bytes, int]] = [
    (seed, [b""] * players, board, players)
    for players in (2, 3, 4, 5)
    for seed in (ZEROS, COUNTED, ONES)
    for board in (b"", b"1")
] + [(COUNTED, UNEVEN, b"17", 4)]
ENTRIES = [b"created", b"", b"\0", bytes(range(256)), b"created"]


def vectors() -> dict[str, list[dict[str, Any]]]:
    """Every list of the vectors, values as JSON has them."""
    commitments = [sha(seed) for seed in (ZEROS, COUNTED, ONES)]
    boards = [(COUNTED, b"1"), (COUNTED, b"2"), (ZEROS, b"1"), (COUNTED, b"")]
    return {
        "commitment": [{"seed": seed.hex(), "commitment": sha(seed).hex()} for seed in (ZEROS, COUNTED, ONES)],
        "combined_commitment": [
            {"commitments": [each.hex() for each in some], "combined": combined_commitment(some).hex()}
            for some in ([], commitments[:1], commitments)
        ],
        "board_seed": [
            {"run_seed": run.hex(), "board": board.hex(), "seed": board_seed(run, board).hex()} for run, board in boards
        ],
        "seed_from_text": [
            {"text": text, "seed": seed_from_text(text).hex()} for text in ("", "2026", "\u00e9carté \u2663")
        ],
        "permutation": [
            {
                **drawn(seed, nonces, board),
                "deal": deal,
                "size": size,
                "order": permutation(seed, nonces, board, deal, size),
            }
            for seed, nonces, board, deal, size in SHUFFLED
        ],
        "first_dealer": [
            {
                **drawn(seed, nonces, board),
                "players": players,
                "dealer": first_dealer(seed, nonces, board, players),
            }
            for seed, nonces, board, players in SEATED
        ],
        "salt": [
            {"seed": seed.hex(), "version": version, "salt": salt(seed, version).hex()}
            for seed in (ZEROS, COUNTED)
            for version in (1, 2, 256, 2**64 - 1)
        ],
        "chain": [
            {
                "seed": seed.hex(),
                "entries": [entry.hex() for entry in ENTRIES],
                "heads": [head.hex() for head in heads(seed, ENTRIES)],
            }
            for seed in (ZEROS, COUNTED)
        ],
    }


def drawn(seed: bytes, nonces: list[bytes], board: bytes) -> dict[str, Any]:
    """The inputs that shuffles and first dealers share, as JSON has them."""
    return {"seed": seed.hex(), "nonces": [nonce.hex() for nonce in nonces], "board": board.hex()}


def write(out: TextIO) -> None:
    """One vector a line, so that a difference reads as the vector it is in."""
    line: Callable[[Any], str] = json.dumps
    lists = (f'"{name}": [\n' + ",\n".join(map(line, some)) + "\n]" for name, some in vectors().items())
    out.write("{\n" + ",\n".join(lists) + "\n}\n")


if __name__ == "__main__":
    write(sys.stdout)
