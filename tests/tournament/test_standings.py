"""Standings add up from records alone, whatever their order, and any other figure is found out."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from euchre_referee.tournament.recount import recount
from euchre_referee.tournament.results import Fault, Judged
from euchre_referee.tournament.standings import Pair, Standings, standings, standings_from_records
from euchre_referee.tournament.standings_json import read_terms, standings_document, standings_json
from euchre_referee.tournament.statistics import Estimate, Verdict
from euchre_referee.tournament.terms import Isolation, SeedMode, Terms
from tests.tournament.kept_texts import assert_as_kept
from tests.tournament.tables import deal, judged, played, result, schedule, terms, with_keys

EUCHRE = terms("euchre", ["random", "greedy", "careful"], 30)
STRENGTHS = {"random": -0.6, "greedy": 0.2, "careful": 0.5}
RECORDS = tuple(played(EUCHRE, STRENGTHS))


def counted(terms: Terms, records: object) -> Standings:
    found = standings_from_records(terms, records)  # type: ignore[arg-type]
    assert isinstance(found, Standings), found
    return found


def document() -> Any:
    return json.loads(standings_json(counted(EUCHRE, RECORDS)))


def test_a_small_tournament_worked_out_by_hand() -> None:
    own = terms("euchre", ["A", "B"], 2)
    points = ([2, 0, 2, 0], [1, 0, 1, 0], [1, 0, 1, 0], [0, 4, 0, 4])
    records = [judged(own, plan, deal(each)) for plan, each in zip(schedule(own).games(), points, strict=True)]
    found = counted(own, records)
    # Board scores of A are 0.5 and 2.5: mean 1.5, variance 2, of the mean 1; 12.7062 deviations to either side.
    assert [(row.rank, row.entrant.name) for row in found.rows] == [(1, "A"), (2, "B")]
    first = found.rows[0].score
    assert first is not None
    assert (first.boards, first.mean) == (2, 1.5)
    assert first.low == pytest.approx(1.5 - 12.7062, abs=1e-4)
    assert found.pairs == (Pair("A", "B", first, Verdict.TOO_FEW),)
    assert found.complete
    assert (found.games_planned, found.games_played, found.boards_complete) == (4, 4, 2)
    # Seat 0 called in every deal, and each took it twice.
    assert [row.figures.calls for row in found.rows] == [2, 2]
    assert [row.figures.deals for row in found.rows] == [8, 8]


def test_equal_means_share_a_rank_and_the_next_one_is_skipped() -> None:
    own = terms("euchre", ["A", "B", "C"], 1)
    points = ([1, 0, 1, 0], [1, 0, 1, 0], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1])
    records = [judged(own, plan, deal(each)) for plan, each in zip(schedule(own).games(), points, strict=True)]
    ranks = {row.entrant.name: row.rank for row in counted(own, records).rows}
    assert ranks == {"A": 1, "B": 1, "C": 3}


def test_before_the_first_board_nobody_has_a_rank() -> None:
    found = standings(EUCHRE, [])
    assert [(row.rank, row.entrant.name, row.score) for row in found.rows] == [
        (None, "careful", None),
        (None, "greedy", None),
        (None, "random", None),
    ]
    assert not found.complete
    assert {pair.verdict for pair in found.pairs} == {Verdict.TOO_FEW}


def test_the_order_of_the_records_changes_nothing() -> None:
    shuffled = random.Random(5).sample(RECORDS, len(RECORDS))
    assert standings_json(counted(EUCHRE, shuffled)) == standings_json(counted(EUCHRE, RECORDS))


def test_records_and_live_results_give_the_same_standings() -> None:
    assert standings(EUCHRE, [result(EUCHRE, entry) for entry in RECORDS]) == counted(EUCHRE, RECORDS)


def test_every_faulty_record_is_told_at_once() -> None:
    wrong, elsewhere = with_keys(RECORDS[3], id="x", players=3), with_keys(RECORDS[4], id="y", tournament=3)
    assert standings_from_records(EUCHRE, [RECORDS[0], RECORDS[0], wrong, elsewhere]) == (
        Fault("record 2", "its pairing, board and table occur a second time"),
        Fault("x", "`players` must be a list, not 3"),
        Fault("y", "`tournament` must be an object, not 3"),
    )


def test_an_aborted_game_leaves_the_tournament_incomplete_and_is_counted() -> None:
    aborted = with_keys(
        Judged(RECORDS[-1].record, {**RECORDS[-1].answer, "finished": False, "deals": []}),
        end={"termination": "aborted", "cause": "operator"},
        deals=[],
        marks=[],
    )
    found = counted(EUCHRE, [*RECORDS[:-1], aborted])
    assert not found.complete
    assert found.games_played == found.games_planned
    assert found.boards_complete == 29
    assert dict(found.terminations) == {"normal": 179, "aborted": 1}


def test_the_sentences_of_verdicts() -> None:
    found = Estimate(20, 0.5, 0.1, 0.9)
    assert Pair("A", "B", found, Verdict.BEATS).sentence() == "A beats B beyond the 95 % interval"
    assert Pair("A", "B", found, Verdict.BEATS).turned() == Pair("B", "A", found.negated(), Verdict.LOSES)
    assert Pair("B", "A", found.negated(), Verdict.LOSES).sentence() == "A beats B beyond the 95 % interval"
    apart = Pair("A", "B", found, Verdict.NOT_APART)
    assert apart.sentence() == "A and B are not told apart: the 95 % interval holds zero"
    few = Pair("A", "B", None, Verdict.TOO_FEW)
    assert few.sentence() == "A and B met on too few boards for a verdict"
    assert few.turned() == Pair("B", "A", None, Verdict.TOO_FEW)


def test_standings_json_as_people_and_programs_read_it() -> None:
    assert_as_kept("standings.json", standings_json(counted(EUCHRE, RECORDS)))


def test_the_terms_come_back_from_the_file() -> None:
    assert read_terms(document()) == EUCHRE
    chosen = Terms(EUCHRE.rules, EUCHRE.entrants, 3, SeedMode.REPRODUCIBLE, Isolation.REMOTE_SESSIONS)
    assert read_terms(json.loads(json.dumps(standings_document(standings(chosen, []))))) == chosen


def test_records_that_add_up_are_confirmed() -> None:
    assert recount(document(), RECORDS) == ()


def raise_a_mean(told: Any) -> None:
    told["standings"][0]["score"]["mean"] += 0.000001


def drop_a_termination(told: Any) -> None:
    told["terminations"] = {}


def add_a_key(told: Any) -> None:
    told["remark"] = "we won"


@pytest.mark.parametrize(
    ("change", "key"), [(raise_a_mean, "standings"), (drop_a_termination, "terminations"), (add_a_key, "remark")]
)
def test_a_changed_figure_is_found_out(change: Callable[[Any], None], key: str) -> None:
    told = document()
    change(told)
    (difference,) = recount(told, RECORDS)
    assert difference.startswith(f"`{key}` is ")


def test_a_missing_or_changed_record_is_found_out() -> None:
    assert [line.split()[0] for line in recount(document(), RECORDS[1:])] == [
        "`complete`",
        "`games`",
        "`terminations`",
        "`boards`",
        "`standings`",
        "`pairs`",
        "`log_likelihood`",
    ]
    (fault,) = recount(document(), [*RECORDS[1:], with_keys(RECORDS[0], tournament={})])
    assert fault == "`board` must be a whole number, not None"
    (fault,) = recount(document(), [*RECORDS, RECORDS[0]])
    assert fault == "record 181: its pairing, board and table occur a second time"


def proved(place: int, **changes: object) -> list[Judged]:
    """The records with another proof in one of them."""
    proof = RECORDS[place].record["proof"]
    assert isinstance(proof, dict)
    return [*RECORDS[:place], with_keys(RECORDS[place], proof={**proof, **changes}), *RECORDS[place + 1 :]]


def test_seeds_that_were_not_committed_to_are_found_out() -> None:
    assert recount(document(), proved(0, commitment="cd" * 32)) == (
        "the tables of board 1 were committed to different seeds",
    )
    assert recount(document(), proved(0, seed_mode="chosen")) == (
        "the seed of board 1 was chosen, but the terms promise that none was",
    )
    told = document()
    told["terms"]["seeds"]["commitment"] = "ef" * 32
    (difference,) = recount(told, RECORDS)
    assert difference == (f"the boards' commitments combine to {EUCHRE.commitment}, not to the published {'ef' * 32}")
    garbled = [with_keys(entry, proof={"commitment": "no", "seed_mode": "provable"}) for entry in RECORDS]
    (difference,) = recount(document(), garbled)
    assert difference.startswith("a record's commitment is none: ")


def test_a_commitment_needs_every_board() -> None:
    without = [entry for entry in RECORDS if str(entry.record["id"]).split("-")[1] != "7"]
    assert "the commitment to all boards cannot be checked: no record of board 7" in recount(document(), without)


def no_terms(told: Any) -> None:
    del told["terms"]


def other_format(told: Any) -> None:
    told["format"] = 2


def no_rules(told: Any) -> None:
    told["terms"]["rules"]["canonical"] = "{"


def unknown_preset(told: Any) -> None:
    told["terms"]["rules"]["canonical"] = '{"preset":"whist"}'


def unknown_mode(told: Any) -> None:
    told["terms"]["seeds"]["mode"] = "trust me"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (no_terms, "`terms` must be an object, not None"),
        (other_format, "`format` must be 1, not 2"),
        (no_rules, "`canonical` of the rules is no JSON: "),
        (unknown_preset, "`canonical` of the rules: preset: no such preset: whist"),
        (unknown_mode, "`mode` of the seeds must be one of provable, reproducible, not provable, not 'trust me'"),
    ],
)
def test_a_file_without_readable_terms_says_why(change: Callable[[Any], None], problem: str) -> None:
    told = document()
    change(told)
    (line,) = recount(told, RECORDS)
    assert line.startswith(problem)
