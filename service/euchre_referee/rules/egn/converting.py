"""Records into Euchre Game Notation, and back as far as the hands can be known."""

import json
from dataclasses import dataclass
from typing import Final, TypeAlias

from euchre_referee.rules.actions import ACTION_TEXT
from euchre_referee.rules.adjudicate import adjudicate, ruleset_of
from euchre_referee.rules.answers import Answer
from euchre_referee.rules.cards import CARD_TEXT
from euchre_referee.rules.egn.flags import rules_of
from euchre_referee.rules.egn.game import EgnGame
from euchre_referee.rules.egn.match import begin, judge_deals
from euchre_referee.rules.egn.reading import read_egn
from euchre_referee.rules.egn.rebuilding import NotTold, rebuilt
from euchre_referee.rules.egn.writing import PlayedDeal, PlayedGame, egn_of
from euchre_referee.rules.records import DealText, End, Record, Unreadable, deal_text, parse_move, read_record
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblems
from euchre_referee.rules.state import Deal

Json: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class Inexpressible:
    """A game that the other form cannot tell, or that has an error; every reason, for people."""

    reasons: tuple[str, ...]
    readable: bool = True


def to_egn(value: dict[str, object]) -> Json | Inexpressible:
    """A game record (a JSON object) in EGN 1.4. A record with an error is not written."""
    answer = adjudicate(value)
    record = read_record(value)
    if answer["error"] is not None or isinstance(record, Unreadable):
        return _faulty(answer)
    rules = ruleset_of(record.ruleset)
    assert isinstance(rules, RuleSet)
    if record.lost:
        return Inexpressible(("marks: EGN has no way to write a deal that was lost by conduct",))
    scores = answer["scores"]
    assert scores is not None
    players = value.get("players", [])
    assert isinstance(players, list)
    if not rules.turn_up:
        return Inexpressible((f"preset: EGN has no way to write {rules.preset}",))
    game = PlayedGame(
        id=record.id,
        players=tuple(players),
        rules=rules,
        deals=_played(record),
        scores=tuple(scores),
        finished=answer["finished"] is True,
        end=None if record.end is None else _end(record.end),
    )
    return _written(game)


def seen_to_egn(record: dict[str, object]) -> Json | Inexpressible:
    """A running game in EGN 1.4, from the record that a seat or a spectator may see (``discard ?``).

    Only what everybody has seen is written, whoever asks: no hands, no discards, no card given to a partner.
    """
    value = {**record, "deals": []}
    rules, empty = ruleset_of(record["ruleset"]), to_egn(value)
    if isinstance(empty, Inexpressible) or not isinstance(rules, RuleSet):
        return empty
    deals, players = record["deals"], record["players"]
    assert isinstance(deals, list)
    assert isinstance(players, list)
    name = record["id"]
    game = PlayedGame(
        id=name if isinstance(name, str) else None,
        players=tuple(players),
        rules=rules,
        deals=tuple(map(_seen_deal, deals)),
        scores=(0,) * rules.players,
        finished=False,
    )
    return _written(game)


_CODES: Final = {text: code for code, text in ACTION_TEXT.items()}
_CARDS: Final = {text: card for card, text in enumerate(CARD_TEXT)}


def _seen_deal(deal: DealText) -> PlayedDeal:
    moves = []
    for text in deal["actions"]:
        seat, _, words = text.partition(" ")
        moves.append(int(seat) << 16 | _CODES[words])
    return PlayedDeal(deal["dealer"], _CARDS[deal["talon"].split()[0]], moves, None)


def _written(game: PlayedGame) -> Json | Inexpressible:
    written = egn_of(game)
    if isinstance(written, RuleSetProblems):
        reasons = (f"{each.option}: {each.problem}; possible: {each.allowed}" for each in written.problems)
        return Inexpressible(tuple(reasons))
    return written


def _faulty(answer: Answer) -> Inexpressible:
    error = answer["error"]
    assert error is not None
    place = "" if error["deal"] is None else f" in deals[{error['deal']}]"
    readable = error["reason"] != "UNREADABLE_RECORD"
    return Inexpressible((f"{error['reason']}{place}: {answer.get('detail', '')}",), readable)


def _played(record: Record) -> tuple[PlayedDeal, ...]:
    deals = []
    for entry in record.deals:
        moves = [move for text in entry.actions if (move := parse_move(text)) is not None]
        packed = tuple(seat << 16 | code for seat, code in moves)
        deals.append(PlayedDeal(entry.dealt.dealer, entry.dealt.talon[0], packed, entry.dealt))
    return tuple(deals)


def _end(end: End) -> str:
    return "Ended early: " + ", ".join(f"{key} {value}" for key, value in end.items() if value is not None)


def to_record(value: dict[str, object]) -> Json | Inexpressible:
    """A game in EGN (a JSON object) as a record, if the file tells every hand. Nothing is invented."""
    answer = adjudicate(value)
    game = read_egn(value)
    if answer["error"] is not None or isinstance(game, Unreadable):
        return _faulty(answer)
    rules = rules_of(game.ruleset)
    assert isinstance(rules, RuleSet)
    reasons: list[str] = []
    deals: list[tuple[Deal, tuple[int, ...]]] = []
    for number, deal in enumerate(judge_deals(begin(rules, game), game)):
        found = rebuilt(rules, deal.told, deal.judged)
        if isinstance(found, NotTold):
            reasons += [f"deals[{number}]: {reason}" for reason in found.reasons]
        else:
            deals.append(found)
    if game.initial[0] != game.initial[1]:
        reasons.append("initialScore: a record has one start for all")
    return Inexpressible(tuple(reasons)) if reasons else _checked(_record(rules, game, deals))


def _record(rules: RuleSet, game: EgnGame, deals: list[tuple[Deal, tuple[int, ...]]]) -> Json:
    ruleset = json.loads(rules.canonical)
    if game.initial[0]:
        ruleset["options"]["start_score"] = game.initial[0]
    record: Json = {} if game.id is None else {"id": game.id}
    record["ruleset"] = {"preset": ruleset["preset"], "options": ruleset["options"]}
    record["players"] = list(game.players)
    record["deals"] = [deal_text(dealt, moves) for dealt, moves in deals]
    return record


def _checked(record: Json) -> Json | Inexpressible:
    answer = adjudicate(record)
    return record if answer["error"] is None else _faulty(answer)
