"""A turn as one line of JSON, in the words of game records (docs/bots.md, "The turn")."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from euchre_referee.rules.actions import ACTION_TEXT, move_text
from euchre_referee.rules.cards import CARD_TEXT, TRUMPS
from euchre_referee.rules.views import View

FORM: Final = 1
"""The form of the line. It changes with what would break a program; keys may be added without."""

Json: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Refused:
    """What the same turn was answered with before, and why it was refused."""

    action: str
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class Asking:
    """A turn as a program is asked about it: the view of the seat that is to act, and what does not follow from it."""

    game: str
    version: int
    seen: View
    time_left_ms: int | None = None
    strikes: int = 0
    refused: Refused | None = None

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal actions in the record's words."""
        return tuple(ACTION_TEXT[code] for code in self.seen.legal)

    def code(self, legal: str) -> int:
        """The code of a legal action. Raises ValueError for any other."""
        return self.seen.legal[self.legal.index(legal)]


def turn_line(asking: Asking) -> str:
    """The line, without its end; no blanks but those of actions, so that it is easily taken apart."""
    turn: dict[str, object] = {
        "euchre": FORM,
        "game": asking.game,
        "version": asking.version,
        "seat": asking.seen.to_act,
        "legal": asking.legal,
    }
    if asking.refused is not None:
        refused = asking.refused
        turn["refused"] = {"action": refused.action, "reason": refused.reason, "message": refused.message}
    turn["time_left_ms"] = asking.time_left_ms
    turn["strikes"] = asking.strikes
    turn["view"] = view_json(asking.seen)
    return json.dumps(turn, separators=(",", ":"))


def view_json(seen: View) -> Json:
    """What the seat may know of the deal. Every key is always there; null stands for what there is not."""
    bid = seen.best_bid
    return {
        "ruleset": _ruleset(seen.rules.canonical),
        "deal_number": seen.deal_number,
        "scored_deals": seen.scored_deals,
        "dealer": seen.dealer,
        "scores": seen.scores,
        "phase": seen.phase,
        "hand": _cards(seen.hand),
        "hand_sizes": seen.hand_sizes,
        "turn_up": _card(seen.turn_up),
        "turned_down": seen.turned_down,
        "proposed": _suit(seen.proposed),
        "trump": _suit(seen.trump),
        "maker": seen.maker,
        "alone": seen.alone,
        "lone_defender": seen.lone_defender,
        "sits_out": seen.sits_out,
        "best_bid": None if bid is None else {"seat": bid[0], "tricks": bid[1]},
        "called": _card(seen.called),
        "partner": seen.partner,
        "withdrew": seen.withdrew,
        "stayed": seen.stayed,
        "leader": seen.leader,
        "trick": [f"{seat} {CARD_TEXT[card]}" for seat, card in seen.trick],
        "tricks": seen.tricks,
        "moves": [move_text(move) for move in seen.moves],
        "put_away": _cards(seen.put_away),
        "received": _cards(seen.received),
    }


@lru_cache(maxsize=256)
def _ruleset(canonical: str) -> object:
    return json.loads(canonical)


def _cards(cards: Sequence[int]) -> list[str]:
    return [CARD_TEXT[card] for card in cards]


def _card(card: int | None) -> str | None:
    return None if card is None else CARD_TEXT[card]


def _suit(suit: int | None) -> str | None:
    return None if suit is None else TRUMPS[suit]
