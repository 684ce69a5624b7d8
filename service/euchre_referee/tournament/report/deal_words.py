"""What came of a deal and of a game, in a few words."""

from collections.abc import Mapping, Sequence
from typing import Final

from euchre_referee.rules.cards import NO_TRUMP
from euchre_referee.rules.result import DealResult, Outcome
from euchre_referee.tournament.results import TableResult, Termination

SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades", "no trump")
_WITHOUT_MAKER: Final[Mapping[Outcome, str]] = {
    Outcome.THROWN_IN: "all passed, thrown in",
    Outcome.MISDEAL: "a misdeal",
    Outcome.LOST: "the deal was lost",
}
_WITH_MAKER: Final[Mapping[Outcome, str]] = {
    Outcome.MADE: "made",
    Outcome.MARCH: "march",
    Outcome.EUCHRED: "euchred",
    Outcome.UNCONTESTED: "everybody else withdrew",
    Outcome.LOST: "the deal was lost",
}


def seat_text(players: Sequence[str], seat: int) -> str:
    """Who sits there, as `careful (seat 1)`."""
    return f"{players[seat]} (seat {seat})"


def deal_text(players: Sequence[str], result: DealResult) -> str:
    """What came of a deal, as `careful (seat 1), hearts, alone: march, 5 tricks`."""
    if result.maker is None:
        trump = "" if result.trump is None else f", {_suit(result.trump)}"
        return _WITHOUT_MAKER.get(result.outcome, f"nobody made trump{trump}")
    bid = "" if result.bid is None else f", bid {result.bid}"
    trump = "" if result.trump is None else f", {_suit(result.trump)}"
    alone = ", alone" if result.alone else ""
    came = _WITH_MAKER.get(result.outcome, str(result.outcome))
    return f"{seat_text(players, result.maker)}{bid}{trump}{alone}: {came}"


def game_text(result: TableResult, results: Sequence[DealResult], scores: Sequence[int]) -> str:
    """What came of a game: of a single deal that, else how many there were and the scores by seat."""
    players = result.plan.players
    if result.termination is not Termination.NORMAL:
        return str(result.termination)
    if len(results) == 1:
        return deal_text(players, results[0])
    return f"{len(results)} deals, scores {' '.join(map(str, scores))}"


def lead_text(value: float) -> str:
    """How far somebody is above the average, in as few digits as will do."""
    rounded = round(value, 3)
    return f"{rounded:+g}" if rounded else "0"


def _suit(suit: int) -> str:
    return SUIT_WORDS[suit] if suit <= NO_TRUMP else "no trump"
