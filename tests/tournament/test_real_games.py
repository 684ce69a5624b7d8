"""Boards dealt by the fairness core, played by built-in bots under the rules, judged from their records."""

import json
from collections.abc import Iterator

import pytest

from euchre_referee.bots.registry import make_bot
from euchre_referee.fairness.seeds import board_seed
from euchre_referee.fairness.shuffle import first_dealer, permutation
from euchre_referee.rules.actions import action_text
from euchre_referee.rules.cards import card_text
from euchre_referee.rules.dealing import deck, hands_from
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.state import State
from euchre_referee.rules.views import view
from euchre_referee.tournament.fields import Json
from euchre_referee.tournament.recount import recount
from euchre_referee.tournament.results import judge
from euchre_referee.tournament.schedule import GamePlan
from euchre_referee.tournament.standings import Standings, standings_from_records
from euchre_referee.tournament.standings_json import standings_document
from euchre_referee.tournament.terms import Terms
from tests.tournament.tables import RUN_SEED, board_commitment, schedule, terms

NONCES = (b"", b"")


def play(terms: Terms, plan: GamePlan) -> Json:
    """The record of one game."""
    bots = [make_bot(player, seed) for seed, player in enumerate(plan.players)]
    name = str(plan.board).encode()
    seed = board_seed(RUN_SEED, name)
    state = new_game(terms.rules)
    dealer = first_dealer(seed, NONCES, name, terms.rules.players)
    deals = []
    while not state.finished:
        order = permutation(seed, NONCES, name, state.deal_number, len(deck(terms.rules)))
        cards = [deck(terms.rules)[place] for place in order]
        dealt = hands_from(terms.rules, state.dealer if state.dealer >= 0 else dealer, cards)
        state = moved(deal(state, dealt))
        actions = []
        while state.to_act >= 0:
            action = bots[state.to_act](view(state, state.to_act))
            actions.append(f"{state.to_act} {action_text(action)}")
            state = moved(apply(state, state.to_act, action))
        hands = [" ".join(map(card_text, hand)) for hand in dealt.hands]
        talon = " ".join(map(card_text, dealt.talon))
        deals.append({"dealer": dealt.dealer, "hands": hands, "talon": talon, "actions": actions})
    return {
        "id": f"{plan.pairing}-{plan.board}-{plan.table}",
        "ruleset": json.loads(terms.rules.canonical),
        "players": list(plan.players),
        "deals": deals,
        "tournament": {"pairing": plan.pairing, "board": plan.board, "table": plan.table},
        "proof": {"commitment": board_commitment(plan.board).hex(), "seed_mode": "provable"},
    }


def moved(state: object) -> State:
    assert isinstance(state, State), state
    return state


def records(terms: Terms) -> Iterator[Json]:
    return (play(terms, plan) for plan in schedule(terms).games())


@pytest.mark.parametrize("preset", ["euchre", "buck"])
def test_a_tournament_from_the_cards_to_the_standings(preset: str) -> None:
    own = terms(preset, ["random", "greedy"], 60)
    judged = [judge(record) for record in records(own)]
    found = standings_from_records(own, judged)
    assert isinstance(found, Standings), found
    assert found.complete
    assert found.rows[0].entrant.name == "greedy"
    (pair,) = found.pairs
    assert pair.turned().sentence() == "greedy beats random beyond the 95 % interval"
    assert all(0 < row.figures.calls < row.figures.deals for row in found.rows)
    written = json.loads(json.dumps(standings_document(found)))
    assert recount(written, judged) == ()
    again = [judge(record) for record in json.loads(json.dumps(list(records(own))))]
    assert recount(written, again) == ()
