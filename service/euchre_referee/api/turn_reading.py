"""Turns and views of the contract as the rules' own views: what built-in players see who play over the network.

The inverse of `encoding`. A field that is absent becomes None, or -1 where `View` says so.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from euchre.v1 import game_pb2 as pb
from euchre_referee.rules.actions import ACTION_TEXT
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.result import DealResult, Outcome
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblems, parse_ruleset
from euchre_referee.rules.views import View

# The contract counts cards and suits from 1: a 0 on the wire means "not told".
_CARDS: Final = (None, *range(33))
_SUITS: Final = (None, *range(5))
_PHASES: Final = {pb.Phase.Value(f"PHASE_{phase.name}"): phase for phase in Phase}
_CODES: Final = {text: code for code, text in ACTION_TEXT.items()}


def read_turn(turn: pb.Turn) -> View:
    """The view of the seat that is to act. Raises ValueError if it is none of this release."""
    return read_view(turn.view, [_CODES[legal.text] for legal in turn.legal])


def read_view(seen: pb.View, legal: Sequence[int] = ()) -> View:
    """A view, with the viewer's legal action codes. Raises ValueError if it is none of this release."""
    has = seen.HasField
    try:
        return View(
            rules=_ruleset(seen.ruleset),
            viewer=seen.viewer if has("viewer") else None,
            deal_number=seen.deal_number,
            scored_deals=seen.scored_deals,
            dealer=seen.dealer if has("dealer") else -1,
            scores=tuple(seen.scores),
            phase=_PHASES[seen.phase],
            to_act=seen.to_act if has("to_act") else -1,
            hand=_known_cards(seen.hand),
            hand_sizes=tuple(seen.hand_sizes),
            turn_up=_CARDS[seen.turn_up],
            turned_down=seen.turned_down,
            proposed=_SUITS[seen.proposed],
            trump=_SUITS[seen.trump],
            maker=seen.maker if has("maker") else None,
            alone=seen.alone,
            lone_defender=seen.lone_defender if has("lone_defender") else None,
            sits_out=tuple(seen.sits_out),
            best_bid=(seen.best_bid.seat, seen.best_bid.tricks) if has("best_bid") else None,
            called=_CARDS[seen.called],
            partner=seen.partner if has("partner") else None,
            withdrew=tuple(seen.withdrew),
            stayed=tuple(seen.stayed),
            leader=seen.leader if has("leader") else None,
            trick=tuple([(played.seat, played.card - 1) for played in seen.trick]),
            tricks=tuple(seen.tricks),
            moves=tuple([move.seat << 16 | _CODES[move.text] for move in seen.moves]),
            put_away=_known_cards(seen.put_away),
            received=_known_cards(seen.received),
            legal=tuple(legal),
            finished=seen.finished,
            winners=tuple(seen.winners),
            result=_result(seen.result) if has("result") else None,
        )
    except (KeyError, IndexError) as error:
        raise ValueError(f"the view has a word or number that this release does not know: {error}") from error


def _known_cards(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple([number - 1 for number in numbers])


@lru_cache(maxsize=256)
def _ruleset(canonical: str) -> RuleSet:
    form = json.loads(canonical)
    rules = parse_ruleset(form["preset"], form["options"])
    if isinstance(rules, RuleSetProblems):
        raise ValueError(f"the view's rule set is none of this release: {canonical}")
    return rules


def _result(result: pb.DealResult) -> DealResult:
    has = result.HasField
    return DealResult(
        dealer=result.dealer,
        maker=result.maker if has("maker") else None,
        trump=_SUITS[result.trump],
        alone=result.alone,
        bid=result.bid if has("bid") else None,
        partner=result.partner if has("partner") else None,
        lone_defender=result.lone_defender if has("lone_defender") else None,
        withdrew=tuple(result.withdrew),
        tricks=tuple(result.tricks),
        points=tuple(result.points),
        outcome=Outcome(result.outcome),
    )
