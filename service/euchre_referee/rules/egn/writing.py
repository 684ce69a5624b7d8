"""Games of ours in Euchre Game Notation 1.4: whole games with their hands, running ones as everybody has seen them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from euchre_referee.rules.actions import Kind
from euchre_referee.rules.cards import CARD_TEXT, JOKER, TRUMPS
from euchre_referee.rules.egn.contract import SEATS
from euchre_referee.rules.egn.flags import flags_of
from euchre_referee.rules.egn.game import FILE_TYPE, VERSION
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblem, RuleSetProblems
from euchre_referee.rules.state import Deal

Json: TypeAlias = dict[str, object]

UNKNOWN_CARD: Final = "Xx"
_MOST_DEALS: Final = 100
_LONGEST_NAME: Final = 64
_CALLS: Final = {
    Kind.PASS: "Pass",
    Kind.ORDER: "Order",
    Kind.ORDER_ALONE: "Order",
}
_TRUMP_MADE: Final = frozenset({Kind.ORDER, Kind.ORDER_ALONE, Kind.NAME, Kind.NAME_ALONE})
_ALONE: Final = frozenset({Kind.ORDER_ALONE, Kind.NAME_ALONE})


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal to be written: its moves (``seat << 16 | code``), which may hide their cards."""

    dealer: int
    turn_up: int
    moves: Sequence[int]
    dealt: Deal | None
    """The hands as dealt; None where they, the discard and the card given are nobody else's business."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game to be written."""

    id: str | None
    players: tuple[str, ...]
    rules: RuleSet
    deals: tuple[PlayedDeal, ...]
    scores: tuple[int, ...]
    """By seat, now."""
    finished: bool
    end: str | None = None
    """How it ended otherwise than by its rules."""


def egn_of(game: PlayedGame) -> Json | RuleSetProblems:
    """The game as a JSON object of the notation, or everything that the notation cannot express."""
    flags = flags_of(game.rules)
    problems = [*(flags.problems if isinstance(flags, RuleSetProblems) else ()), *_limits(game)]
    if isinstance(flags, RuleSetProblems) or problems:
        return RuleSetProblems(tuple(problems))
    metadata: Json = {} if game.id is None else {"gameId": game.id}
    if game.end is not None:
        metadata["description"] = game.end
    metadata["players"] = list(game.players)
    metadata["initialScore"] = [game.rules.start_score] * 2
    if game.finished:
        metadata["finalScore"] = list(game.scores[:2])
    metadata["ruleset"] = flags
    deals = [_deal(number, deal) for number, deal in enumerate(game.deals)]
    return {"fileType": FILE_TYPE, "version": VERSION, "metadata": metadata, "deals": deals}


def _limits(game: PlayedGame) -> Iterable[RuleSetProblem]:
    if len(game.deals) > _MOST_DEALS:
        yield RuleSetProblem("deals", "EGN 1.4 holds no more", f"{_MOST_DEALS} deals")
    for name, text in (("id", game.id or ""), *((f"players[{at}]", name) for at, name in enumerate(game.players))):
        if len(text) > _LONGEST_NAME:
            yield RuleSetProblem(name, "it is longer than EGN 1.4 allows", f"{_LONGEST_NAME} characters")
    for number, deal in enumerate(game.deals):
        if deal.turn_up == JOKER:
            problem = "the joker is turned up, and EGN has no place for the suit the dealer names"
            yield RuleSetProblem(f"joker_turned (deals[{number}])", problem, "another turn-up")


def _deal(number: int, deal: PlayedDeal) -> Json:
    state: Json = {"dealer": deal.dealer, "upCard": CARD_TEXT[deal.turn_up]}
    if deal.dealt is not None:
        state["playerCards"] = [[CARD_TEXT[card] for card in hand] for hand in deal.dealt.hands]
    phases: list[Json] = [_bidding(deal)]
    tricks = _tricks(deal.moves)
    if tricks:
        phases.append({"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": tricks})
    return {"dealNumber": number, "initialState": state, "phases": phases}


def _bidding(deal: PlayedDeal) -> Json:
    calls: list[str] = []
    phase: Json = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": calls, "isAlone": False}
    made: Kind | None = None
    answers = picked_up = 0
    for played in deal.moves:
        seat, code = played >> 16, played & 0xFFFF
        kind, argument = Kind(code >> 6), code & 63
        if made is None:
            calls.append(_CALLS.get(kind) or TRUMPS[argument])
            if kind in _TRUMP_MADE:
                made = kind
                phase["isAlone"] = kind in _ALONE
        elif kind is Kind.DISCARD and made in (Kind.ORDER, Kind.ORDER_ALONE) and not picked_up:
            picked_up = 1
            if deal.dealt is not None:
                phase["discard"] = CARD_TEXT[argument]
        elif kind is Kind.GIVE:
            card = UNKNOWN_CARD if deal.dealt is None else CARD_TEXT[argument]
            phase["cardExchanges"] = [{"sender": seat, "receiver": (seat + 2) % SEATS, "cards": [card]}]
        elif kind is Kind.DEFEND:
            phase["aloneDefender"] = seat
        elif kind is Kind.PASS:
            answers += 1
            if answers == len(("left of the maker", "right of the maker")):
                phase["aloneDefender"] = -1
    return phase


def _tricks(moves: Sequence[int]) -> list[list[str]]:
    """The cards played, trick by trick: a seat that plays again begins the next one."""
    tricks: list[list[str]] = []
    played: set[int] = set()
    active = len({move >> 16 for move in moves if (move & 0xFFFF) >> 6 == Kind.PLAY})
    for move in moves:
        if (move & 0xFFFF) >> 6 != Kind.PLAY:
            continue
        if not tricks or len(played) == active:
            tricks.append([])
            played.clear()
        played.add(move >> 16)
        tricks[-1].append(CARD_TEXT[move & 63])
    return tricks
