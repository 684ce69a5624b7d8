"""Repeatable chance: a draw depends on the bot's seed and on what the view shows, and on nothing else."""

from hashlib import blake2b
from random import Random

from euchre_referee.rules.views import View


def draw(seed: int, view: View, count: int) -> int:
    """An even draw from ``range(count)``; the same seed and view always give the same number.

    The bias is below ``count / 2**64``.
    """
    return _number(seed, view) % count


def generator(seed: int, view: View) -> Random:
    """A source of many draws, the same for the same seed and view."""
    return Random(_number(seed, view))


def _number(seed: int, view: View) -> int:
    """An even draw of 64 bits.

    The view enters by the fields that tell turns apart: the rule set's hash, the viewer, the deal, the scores,
    the cards seen and every move. The rest follows from them.
    """
    shown = (
        seed,
        view.rules.hash,
        view.viewer,
        view.deal_number,
        view.scored_deals,
        view.dealer,
        view.scores,
        view.turn_up,
        view.hand,
        view.put_away,
        view.received,
        view.moves,
    )
    digest = blake2b(repr(shown).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")
