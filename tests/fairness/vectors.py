"""What the test vectors are about; the reference works out their results.

`python -m tests.fairness.vectors > tests/fairness/vectors.json` writes them.
"""

import json
import sys
from collections.abc import Callable
from typing import Any, TextIO

from tests.fairness.reference import (
    DEALT_AS,
    board_seed,
    combined_commitment,
    deal,
    entry,
    first_dealer,
    heads,
    number,
    permutation,
    salt,
    seed_from_text,
    sha,
)

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
DEALS: list[tuple[str, dict[str, Any], bytes, list[bytes], bytes, int]] = [
    *((preset, {}, COUNTED, [b""] * shape[0], b"", at) for at, (preset, shape) in enumerate(DEALT_AS.items())),
    ("euchre", {"joker": True, "min_rank": 7}, ONES, UNEVEN, b"17", 0),
    ("euchre-auction", {"joker": False, "min_rank": 7}, ZEROS, UNEVEN, b"", 3),
    ("buck-three", {"min_rank": 8}, ONES, [b"x"], b"2", 300),
]
HASH = "ab" * 32


def acted(seat: int, action: int, mark: int, spent: int, lag: int) -> dict[str, Any]:
    """The vector of an action's entry."""
    fields = [("seat", "u8", seat), ("action", "u16", action), ("mark", "u8", mark)]
    return entry(4, [*fields, ("spent", "u32", spent), ("lag", "u32", lag)])


CREATED: list[tuple[str, str, Any]] = [
    ("game", "text", "20-4s47mu7lxg4ofvj4"), ("request", "raw", HASH),
    ("ruleset", "text", '{"options":{"max_deals":1},"preset":"euchre"}'), ("seed", "raw", COUNTED.hex()),
    ("seed_mode", "u8", 0), ("commitment", "raw", sha(COUNTED).hex()), ("board", "text", "17"),
    ("nonces", "list of sized", ["", "00", "426f"]), ("first_dealer", "u8", 255),
    ("action_limit", "u32", 30_000), ("bank", "u32", 60_000), ("lag_quota", "u32", 1000),
    ("lag_regain", "u32", 10), ("strike_limit", "u16", 3), ("on_strikes", "u8", 0), ("on_timeout", "u8", 0),
    ("reservations", "list of texts", [["s-0", "Ann"], ["s-1", "Zoë ♣"], ["s-2", ""], ["s-3", "Di"]]),
    ("created", "u64", 1_700_000_000_123),
]  # fmt: skip
DELAY: list[tuple[str, str, Any]] = [("delay", "u32", 5000), ("delay_decisions", "u16", 8)]

LOGGED = [
    entry(1, CREATED, number(1, 1) + number(1, 2)),
    entry(1, CREATED + DELAY, number(2, 1) + number(1, 2)),
    entry(
        2,
        [
            ("seat", "u8", 2), ("session", "text", "s-2"), ("name", "text", "Cy"), ("nonce", "sized", "6e6f6e6365"),
            ("request", "raw", HASH),
        ],
    ),
    entry(
        3,
        [
            ("deal_number", "u32", 2), ("scored_deals", "u32", 1), ("dealer", "u8", 3),
            ("order", "sized", bytes([4, 2, 32, 31]).hex()), ("scores", "numbers", [0, -5, 20, 1]),
            ("carried", "numbers", [0, 0, 1, 0]), ("banks", "numbers", [60_000, 0, 1, 59_999]),
            ("lag_quotas", "numbers", [0, 1000, 1000, 1]), ("strikes", "numbers", [0, 0, 3, 0]),
            ("head", "raw", "0f" * 16),
        ],
    ),
    acted(2, 18 * 64 + 12, 0, 1500, 3),
    acted(0, 0, 1, 30_000, 0),
    entry(
        5,
        [
            ("seat", "u8", 1), ("action", "text", "play 9x"), ("reason", "text", "MALFORMED_ACTION"),
            ("strikes", "u16", 300),
        ],
    ),
    entry(
        6,
        [
            ("termination", "u8", 3), ("cause", "text", "operator"), ("seat", "u8", 255),
            ("scores", "numbers", [2, 1, 2, 1]), ("winners", "numbers", []), ("seed", "raw", COUNTED.hex()),
        ],
    ),
    acted(3, 14 * 64, 3, 90_500, 0),
    entry(8, [("seat", "u8", 1), ("mark", "u8", 2), ("spent", "u32", 700), ("lag", "u32", 12)]),
    entry(
        6,
        [
            ("termination", "u8", 2), ("cause", "text", "disconnect"), ("seat", "u8", 1),
            ("scores", "numbers", [20, -3]), ("winners", "numbers", [0]), ("seed", "raw", ONES.hex()),
        ],
    ),
]  # fmt: skip
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
        "deal": [
            {
                "preset": preset,
                "options": options,
                **drawn(seed, nonces, board),
                "deal": number,
                **deal(preset, options, seed, nonces, board, number),
            }
            for preset, options, seed, nonces, board, number in DEALS
        ],
        "entry": LOGGED,
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


VECTOR_LISTS = tuple(vectors())
"""The names of the lists."""


if __name__ == "__main__":
    write(sys.stdout)
