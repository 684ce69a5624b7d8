"""The metrics page of a running referee."""

import asyncio
import urllib.request
from collections.abc import AsyncIterator

import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from euchre.v1 import game_pb2 as pb
from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as referee
from euchre_referee.cli.local import LocalStack
from euchre_referee.ops.metrics import Metrics
from euchre_referee.referee.entries import NOBODY, Ended, Mark, Sanction, Termination
from euchre_referee.referee.hearing import Hearing
from euchre_referee.referee.triage import Decision
from euchre_referee.store.sweeper import Cause, Overdue
from tests.api.callers import Caller, decision
from tests.api.test_frames import Stream
from tests.referee.tables import new_table
from tests.rules.games import rules_of
from tests.store.until import until

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
async def stack() -> AsyncIterator[LocalStack]:
    """A referee that has measured nothing yet."""
    async with LocalStack() as running:
        yield running


async def read(stack: LocalStack) -> tuple[Samples, str]:
    """Every sample by name and labels, and the page."""

    def fetch() -> str:
        with urllib.request.urlopen(f"http://{stack.metrics[0]}/metrics", timeout=30) as answer:
            page: str = answer.read().decode()
            return page

    page = await asyncio.to_thread(fetch)
    found = {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }
    return found, page


def value(samples: Samples, name: str, **labels: str) -> float:
    """The sum of the samples with at least these labels."""
    return sum(
        number
        for (found, with_labels), number in samples.items()
        if found == name and labels.items() <= dict(with_labels).items()
    )


async def test_what_is_played_is_measured(stack: LocalStack) -> None:
    operator = Caller(stack.address, stack.operator_token)
    bot = Caller(stack.address, await operator.token_for("secret-session"))
    async with operator, bot:
        game = await operator.create(["secret-session"] * 4, max_deals=1, all_pass="stick_dealer")
        late = await operator.create(["secret-session"] * 4, "buck", limit_ms=1)
        await until(lambda: timed_out(stack))
        await operator.call(operator.referee.AbortGame, referee.AbortGameRequest(game=late))
        await bot.refused(bot.referee.AbortGame, referee.AbortGameRequest(game=late))
        stream = Stream(bot)
        await stream.send()
        await stream.until(lambda: stream.turns)
        samples, _ = await read(stack)
        assert value(samples, "euchre_streams") == 1
        accepted = 0
        await stream.send([decision(stream.turns[0], "dance")], acknowledged=1)
        await stream.until(lambda: stream.verdicts)
        turn: pb.Turn | None = stream.turns[0]
        while turn is not None:
            verdict = await bot.act(turn, turn.legal[-1].text)
            accepted += verdict.HasField("accepted")
            turns = (await bot.call(bot.player.ListTurns, player.ListTurnsRequest())).turns
            turn = next(iter(turns), None)
        await until(lambda: finished(stack, 2))
        samples, page = await read(stack)
        stream.call.cancel()
    assert value(samples, "euchre_decisions_total", preset="euchre", result="accepted") == accepted
    assert value(samples, "euchre_decisions_total", preset="euchre", phase="play", result="accepted") > 0
    assert value(samples, "euchre_decisions_total", preset="buck", result="timeout") >= 1
    assert value(samples, "euchre_refusals_total", reason="MALFORMED_ACTION") == 1
    refused = {"method": "RefereeService.AbortGame", "reason": "PERMISSION_DENIED"}
    assert value(samples, "euchre_calls_refused_total", **refused) == 1
    assert value(samples, "euchre_calls_refused_total") == 1
    assert value(samples, "euchre_decision_seconds_count") == accepted
    for name in ("euchre_append_queue_seconds", "euchre_append_commit_seconds", "euchre_append_group_size"):
        assert value(samples, f"{name}_count") > accepted
    assert value(samples, "euchre_append_group_size_sum") >= accepted + 3
    assert value(samples, "euchre_games_started_total") == 2
    assert value(samples, "euchre_games_ended_total", preset="euchre", termination="normal") == 1
    assert value(samples, "euchre_games_ended_total", preset="buck", termination="aborted") == 1
    # So that rates see the first.
    void = {"preset": "buck", "termination": "void", "cause": "broken log"}
    assert samples["euchre_games_ended_total", frozenset(void.items())] == 0
    assert ("euchre_append_conflicts_total", frozenset()) in samples
    assert ("euchre_broken_logs_total", frozenset()) in samples
    for stage in ("waiting", "running", "finished"):
        assert value(samples, "euchre_games", stage=stage) == (2 if stage == "finished" else 0)
    # Nothing that names a game or a session: series must not grow with them, nor tell who plays.
    for secret in (game, late, "secret-session"):
        assert secret not in page


def test_refused_decisions_and_default_actions_are_counted_where_they_fell() -> None:
    registry = CollectorRegistry()
    metrics = Metrics(registry)
    game = new_table(rules_of("euchre")).game
    metrics.refused("MALFORMED_ACTION", game)
    metrics.refused("GAME_NOT_FOUND")
    metrics.sanctioned(game, Sanction.DEFAULT_ACTION, Mark.STRIKES)
    decisions = {
        sample.labels["result"]: (sample.labels["preset"], sample.labels["phase"], sample.value)
        for family in registry.collect()
        for sample in family.samples
        if sample.name == "euchre_decisions_total"
    }
    where = ("euchre", str(game.state.phase), 1.0)
    assert decisions == {"refused": where, "default_action": where}
    for reason in ("MALFORMED_ACTION", "GAME_NOT_FOUND"):
        refused = {"reason": reason, "fault": "caller"}
        assert registry.get_sample_value("euchre_refusals_total", refused) == 1


def test_lost_time_strikes_and_ends_are_counted_by_cause() -> None:
    registry = CollectorRegistry()
    metrics = Metrics(registry)
    game = new_table(rules_of("buck")).game
    metrics.struck(game)
    metrics.credited(1500)
    for mark in (Mark.TIMEOUT, Mark.DISCONNECT, Mark.DISCONNECT, Mark.STRIKES):
        metrics.sanctioned(game, Sanction.LOSE_DEAL, mark)
    for termination, cause in (
        (Termination.NORMAL, ""),
        (Termination.FORFEIT, "disconnect"),
        (Termination.FORFEIT, "resign"),
        (Termination.ABORTED, "too old"),
        (Termination.ABORTED, "my own reasons"),
        (Termination.VOID, "broken log"),
    ):
        metrics.ended(game, Ended(termination, cause, NOBODY, (), (), bytes(32)))

    def counted(name: str, **labels: str) -> float | None:
        return registry.get_sample_value(f"euchre_{name}_total", labels)

    assert counted("strikes", preset="buck") == 1
    assert counted("lag_credited_seconds") == 1.5
    assert counted("timeouts", cause="stall", sanction="lose_deal") == 1
    assert counted("timeouts", cause="disconnect", sanction="lose_deal") == 2
    lost = {"preset": "buck", "phase": str(game.state.phase), "result": "lose_deal"}
    assert counted("decisions", **lost) == 4
    for ended, cause in (
        ("normal", "rules"),
        ("forfeit", "disconnect"),
        ("forfeit", "resign"),
        ("aborted", "too old"),
        ("aborted", "operator"),
        ("void", "broken log"),
    ):
        assert counted("games_ended", preset="buck", termination=ended, cause=cause) == 1


async def timed_out(stack: LocalStack) -> bool:
    """The clock has decided."""
    samples, _ = await read(stack)
    return value(samples, "euchre_decisions_total", result="timeout") > 0


async def finished(stack: LocalStack, games: int) -> bool:
    """So many games are counted as finished."""
    samples, _ = await read(stack)
    return value(samples, "euchre_games", stage="finished") == games


def test_a_game_on_which_the_referee_acts_is_not_overdue_since_before() -> None:
    registry = CollectorRegistry()
    metrics = Metrics(registry)
    game = new_table(rules_of("buck")).game
    metrics.swept([Overdue(game.id, Cause.DEADLINE)])
    since = registry.get_sample_value("euchre_overdue_oldest_seconds")
    assert since is not None
    assert since > 0
    metrics.timed_out(game, 200)
    assert registry.get_sample_value("euchre_overdue_oldest_seconds") == 0
    assert registry.get_sample_value("euchre_overdue_games") == 0


def test_where_a_decisions_time_went_is_told_in_parts_that_make_the_whole() -> None:
    registry = CollectorRegistry()
    metrics = Metrics(registry, lambda session: session == "ours")
    game = new_table(rules_of("euchre")).game
    for session, own_ms in (("ours", 5), ("theirs", 7000)):
        hearing = Hearing(session, Decision(game.id, 1, b"", 0, None, ""), lambda _seat, _outcome: None)
        hearing.arrived, hearing.judged, hearing.sent = (hearing.arrived - before for before in (4, 3, 1))
        metrics.decided(game, hearing, own_ms)

    def total(name: str, **labels: str) -> float:
        found = registry.get_sample_value(f"euchre_{name}_sum", labels)
        assert found is not None
        return found

    parts = [total("decision_part_seconds", part=part) for part in ("rules", "queue", "commit")]
    assert parts[:2] == pytest.approx([2, 4])
    assert sum(parts) == pytest.approx(total("decision_seconds"))
    assert total("answer_seconds", player="house") == 0.005
    assert total("answer_seconds", player="remote") == 7


def test_faults_are_the_services_own_where_no_caller_could_have_helped_it() -> None:
    registry = CollectorRegistry()
    metrics = Metrics(registry)
    for reason in ("BUSY", "STORE_UNAVAILABLE", "INTERNAL", "HISTORY_CHANGED", "TIME_OVER"):
        metrics.refused(reason)
        metrics.call_refused("M.N", reason)

    def faults(name: str) -> set[str]:
        return {
            sample.labels["reason"]
            for family in registry.collect()
            for sample in family.samples
            if sample.name == f"euchre_{name}_total" and sample.labels["fault"] == "service" and sample.value
        }

    assert faults("refusals") == {"BUSY", "STORE_UNAVAILABLE", "INTERNAL"}
    # Whoever calls too often is told the same.
    assert faults("calls_refused") == {"STORE_UNAVAILABLE", "INTERNAL"}


def test_refusals_by_our_own_fault_stand_at_nothing_before_the_first() -> None:
    registry = CollectorRegistry()
    Metrics(registry)
    for reason in ("BUSY", "DRAINING", "GAME_SEALED", "INTERNAL", "STORE_UNAVAILABLE"):
        labels = {"reason": reason, "fault": "service"}
        assert registry.get_sample_value("euchre_refusals_total", labels) == 0


def test_a_game_that_is_found_overdue_again_and_again_grows_old() -> None:
    registry = CollectorRegistry()
    metrics = Metrics(registry)

    def told(name: str) -> float:
        found = registry.get_sample_value(f"euchre_{name}")
        assert found is not None
        return found

    assert (told("overdue_games"), told("overdue_oldest_seconds"), told("last_sweep_timestamp_seconds")) == (0, 0, 0)
    metrics.swept([Overdue("1-a", Cause.DEADLINE), Overdue("1-b", Cause.TOO_OLD)])
    young = told("overdue_oldest_seconds")
    metrics.swept([Overdue("1-a", Cause.DEADLINE)])
    assert told("overdue_games") == 1
    assert told("overdue_oldest_seconds") > young >= 0
    assert registry.get_sample_value("euchre_overdue_total", {"cause": "deadline"}) == 2
    assert told("last_sweep_timestamp_seconds") > 0
    metrics.swept([])
    assert (told("overdue_games"), told("overdue_oldest_seconds")) == (0, 0)
    assert metrics.sweeps == 3
