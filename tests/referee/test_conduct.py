"""What faults bring, apart from any store: every sanction, who wins a forfeit, and what a late decision is told."""

from typing import Final, NamedTuple

import pytest

from euchre_referee.referee.entries import (
    Acted,
    Clocks,
    Dealt,
    Entry,
    Lost,
    Mark,
    Sanction,
    Struck,
    Termination,
    decode,
)
from euchre_referee.referee.games import empty_game
from euchre_referee.referee.recording import full_record
from euchre_referee.referee.triage import answer_again
from euchre_referee.referee.verdicts import Refused
from euchre_referee.rules.adjudicate import adjudicate
from euchre_referee.rules.result import Outcome
from tests.referee.tables import STRIKE_LIMIT, Table, new_table
from tests.referee.test_triage import deciding
from tests.rules.games import rules_of

FAULTS: Final = {"illegal": Mark.STRIKES, "timeout": Mark.TIMEOUT, "disconnect": Mark.DISCONNECT}


def faulty(cause: str, sanction: Sanction, preset: str = "euchre") -> Table:
    """A table at which the first seat to act has just brought the sanction upon itself."""
    table = new_table(rules_of(preset), on_strikes=sanction, on_timeout=sanction)
    if cause == "illegal":
        assert [table.strike(f"bid {bid}") for bid in range(7, 7 + STRIKE_LIMIT)] == [False, False, True]
    else:
        table.time_over(FAULTS[cause])
    return table


def last(table: Table, kind: type[Entry]) -> Entry:
    return next(entry for entry in map(decode, reversed(table.log)) if isinstance(entry, kind))


@pytest.mark.parametrize("cause", FAULTS)
@pytest.mark.parametrize("sanction", Sanction)
def test_every_fault_brings_what_the_table_says(cause: str, sanction: Sanction) -> None:
    table = faulty(cause, sanction)
    offender = new_table(rules_of("euchre")).state.to_act
    others = tuple(seat for seat in range(4) if (seat - offender) % 2)
    assert not table.game.struck
    match sanction:
        case Sanction.DEFAULT_ACTION:
            acted = last(table, Acted)
            assert isinstance(acted, Acted)
            assert (acted.seat, acted.mark) == (offender, FAULTS[cause])
            assert table.state.deal_number == 1
        case Sanction.LOSE_DEAL:
            lost = last(table, Lost)
            assert isinstance(lost, Lost)
            assert (lost.seat, lost.mark) == (offender, FAULTS[cause])
            assert (table.state.deal_number, table.state.scored_deals) == (2, 1)
            assert table.state.scores == tuple(2 * (seat in others) for seat in range(4))
        case Sanction.FORFEIT:
            ended = table.game.ended
            assert ended is not None
            assert (ended.termination, ended.cause, ended.seat) == (Termination.FORFEIT, cause, offender)
            assert (ended.scores, ended.winners) == ((0, 0, 0, 0), others)


def test_strikes_bring_the_sanction_again_at_every_multiple() -> None:
    table = new_table(rules_of("euchre", target_score=100), on_strikes=Sanction.LOSE_DEAL)
    seat = table.state.to_act
    brought = []
    for number in range(3 * STRIKE_LIMIT):
        while table.state.to_act != seat:
            table.act(table.state.legal[0])
        brought.append(table.strike(f"bid {number + 7}"))
    assert brought == [False, False, True] * 3
    assert table.game.strikes[seat] == 3 * STRIKE_LIMIT
    assert [entry.strikes for entry in map(decode, table.log) if isinstance(entry, Struck)] == [*range(1, 10)]


class Forfeit(NamedTuple):
    """Scores, who gives up, who wins."""

    preset: str
    scores: tuple[int, ...]
    offender: int
    winners: tuple[int, ...]


@pytest.mark.parametrize(
    "case",
    [
        Forfeit("euchre", (9, 0, 9, 0), 0, (1, 3)),
        Forfeit("american-belote-four", (0, 5, 0, 5), 3, (0, 2)),
        Forfeit("euchre-two-handed", (9, 1), 0, (1,)),
        Forfeit("euchre-cutthroat", (9, 1, 7), 0, (2,)),
        Forfeit("euchre-cutthroat", (0, 0, 0), 1, (0, 2)),
        Forfeit("euchre-auction", (1, 4, 4, 9, 0), 3, (1, 2)),
        # The buck family counts down: the lowest of the others wins.
        Forfeit("buck", (1, 20, 6, 6), 0, (2, 3)),
        Forfeit("dirty-clubs-three", (15, 2, 15), 0, (1,)),
    ],
)
def test_the_best_of_the_others_win_a_forfeit(case: Forfeit) -> None:
    table = new_table(rules_of(case.preset))
    table.state.scores = case.scores
    table.resign(case.offender)
    ended = table.game.ended
    assert ended is not None
    assert (ended.termination, ended.cause, ended.seat) == (Termination.FORFEIT, "resign", case.offender)
    assert (ended.scores, ended.winners) == (case.scores, case.winners)


def told(table: Table, words: str, seat: int) -> Refused:
    """What is answered to a decision on the first turn, which is decided by now."""
    version = new_table(table.rules).game.turn_version
    game = empty_game(table.log[0])
    game.begin(table.log[0])
    decision = deciding(table.game, words, version=version, seat=seat)
    refused = answer_again(game, table.log[1:], seat, decision)
    assert isinstance(refused, Refused)
    return refused


@pytest.mark.parametrize(
    ("cause", "sanction", "reason", "of_others"),
    [
        ("timeout", Sanction.DEFAULT_ACTION, "TIME_OVER", "NOT_YOUR_TURN"),
        ("disconnect", Sanction.DEFAULT_ACTION, "TIME_OVER", "NOT_YOUR_TURN"),
        ("illegal", Sanction.DEFAULT_ACTION, "ALREADY_DECIDED", "NOT_YOUR_TURN"),
        ("timeout", Sanction.LOSE_DEAL, "TIME_OVER", "NOT_YOUR_TURN"),
        ("disconnect", Sanction.LOSE_DEAL, "TIME_OVER", "NOT_YOUR_TURN"),
        ("illegal", Sanction.LOSE_DEAL, "ALREADY_DECIDED", "NOT_YOUR_TURN"),
        ("timeout", Sanction.FORFEIT, "TIME_OVER", "GAME_OVER"),
        ("disconnect", Sanction.FORFEIT, "TIME_OVER", "GAME_OVER"),
        ("illegal", Sanction.FORFEIT, "GAME_OVER", "GAME_OVER"),
    ],
)
def test_a_late_decision_is_told_what_decided_its_turn(
    cause: str, sanction: Sanction, reason: str, of_others: str
) -> None:
    table = faulty(cause, sanction)
    offender = new_table(table.rules).state.to_act
    late = told(table, "order", offender)
    assert late.reason == reason
    assert (late.on_record is not None) == (sanction is Sanction.DEFAULT_ACTION)
    assert late.current_version == table.game.version
    assert not late.legal
    assert told(table, "order", (offender + 1) % 4).reason == of_others
    if cause == "illegal":
        # What was struck is refused again in the same words, also when the game is over.
        assert told(table, "bid 7", offender).reason == "ACTION_NOT_ALLOWED_NOW"


@pytest.mark.parametrize("cause", FAULTS)
def test_a_lost_deal_is_marked_and_judged_as_it_was_scored(cause: str) -> None:
    table = faulty(cause, Sanction.LOSE_DEAL, "buck")
    table.end()
    record = full_record(table.log)
    offender = new_table(rules_of("buck")).state.to_act
    marks = record["marks"]
    assert isinstance(marks, list)
    assert marks[-1] == {"deal": 0, "action": 0, "mark": "lost", "seat": offender, "cause": cause}
    answer = adjudicate(record)
    assert answer["error"] is None
    assert answer["scores"] == list(table.state.scores)
    assert [deal["outcome"] for deal in answer["deals"]] == [Outcome.LOST]
    assert table.state.scores[offender] == 30


@pytest.mark.parametrize("cause", [*FAULTS, "resign"])
def test_a_forfeit_stands_in_the_record_and_in_its_judgement(cause: str) -> None:
    if cause == "resign":
        table = new_table(rules_of("euchre"))
        table.resign(3)
        seat = 3
    else:
        table = faulty(cause, Sanction.FORFEIT)
        seat = new_table(rules_of("euchre")).state.to_act
    record = full_record(table.log)
    assert record["end"] == {"termination": "forfeit", "cause": cause, "seat": seat}
    answer = adjudicate(record)
    assert answer["error"] is None
    assert answer["end"] == record["end"]
    assert answer["finished"] is False


def test_the_clocks_default_actions_are_marked_with_their_cause() -> None:
    table = faulty("disconnect", Sanction.DEFAULT_ACTION)
    table.time_over(Mark.TIMEOUT)
    table.end()
    marks = full_record(table.log)["marks"]
    assert marks == [
        {"deal": 0, "action": 0, "mark": "timeout", "cause": "disconnect"},
        {"deal": 0, "action": 1, "mark": "timeout", "cause": "timeout"},
    ]


def test_a_bank_is_spent_across_deals_and_the_next_deal_repeats_it() -> None:
    table = new_table(rules_of("euchre", target_score=100), clocks=Clocks(1_000, 50_000, 400, 10))
    seat = table.state.to_act
    table.act(table.state.legal[0], spent_ms=4_000, lag_ms=500)
    assert table.game.accounts.banks[seat] == 50_000 - 2_600
    assert table.game.accounts.lag_quotas[seat] == 10
    while table.state.deal_number < 2:
        table.act(table.state.legal[0], spent_ms=900, lag_ms=0)
    dealt = last(table, Dealt)
    assert isinstance(dealt, Dealt)
    assert dealt.banks == table.game.accounts.banks
    assert dealt.banks[seat] == 50_000 - 2_600
    assert dealt.lag_quotas[seat] > 10
