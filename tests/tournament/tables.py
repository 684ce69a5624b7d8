"""Tournaments made by hand: terms, judged records and results, without a referee to play them."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from euchre_referee.fairness.seeds import board_seed, combined_commitment, commitment, seed_from_text
from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.tournament.formats.form import USUAL_FORM, Form
from euchre_referee.tournament.results import Judged, TableResult, table_result
from euchre_referee.tournament.schedule import Entrant, GamePlan, Schedule
from euchre_referee.tournament.terms import Isolation, SeedMode, Terms
from euchre_referee.tournament.unfolding import unfold

RUN_SEED = seed_from_text("tables")


def rules(preset: str, **options: object) -> RuleSet:
    """A rule set of one deal a game."""
    found = parse_ruleset(preset, {**options, "max_deals": 1})
    assert isinstance(found, RuleSet), found
    return found


def board_commitment(board: int) -> bytes:
    """The commitment of a board of these tournaments."""
    return commitment(board_seed(RUN_SEED, str(board).encode()))


def terms(preset: str, names: Sequence[str], boards: int, form: Form = USUAL_FORM, **options: object) -> Terms:
    """Provable terms with built-in bots of these names."""
    made = Terms(
        rules=rules(preset, **options),
        entrants=tuple(Entrant(name, name) for name in names),
        boards=boards,
        seed_mode=SeedMode.PROVABLE,
        isolation=Isolation.LOCAL_PROCESSES,
        form=form,
    )
    committed = [board_commitment(board) for board in range(1, made.board_count + 1)]
    return replace(made, commitment=combined_commitment(committed).hex())


def schedule(terms: Terms, results: Iterable[TableResult] = ()) -> Schedule:
    """What there is to play, as far as it is known after these results."""
    return unfold(terms, results).schedule


def deal(points: Sequence[int], outcome: str = "MADE", **more: object) -> dict[str, object]:
    """A completed deal of an adjudication; seat 0 made hearts unless `more` says otherwise."""
    return {
        "dealer": 3,
        "maker": 0,
        "trump": "h",
        "alone": False,
        "bid": None,
        "partner": None,
        "lone_defender": None,
        "withdrew": [],
        "tricks": [3, 1, 0, 1][: len(points)],
        "points": list(points),
        "outcome": outcome,
        **more,
    }


def judged(terms: Terms, plan: GamePlan, *deals: Mapping[str, object], finished: bool = True) -> Judged:
    """A record of the planned game and its adjudication, as RECORD.md has them; one action in every deal."""
    name = f"{plan.pairing}-{plan.board}-{plan.table}"
    record = {
        "id": name,
        "players": list(plan.players),
        "deals": [{"actions": ["0 order", "3 discard 9c"]} for _ in deals],
        "tournament": {"pairing": plan.pairing, "board": plan.board, "table": plan.table},
        "proof": {"commitment": board_commitment(plan.board).hex(), "seed_mode": "provable"},
    }
    answer = {"id": name, "ruleset_hash": terms.rules.hash, "error": None, "deals": list(deals), "finished": finished}
    return Judged(record, answer)


def with_keys(entry: Judged, **keys: object) -> Judged:
    """The same with other top-level keys in the record."""
    return Judged({**entry.record, **keys}, entry.answer)


def result(terms: Terms, entry: Judged, planned: Schedule | None = None) -> TableResult:
    """The result of a record that is in order; `planned`: the schedule, if it is more than the first round."""
    found = table_result(terms.rules, planned or schedule(terms), entry, "record 1")
    assert isinstance(found, TableResult), found
    return found


def played(terms: Terms, strengths: Mapping[str, float], seed: int = 7) -> Iterator[Judged]:
    """A whole tournament whose deals are drawn by lot, the stronger names drawing better ones."""
    lots = random.Random(seed)
    for plan in schedule(terms).games():
        luck = random.Random(plan.board).gauss(0, 1.2)
        drawn = _side_deal if terms.rules.partners else _single_deal
        entry = judged(terms, plan, drawn(plan, strengths, luck, lots))
        if lots.random() < 0.02:
            seat = lots.randrange(terms.rules.players)
            entry = with_keys(
                entry,
                marks=[
                    {"deal": 0, "action": 0, "mark": "strike", "seat": seat, "refused": "9c", "reason": "NO"},
                    {"deal": 0, "action": 0, "mark": "timeout"},
                ],
            )
        yield entry


def _side_deal(plan: GamePlan, strengths: Mapping[str, float], luck: float, lots: random.Random) -> dict[str, object]:
    one, other = plan.players[:2]
    edge = luck + strengths[one] - strengths[other] + lots.gauss(0, 0.8)
    size = 1 if abs(edge) < 1 else 2
    points = [size, 0, size, 0] if edge > 0 else [0, size, 0, size]
    winner = (0 if edge > 0 else 1) + 2 * lots.randrange(2)
    outcome = lots.choice(["MARCH", "EUCHRED"]) if size > 1 else "MADE"
    maker = (winner + 1) % 4 if outcome == "EUCHRED" else winner
    return deal(points, outcome, maker=maker, alone=lots.random() < 0.1)


def _single_deal(plan: GamePlan, strengths: Mapping[str, float], luck: float, lots: random.Random) -> dict[str, object]:
    tricks = [max(0, min(5, round(lots.gauss(1 + luck / 4 + strengths[player], 1)))) for player in plan.players]
    points = [-taken or lots.choice([0, 5]) for taken in tricks]
    maker = lots.randrange(len(points))
    outcome = "EUCHRED" if points[maker] > 0 else "MADE"
    return deal(points, outcome, maker=maker, withdrew=[seat for seat, gained in enumerate(points) if not gained])
