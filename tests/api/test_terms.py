"""Clocks and conduct rules as they are asked for: presets, the server's own, and every problem named at once."""

import uuid

import grpc
import pytest

from euchre.v1 import referee_service_pb2 as api
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_referee.referee.entries import Clocks, Conduct, Sanction
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.table_terms import CLOCK_PRESETS
from tests.api.callers import Caller
from tests.api.nearby import nearby
from tests.conftest import Server

WEEK_MS = 604_800_000


def asking(clocks: api.Clocks | None = None, conduct: api.Conduct | None = None) -> api.CreateGameRequest:
    """A game with these terms."""
    return api.CreateGameRequest(
        request_id=str(uuid.uuid4()), ruleset=Ruleset(preset="euchre"), clocks=clocks, conduct=conduct
    )


async def terms_of(caller: Caller, request: api.CreateGameRequest) -> tuple[api.Clocks, api.Conduct]:
    """What a game that is made so is played with."""
    view = await caller.view((await caller.call(caller.referee.CreateGame, request)).game)
    return view.clocks, view.conduct


DEFAULT = api.SANCTION_DEFAULT_ACTION


async def test_what_is_not_asked_for_is_the_servers(anybody: Caller) -> None:
    clocks, conduct = await terms_of(anybody, asking())
    assert clocks == api.Clocks(action_limit_ms=30_000, bank_ms=0, lag_quota_ms=500, lag_regain_ms=50)
    assert conduct == api.Conduct(strike_limit=3, on_strikes=DEFAULT, on_timeout=DEFAULT)
    clocks, conduct = await terms_of(anybody, asking(api.Clocks(action_limit_ms=7), api.Conduct(strike_limit=1)))
    assert clocks == api.Clocks(action_limit_ms=7, bank_ms=0, lag_quota_ms=500, lag_regain_ms=50)
    assert conduct == api.Conduct(strike_limit=1, on_strikes=DEFAULT, on_timeout=DEFAULT)


async def test_zeros_are_values_and_a_small_quota_is_regained_no_faster(anybody: Caller) -> None:
    clocks, _ = await terms_of(anybody, asking(api.Clocks(action_limit_ms=7, lag_quota_ms=0)))
    assert (clocks.lag_quota_ms, clocks.lag_regain_ms) == (0, 0)
    clocks, _ = await terms_of(anybody, asking(api.Clocks(action_limit_ms=7, lag_quota_ms=20)))
    assert (clocks.lag_quota_ms, clocks.lag_regain_ms) == (20, 20)
    clocks, _ = await terms_of(anybody, asking(api.Clocks(bank_ms=7, lag_quota_ms=20, lag_regain_ms=0)))
    assert (clocks.action_limit_ms, clocks.bank_ms, clocks.lag_regain_ms) == (0, 7, 0)


async def test_the_listed_presets_are_played_by_their_names(anybody: Caller) -> None:
    listed = (await anybody.call(anybody.referee.ListPresets, api.ListPresetsRequest())).clocks
    assert [each.name for each in listed] == list(CLOCK_PRESETS)
    for each in listed:
        clocks, _ = await terms_of(anybody, asking(api.Clocks(preset=each.name)))
        assert clocks == each.clocks


@pytest.mark.parametrize(
    ("clocks", "conduct", "named"),
    [
        (api.Clocks(action_limit_ms=WEEK_MS + 1), None, ["clocks.action_limit_ms"]),
        (api.Clocks(bank_ms=WEEK_MS + 1), None, ["clocks.bank_ms"]),
        (api.Clocks(lag_quota_ms=60_001), None, ["clocks.lag_quota_ms"]),
        (api.Clocks(action_limit_ms=1, lag_quota_ms=5, lag_regain_ms=6), None, ["clocks.lag_regain_ms"]),
        (api.Clocks(action_limit_ms=1, lag_regain_ms=501), None, ["clocks.lag_regain_ms"]),
        (api.Clocks(preset="warp"), None, ["clocks.preset"]),
        (api.Clocks(preset="blitz", bank_ms=0), None, ["clocks.preset"]),
        (api.Clocks(preset="blitz", action_limit_ms=5), None, ["clocks.preset"]),
        (None, api.Conduct(strike_limit=21), ["conduct.strike_limit"]),
        (None, api.Conduct(on_strikes=api.SANCTION_FORFEIT), ["conduct.on_strikes"]),
        (api.Clocks(), api.Conduct(on_timeout=api.SANCTION_LOSE_DEAL), ["conduct.on_timeout"]),
        (api.Clocks(preset="untimed"), api.Conduct(on_timeout=api.SANCTION_FORFEIT), ["conduct.on_timeout"]),
        (None, api.Conduct(strike_limit=1, on_strikes=9), ["conduct.on_strikes"]),  # type: ignore[arg-type]
        (None, api.Conduct(on_timeout=-1), ["conduct.on_timeout"]),  # type: ignore[arg-type]
        (
            api.Clocks(action_limit_ms=WEEK_MS + 1, bank_ms=WEEK_MS + 1, lag_quota_ms=60_001, lag_regain_ms=70_000),
            api.Conduct(strike_limit=99, on_strikes=9, on_timeout=9),  # type: ignore[arg-type]
            [
                *(f"clocks.{field}_ms" for field in ("action_limit", "bank", "lag_quota", "lag_regain")),
                *(f"conduct.{field}" for field in ("strike_limit", "on_strikes", "on_timeout")),
            ],
        ),
    ],
)
async def test_every_problem_is_named_at_once(
    anybody: Caller, clocks: api.Clocks | None, conduct: api.Conduct | None, named: list[str]
) -> None:
    refused = await anybody.refused(anybody.referee.CreateGame, asking(clocks, conduct))
    assert (refused.code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST")
    told = refused.text.removeprefix("INVALID_REQUEST: ").split("; ")
    assert sorted(problem.partition(":")[0] for problem in told) == sorted(named)


async def test_other_terms_under_a_used_request_id_are_another_game(anybody: Caller) -> None:
    request = asking(api.Clocks(action_limit_ms=9, bank_ms=9), api.Conduct(strike_limit=2))
    first = await anybody.call(anybody.referee.CreateGame, request)
    assert first == await anybody.call(anybody.referee.CreateGame, request)
    strict = api.Conduct(strike_limit=2, on_strikes=api.SANCTION_FORFEIT)
    for clocks, conduct in (
        (api.Clocks(action_limit_ms=9, bank_ms=8), request.conduct),
        (api.Clocks(action_limit_ms=9, bank_ms=9, lag_quota_ms=500), request.conduct),
        (request.clocks, strict),
        (request.clocks, None),
    ):
        other = asking(clocks, conduct)
        other.request_id = request.request_id
        refused = await anybody.refused(anybody.referee.CreateGame, other)
        assert refused.reason == "ALREADY_EXISTS"


async def test_a_servers_own_terms_hold_where_a_game_brings_none(server: Server) -> None:
    own = Settings(
        clocks=Clocks(1_000, 2_000, 30, 4), conduct=Conduct(5, Sanction.LOSE_DEAL, on_timeout=Sanction.FORFEIT)
    )
    async with nearby(server.store, settings=own) as replica, replica.caller() as anybody:
        clocks, conduct = await terms_of(anybody, asking())
        assert clocks == api.Clocks(action_limit_ms=1_000, bank_ms=2_000, lag_quota_ms=30, lag_regain_ms=4)
        assert conduct == api.Conduct(
            strike_limit=5, on_strikes=api.SANCTION_LOSE_DEAL, on_timeout=api.SANCTION_FORFEIT
        )
        # Without a clock nothing can come of lost time.
        clocks, conduct = await terms_of(anybody, asking(api.Clocks(preset="untimed")))
        assert conduct.on_timeout == DEFAULT
