"""The play of a deal with all cards known: a quick policy at first, an exact search of the last tricks."""

from typing import Final

from euchre_referee.bots.montecarlo.contest import Contest
from euchre_referee.bots.montecarlo.endgame import Search, Trick, led_by, players_search, sides_search

_FRIEND_WINS: Final = 2
"""A friend's card is left to win if at most so many cards not yet played beat it."""


def after(contest: Contest, trick: Trick, hands: list[int], tricks: list[int], bit: int) -> Trick:
    """The trick after a card; ``hands`` and ``tricks``, by seat, are changed."""
    seat, led, best, winner, missing = trick
    hands[seat] ^= bit
    if bit > best and (not best or bit & (led | contest.layout.trumps)):
        best, winner = bit, seat
    if missing > 1:
        return Trick(contest.ring[seat], led or contest.layout.suit_of[bit], best, winner, missing - 1)
    tricks[winner] += 1
    return led_by(winner, contest.playing)


def searched(contest: Contest, hands: list[int]) -> Search:
    """The exact search of a deal in the contest."""
    if contest.sides is not None:
        return sides_search(contest.sides, hands)
    return players_search(contest.players, hands, contest.viewer)


def worth_from(contest: Contest, trick: Trick, hands: list[int], tricks: list[int], exact: int) -> float:
    """What the viewer gets from here; ``hands`` and ``tricks`` are used up.

    With ``exact`` cards left or fewer the rest is searched, until then the policy plays.
    """
    left = sum(hands).bit_count()
    while left > exact:
        trick = after(contest, trick, hands, tricks, choose(contest, trick, hands))
        left -= 1
    return searched(contest, hands)(trick, tuple(tricks))


def choose(contest: Contest, trick: Trick, hands: list[int]) -> int:
    """The policy's card: takes a trick as cheaply as it can, throws away the lowest card, lets a friend win."""
    seat, led, best, winner, missing = trick
    if not led:
        return _lead(contest, seat, hands)
    hand = hands[seat]
    choice = hand & led or hand
    if not choice & (choice - 1):
        return choice
    trumps = contest.layout.trumps
    winners = choice & (led | trumps) & -(best << 1)
    if not winners:
        return choice & -choice
    if contest.friends[seat] >> winner & 1:
        above = sum(hands) & contest.layout.suit_of[best] & -(best << 1)
        if missing == 1 or above.bit_count() <= _FRIEND_WINS:
            return choice & -choice
    if missing == 1 or not choice & led:
        return winners & -winners
    return 1 << (winners.bit_length() - 1)


def _lead(contest: Contest, seat: int, hands: list[int]) -> int:
    """The maker's side leads trumps from length or strength, everybody else the highest plain card."""
    hand = hands[seat]
    trumps = hand & contest.layout.trumps
    plain = hand ^ trumps
    if trumps and plain and contest.friends[seat] & contest.makers:
        others = (sum(hands) ^ hand) & contest.layout.trumps
        if others and (trumps > others or trumps & (trumps - 1)):
            return 1 << (trumps.bit_length() - 1)
    best = plain or trumps
    return 1 << (best.bit_length() - 1)
