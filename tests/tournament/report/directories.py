"""Directories of tournaments that were played in memory, by chance, with all that a report is made of."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from euchre_referee.rules.actions import move, move_text
from euchre_referee.rules.dealing import deck, hands_from
from euchre_referee.rules.engine import apply, deal, new_game
from euchre_referee.rules.records import DealText, deal_text
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.rules.state import State
from euchre_referee.tournament.formats.form import Form
from euchre_referee.tournament.report.writing import write_report
from euchre_referee.tournament.results import TableResult, judge
from euchre_referee.tournament.schedule import Entrant, GamePlan
from euchre_referee.tournament.standings import Standings, standings
from euchre_referee.tournament.standings_json import standings_json
from euchre_referee.tournament.terms import Isolation, SeedMode, Terms
from euchre_referee.tournament.unfolding import unfold
from tests.tournament.tables import result


class Asked(NamedTuple):
    """What is played."""

    preset: str
    form: Form
    entrants: int = 4
    boards: int = 2
    whole_games: bool = False


class Played(NamedTuple):
    """What came of it."""

    directory: Path
    standings: Standings
    results: tuple[TableResult, ...]


def names_of(count: int) -> tuple[str, ...]:
    """As many names."""
    return tuple(f"bot-{number}" for number in range(1, count + 1))


def terms_of(asked: Asked, names: tuple[str, ...] = ()) -> Terms:
    """The terms; `names` instead of usual ones."""
    rules = parse_ruleset(asked.preset, {} if asked.whole_games else {"max_deals": 1})
    assert isinstance(rules, RuleSet), rules
    entrants = tuple(Entrant(name, "random") for name in names or names_of(asked.entrants))
    return Terms(
        rules, entrants, asked.boards, SeedMode.REPRODUCIBLE, Isolation.LOCAL_PROCESSES, form=asked.form
    )  # fmt: skip


def played(directory: Path, terms: Terms) -> Played:
    """Plays everything and writes it down, the report included."""
    directory.mkdir()
    results: list[TableResult] = []
    with (directory / "games.jsonl").open("w", encoding="utf-8") as games:
        over = False
        while not over:
            course = unfold(terms, results)
            there = {each.plan for each in results}
            waiting = [plan for plan in course.schedule.games() if plan not in there]
            for plan in waiting:
                entry = judge(record(terms.rules, plan))
                results.append(result(terms, entry, course.schedule))
                games.write(json.dumps(entry.record) + "\n")
            over = not waiting
    found = standings(terms, results)
    (directory / "standings.json").write_text(standings_json(found), encoding="utf-8")
    write_report(directory, found, results)
    return Played(directory, found, tuple(results))


def record(rules: RuleSet, plan: GamePlan) -> dict[str, object]:
    """A game between players that choose by chance; the cards are the board's."""
    lots = random.Random(f"{plan.pairing}-{plan.board}-{plan.table}")
    state, deals = new_game(rules), list[DealText]()
    while not state.finished:
        state = _deal(state, plan, len(deals), deals)
        state = _play(state, lots, deals[-1])
    canonical = json.loads(rules.canonical)
    return {
        "id": f"{plan.pairing}-{plan.board}-{plan.table}",
        "ruleset": {"preset": canonical["preset"], "options": canonical["options"]},
        "players": list(plan.players),
        "deals": deals,
        "tournament": {"pairing": plan.pairing, "board": plan.board, "table": plan.table},
    }


def _deal(state: State, plan: GamePlan, number: int, deals: list[DealText]) -> State:
    cards = random.Random(f"board {plan.board} deal {number}")
    order = list(deck(state.rules))
    cards.shuffle(order)
    dealt = hands_from(state.rules, max(state.dealer, 0), order)
    deals.append(deal_text(dealt, ()))
    after = deal(state, dealt)
    assert isinstance(after, State), after
    return after


def _play(state: State, lots: random.Random, told: DealText) -> State:
    while state.to_act >= 0:
        seat, code = state.to_act, lots.choice(state.legal)
        told["actions"].append(move_text(move(seat, code)))
        after = apply(state, seat, code)
        assert isinstance(after, State), after
        state = after
    return state


def pages_of(directory: Path) -> Iterator[Path]:
    """Every page of a report."""
    yield directory / "report.html"
    yield from sorted((directory / "games").glob("*.html"))
