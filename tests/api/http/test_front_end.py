"""The pages at `/`: served as they were built, and nothing else may run in them; what is said where there are none."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from starlette.applications import Starlette

from euchre_referee.api.http.front_end import NOT_BUILT, front_end_routes


@asynccontextmanager
async def pages_in(directory: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = Starlette(routes=front_end_routes(directory))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://referee") as client:
        yield client


def built(directory: Path) -> Path:
    assets = directory / "assets"
    assets.mkdir()
    (directory / "index.html").write_text("<!doctype html>", encoding="utf-8")
    (directory / "icon.svg").write_text("<svg/>", encoding="utf-8")
    (directory / "notes.txt").write_text("not a page's", encoding="utf-8")
    (assets / "index-1a2b.js").write_text("export {};", encoding="utf-8")
    return directory


async def test_pages_are_asked_for_anew_and_nothing_but_their_own_files_may_run(tmp_path: Path) -> None:
    async with pages_in(built(tmp_path)) as client:
        page = await client.get("/")
        assert page.status_code == 200
        assert page.text == "<!doctype html>"
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["cache-control"] == "no-cache"
        policy = dict(rule.split(" ", 1) for rule in page.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert (await client.get("/icon.svg")).headers["content-type"] == "image/svg+xml"


async def test_files_whose_names_tell_their_content_are_kept_for_ever(tmp_path: Path) -> None:
    async with pages_in(built(tmp_path)) as client:
        script = await client.get("/assets/index-1a2b.js")
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["x-content-type-options"] == "nosniff"


async def test_no_other_file_is_served(tmp_path: Path) -> None:
    async with pages_in(built(tmp_path)) as client:
        for path in ("/notes.txt", "/assets/", "/assets/%2e%2e/notes.txt", "/assets/other.js"):
            assert (await client.get(path)).status_code == 404, path


async def test_without_pages_one_sentence_says_how_to_build_them(tmp_path: Path) -> None:
    async with pages_in(tmp_path) as client:
        page = await client.get("/")
        assert (page.status_code, page.text) == (200, NOT_BUILT)
        assert "make web" in page.text
