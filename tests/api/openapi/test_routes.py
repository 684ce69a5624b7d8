"""The document and the page over HTTP."""

from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.applications import Starlette

from euchre_referee.api.openapi.document import document_text
from euchre_referee.api.openapi.routes import openapi_routes

FILES = {
    "/openapi.json": "application/json",
    "/docs": "text/html; charset=utf-8",
    "/docs/page.css": "text/css; charset=utf-8",
    "/docs/page.js": "text/javascript; charset=utf-8",
}


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(Starlette(routes=openapi_routes()))
    async with httpx.AsyncClient(transport=transport, base_url="http://referee") as client:
        yield client


@pytest.mark.parametrize(("path", "kind"), FILES.items(), ids=FILES)
async def test_it_is_served_and_not_again_to_who_has_it(client: httpx.AsyncClient, path: str, kind: str) -> None:
    answer = await client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    assert answer.headers["x-content-type-options"] == "nosniff"
    again = await client.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == answer.headers["etag"]


async def test_the_document_is_served_as_it_is(client: httpx.AsyncClient) -> None:
    assert (await client.get("/openapi.json")).text == document_text()


async def test_the_page_may_load_nothing_from_elsewhere_and_stand_in_no_frame(client: httpx.AsyncClient) -> None:
    policy = (await client.get("/docs")).headers["content-security-policy"]
    directives = dict(each.strip().split(" ", 1) for each in policy.split(";"))
    assert directives["default-src"] == directives["frame-ancestors"] == "'none'"
    assert {directives[name] for name in ("script-src", "style-src", "connect-src")} == {"'self'"}
