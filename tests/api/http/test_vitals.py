"""How the process does, as a page shows it: a closed list of numbers, for those who may see them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import time

import httpx
from starlette.applications import Starlette

from euchre_referee.api.access import Access
from euchre_referee.api.http.vitals import vitals_routes
from euchre_referee.api.limits import Limits
from euchre_referee.api.tokens import Caller, Tokens
from tests.api.http.callers import Site, answered

TOKENS = Tokens({"k": bytes(32)})


async def test_numbers_of_the_running_process(anybody: Site) -> None:
    vitals = answered(await anybody.get("/ops/vitals"))
    again = answered(await anybody.get("/ops/vitals"))
    assert (vitals["process"], vitals["version"]) == (again["process"], again["version"])
    for name in ("ready", "storeUp", "draining"):
        assert vitals[name] in (0, 1)
    named = {"process", "version"}
    distributions = {"decisionSeconds", "loopLagSeconds"}
    for name, value in vitals.items():
        if name in distributions:
            bounds = [bound for bound, _ in value]
            assert bounds[-1] is None
            assert bounds[:-1] == sorted(bounds[:-1])
            counts = [count for _, count in value]
            assert counts == sorted(counts)
        elif name not in named:
            assert isinstance(value, int | float), name


async def test_ops_leads_to_the_page(anybody: Site) -> None:
    answer = await anybody.get("/ops")
    assert answer.is_redirect
    assert answer.headers["location"] == "./#/ops"


@asynccontextmanager
async def guarded(*, anonymous: bool) -> AsyncIterator[httpx.AsyncClient]:
    app = Starlette(routes=vitals_routes(lambda: {"ready": 1}, Access(TOKENS, Limits(), anonymous=anonymous)))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://referee") as client:
        yield client


def bearing(caller: Caller) -> dict[str, str]:
    return {"authorization": f"Bearer {TOKENS.issue(caller, int(time()) + 60)}"}


async def test_where_everybody_needs_a_token_only_operators_see_them() -> None:
    async with guarded(anonymous=False) as client:
        nobody = await client.get("/ops/vitals")
        assert (nobody.status_code, nobody.json()["reason"]) == (401, "UNAUTHENTICATED")
        player = await client.get("/ops/vitals", headers=bearing(Caller("somebody")))
        assert (player.status_code, player.json()["reason"]) == (403, "PERMISSION_DENIED")
        operator = await client.get("/ops/vitals", headers=bearing(Caller.operating("operator")))
        assert (operator.status_code, operator.json()) == (200, {"ready": 1})
        assert operator.headers["cache-control"] == "no-store"


async def test_where_nobody_needs_one_a_token_that_is_not_valid_is_refused_all_the_same() -> None:
    async with guarded(anonymous=True) as client:
        assert (await client.get("/ops/vitals")).status_code == 200
        assert (await client.get("/ops/vitals", headers=bearing(Caller("somebody")))).status_code == 200
        refused = await client.get("/ops/vitals", headers={"authorization": "Bearer nonsense"})
        assert (refused.status_code, refused.json()["reason"]) == (401, "UNAUTHENTICATED")
