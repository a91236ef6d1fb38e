"""The HTTP side: headers, pages, caching, health, figures, documentation."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from server_client import Api, ThreadServer, quick_settings

from sommet.server.web.pages import Pages


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    static = tmp_path_factory.mktemp("page") / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>the page</title>")
    (static / "assets" / "app-1a2b.js").write_text("plain")
    (static / "assets" / "app-1a2b.js.br").write_bytes(b"brotli")
    (static / "assets" / "app-1a2b.js.gz").write_bytes(b"gzip")
    (static.parent / "secret.txt").write_text("outside")
    return static.parent


@pytest.fixture(scope="module")
def built(folder: Path) -> Iterator[ThreadServer]:
    with ThreadServer(quick_settings(folder)) as running:
        yield running


async def test_every_answer_is_secured(built: ThreadServer) -> None:
    async with Api(built.url) as api:
        for path in ("/", "/api/games", "/api/nothing", "/docs", "/assets/app-1a2b.js"):
            headers = (await api.http.get(path, headers={"accept-encoding": "identity"})).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "script-src 'self'" in policy
            # The core is compiled WebAssembly; nothing else may be made code of.
            assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
            assert "http" not in policy, "no other host is allowed anything"
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-frame-options"] == "DENY"


async def test_pages_and_assets_are_served_with_caching(built: ThreadServer) -> None:
    async with Api(built.url) as api:
        for path in ("/", "/play/abc", "/watch/abc", "/replay/x"):
            page = await api.http.get(path)
            assert "the page" in page.text
            assert page.headers["cache-control"] == "no-cache"
        asset = "/assets/app-1a2b.js"
        for accepted, encoding in (("br, gzip", "br"), ("gzip", "gzip"), ("identity", None)):
            request = api.http.build_request("GET", asset, headers={"accept-encoding": accepted})
            answer = await api.http.send(request, stream=True)
            raw = b"".join([part async for part in answer.aiter_raw()])
            assert answer.headers.get("content-encoding") == encoding
            assert raw == {"br": b"brotli", "gzip": b"gzip", None: b"plain"}[encoding]
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["content-type"].startswith("text/javascript")
        missing = await api.http.get("/assets/gone.js")
        assert (missing.status_code, missing.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "path",
    [
        *("../secret.txt", "/../secret.txt", "assets/../../secret.txt", "/etc/passwd"),
        *("a\0b", "a" * 300, "a/" * 3000),
    ],
)
def test_nothing_outside_the_folder_is_served(folder: Path, path: str) -> None:
    assert Pages(folder / "static").find(path) is None


async def test_without_a_built_page_it_says_so(api: Api) -> None:
    page = await api.http.get("/")
    assert page.status_code == 503
    assert "make web-build" in page.text


async def test_health_figures_and_documentation(api: Api) -> None:
    assert (await api.http.get("/healthz")).json()["status"] == "ok"
    for path in ("/livez", "/readyz"):
        answer = await api.http.get(path)
        # Whether it is well, and nothing of what is played here.
        assert (answer.status_code, len(answer.content) < 100) == (200, True), answer.text
    await api.open("pylos", "friend")
    figures = (await api.http.get("/metrics")).text
    assert 'sommet_tables_opened_total{game="pylos"} 1.0' in figures
    docs = await api.http.get("/docs")
    document = (await api.http.get("/openapi.json")).json()
    for path in document["paths"]:
        assert path in docs.text
    assert "<script" not in docs.text
    assert "//" not in docs.text.replace("http://", "").split("<body>")[0]


async def test_tablebase_can_be_asked_about(api: Api) -> None:
    created = await api.open("pacal", "friend")
    found = (await api.http.get("/api/tables", params={"id": [created["table"], "A" * 12]})).json()
    assert [table["table"] for table in found["tables"]] == [created["table"]]
    one = (await api.http.get(f"/api/tables/{created['table']}")).json()
    assert one == found["tables"][0]
    assert created["token"] not in json.dumps(one)
    assert (await api.http.get("/api/tables/" + "A" * 12)).status_code == 404


async def test_large_bodies_are_refused(api: Api) -> None:
    answer = await api.http.post(
        "/api/replays", content="x" * 300_000, headers={"content-type": "text/plain"}
    )
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"x" * 10_000

    unsaid = await api.http.post(
        "/api/replays", content=endless(), headers={"content-type": "text/plain"}
    )
    assert (unsaid.status_code, unsaid.json()["code"]) == (413, "too_large")
