"""Random games of ours as records and in Euchre Game Notation."""

import json
import random
from collections.abc import Sequence
from typing import Any

from euchre_referee.rules.egn.writing import PlayedDeal, PlayedGame, egn_of
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.records import deal_text
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import Deal, State
from tests.rules.games import done, random_deal, rules_of

Json = dict[str, Any]

STANDARD = {"all_pass": "stick_dealer", "alone_lead": "left_of_dealer"}


def standard() -> RuleSet:
    """What the notation's flags mean when they are all left out."""
    return rules_of("euchre", **STANDARD)


def played(rules: RuleSet, seed: int, most: int = 100, stop: int = -1) -> list[tuple[Deal, tuple[int, ...]]]:
    """The deals of a random game with their moves; ``stop`` is the number of actions after which it is broken off."""
    rng = random.Random(seed)
    state = new_game(rules)
    deals: list[tuple[Deal, tuple[int, ...]]] = []
    acted = 0
    while not state.finished and len(deals) < most and acted != stop:
        dealt = _without_joker(state, random_deal(state, rng))
        state = done(deal(state, dealt))
        while state.to_act >= 0 and acted != stop:
            state = done(apply(state, state.to_act, rng.choice(state.legal)))
            acted += 1
        deals.append((dealt, state.moves))
    return deals


def _without_joker(state: State, dealt: Deal) -> Deal:
    """The notation cannot tell what follows a turned joker, so another card of the talon is turned."""
    if state.rules.joker and dealt.talon[0] == max(state.rules.deck):
        return dealt._replace(talon=dealt.talon[::-1])
    return dealt


def record_of(rules: RuleSet, deals: Sequence[tuple[Deal, tuple[int, ...]]]) -> Json:
    """As a record."""
    return {
        "id": "game",
        "ruleset": json.loads(rules.canonical),
        "players": ["Ann", "Bo", "Cy", "Di"],
        "deals": [dict(deal_text(dealt, moves)) for dealt, moves in deals],
    }


def seen(rules: RuleSet, deals: Sequence[tuple[Deal, tuple[int, ...]]]) -> Json:
    """In the notation, without hands and discards."""
    written = egn_of(
        PlayedGame(
            id="game",
            players=("Ann", "Bo", "Cy", "Di"),
            rules=rules,
            deals=tuple(PlayedDeal(dealt.dealer, dealt.talon[0], moves, None) for dealt, moves in deals),
            scores=(0,) * 4,
            finished=False,
        )
    )
    assert isinstance(written, dict), written
    return written
