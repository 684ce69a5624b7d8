"""Which turn a decision speaks of, and what is answered when it is sent again."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_referee.referee.entries import Acted, Mark, Struck, decode
from euchre_referee.referee.game import Game
from euchre_referee.referee.games import empty_game
from euchre_referee.referee.triage import (
    About,
    Decision,
    about,
    answer_again,
    seat_of,
)
from euchre_referee.referee.verdicts import Accepted, Refused, ServiceReason
from euchre_referee.rules.actions import ACTION_TEXT, move, parse_action
from euchre_referee.rules.refusals import Reason
from tests.referee.tables import NEVER_LEGAL, Plan, Table, new_table, plans
from tests.rules.games import rules_of


def deciding(game: Game, words: str, *, version: int | None = None, head: bytes = b"", seat: int = 0) -> Decision:
    """A decision on the game's turn, or on another version."""
    return Decision(game.id, game.turn_version if version is None else version, head, seat, parse_action(words), words)


def again(table: Table, decision: Decision) -> Accepted | Refused:
    """What is answered to a decision on a version that is decided."""
    assert decision.seat is not None
    assert about(table.game, decision) is About.PAST
    game = empty_game(table.log[0])
    game.begin(table.log[0])
    return answer_again(game, table.log[1:], decision.seat, decision)


@settings(max_examples=30)
@given(plans)
def test_the_same_decision_again_gets_the_first_verdict_word_for_word(plan: Plan) -> None:
    table = new_table(plan.rules, plan.seed, reserved=plan.reserved)
    rng = random.Random(plan.seed)
    first: list[tuple[Decision, Accepted]] = []
    while not table.over and len(first) < 40:
        seat, code = table.state.to_act, rng.choice(table.state.legal)
        head = rng.choice((b"", table.game.turn_head))
        decision = deciding(table.game, ACTION_TEXT[code], head=head, seat=seat)
        assert about(table.game, decision) is About.THIS_TURN
        table.act(code)
        first.append((decision, Accepted(code, table.game.version, table.game.head)))
        if rng.random() < 0.2 and not table.over:
            table.strike(f"bid {10 + len(first)}")
    if not table.over:
        table.end()
    for decision, verdict in first:
        assert again(table, decision) == verdict


@given(plans, st.integers(0, 3))
def test_another_action_at_a_decided_version_is_told_the_one_on_record(plan: Plan, moves: int) -> None:
    table = new_table(plan.rules, plan.seed)
    table.play(random.Random(plan.seed), most=moves)
    seat, before = table.state.to_act, table.game.turn_version
    code, *others = table.state.legal
    table.act(code)
    for other in (*others, NEVER_LEGAL):
        refused = again(table, deciding(table.game, ACTION_TEXT[other], version=before, seat=seat))
        assert isinstance(refused, Refused)
        assert refused.reason == ServiceReason.ALREADY_DECIDED
        assert refused.on_record == move(seat, code)
        assert refused.current_version == table.game.version
        assert not refused.legal


def test_the_clocks_decision_is_told_as_such_even_if_it_is_the_same() -> None:
    table = new_table(rules_of("euchre"))
    seat, version, code = table.state.to_act, table.game.version, table.state.legal[0]
    table.act(code, Mark.TIMEOUT, 30_000, 0)
    refused = again(table, deciding(table.game, ACTION_TEXT[code], version=version, seat=seat))
    assert isinstance(refused, Refused)
    assert refused.reason == ServiceReason.TIME_OVER
    assert refused.on_record == move(seat, code)


def test_a_refused_action_is_refused_again_in_the_same_words() -> None:
    table = new_table(rules_of("euchre"))
    seat, version, legal = table.state.to_act, table.game.version, table.state.legal
    table.strike("bid 3")
    table.strike("nonsense")
    table.act(legal[0])
    for words, reason in (("bid 3", Reason.ACTION_NOT_ALLOWED_NOW), ("nonsense", Reason.MALFORMED_ACTION)):
        refused = again(table, deciding(table.game, words, version=version, seat=seat))
        assert isinstance(refused, Refused)
        assert refused.reason == reason
        assert refused.legal == legal
        assert refused.on_record is None
    unsent = again(table, deciding(table.game, "bid 4", version=version, seat=seat))
    assert isinstance(unsent, Refused)
    assert unsent.reason == ServiceReason.ALREADY_DECIDED


def test_nobody_learns_what_was_legal_for_another_seat() -> None:
    table = new_table(rules_of("euchre"))
    seat, version, legal = table.state.to_act, table.game.version, table.state.legal
    table.strike("play 9c")
    table.strike("nonsense")
    table.act(legal[0])
    for words in ("play 9c", "nonsense", ACTION_TEXT[legal[0]]):
        for other in set(range(4)) - {seat}:
            refused = again(table, deciding(table.game, words, version=version, seat=other))
            assert isinstance(refused, Refused)
            assert refused.legal == ()
            assert refused.on_record is None
            expected = Reason.MALFORMED_ACTION if words == "nonsense" else Reason.NOT_YOUR_TURN
            assert refused.reason == expected


def test_the_third_strike_leaves_a_default_action_on_record() -> None:
    table = new_table(rules_of("euchre"))
    seat, version = table.state.to_act, table.game.version
    assert [table.strike(f"bid {bid}") for bid in range(1, 4)] == [False, False, True]
    made = [decode(raw) for raw in table.log[version:]]
    assert [type(entry) for entry in made] == [Struck, Struck, Struck, Acted]
    default = made[-1]
    assert isinstance(default, Acted)
    assert default.mark is Mark.STRIKES
    third = again(table, deciding(table.game, "bid 3", version=version, seat=seat))
    assert isinstance(third, Refused)
    assert third.reason == Reason.ACTION_NOT_ALLOWED_NOW
    later = again(table, deciding(table.game, ACTION_TEXT[default.action], version=version, seat=seat))
    assert isinstance(later, Refused)
    assert later.reason == ServiceReason.ALREADY_DECIDED
    assert later.on_record == move(seat, default.action)
    assert table.game.strikes[seat] == 3
    assert table.game.struck == ()


def test_versions_and_heads_that_the_log_does_not_have_are_another_history() -> None:
    table = new_table(rules_of("euchre"))
    game = table.game
    turn_version, turn_head = game.turn_version, game.turn_head
    table.strike("bid 1")
    for version, head in ((0, b""), (game.version + 1, b""), (turn_version, bytes(16)), (game.version, bytes(16))):
        assert about(game, deciding(game, "pass", version=version, head=head)) is About.UNKNOWN
    for version, head in ((turn_version, b""), (turn_version, turn_head), (game.version, game.head)):
        assert about(game, deciding(game, "pass", version=version, head=head)) is About.THIS_TURN
    seat = table.state.to_act
    table.act(table.state.legal[0])
    refused = again(table, deciding(game, "pass", version=turn_version, head=bytes(16), seat=seat))
    assert isinstance(refused, Refused)
    assert refused.reason == ServiceReason.HISTORY_CHANGED
    assert refused.current_version is not None


def test_a_decision_on_a_game_that_was_ended_is_told_so() -> None:
    table = new_table(rules_of("euchre"))
    seat, version = table.state.to_act, table.game.version
    table.strike("bid 1")
    table.end()
    refused = again(table, deciding(table.game, "pass", version=version, seat=seat))
    assert isinstance(refused, Refused)
    assert refused.reason == ServiceReason.GAME_OVER


def test_the_seat_is_the_sessions_own() -> None:
    table = new_table(rules_of("euchre"))
    game = table.game
    game.seats[1] = game.seats[0]
    for session, seat, expected in (
        ("s-2", 2, 2),
        ("s-2", None, 2),
        ("s-0", 1, 1),
        ("s-0", None, ServiceReason.SEAT_REQUIRED),
        ("s-2", 3, ServiceReason.NOT_SEATED),
        ("stranger", None, ServiceReason.NOT_SEATED),
        ("s-2", 4_000_000_000, ServiceReason.NOT_SEATED),
    ):
        found = seat_of(game, session, seat)
        assert (found.reason if isinstance(found, Refused) else found) == expected
