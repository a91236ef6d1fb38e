"""The picture that a link to the page shows: of its game, by a whole address."""

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
from server_client import Api, ThreadServer, quick_settings

from sommet.match.records.games import record_game
from sommet.match.records.text import format_record
from sommet.pacal import Options, Solo
from sommet.server.storage.store import Store
from sommet.server.web import previews
from sommet.server.web.previews import find_game, game_in

ORIGIN = "https://play.example.org"


@pytest.mark.parametrize(
    ("path", "query", "game"),
    [
        ("", "", None),
        ("play/abc", "", None),
        ("rules/pacal", "", "pacal"),
        ("join/abc", "x=1&game=pacal", "pacal"),
        ("learn/pylos/first", "", "pylos"),
        ("explore", "", "pylos"),
        ("explore", "game=pacal&position=0-0_1", "pacal"),
        ("puzzles", "", "pylos"),
        ("puzzles", "game=pacal", "pacal"),
        ("daily", "", "pylos"),
        ("daily", "part=fr", "pacal"),
        ("daily", "part=statistics", None),
        ("replay/abc", "game=2&ply=3", None),
    ],
)
def test_an_address_names_its_game(path: str, query: str, game: str | None) -> None:
    assert game_in(path, query) == game


async def test_a_link_shows_the_picture_of_its_game(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<meta content="/previews/sommet.png" />')
    settings = quick_settings(tmp_path, static=tmp_path, origins=(ORIGIN,))
    with ThreadServer(settings) as server:
        async with Api(server.url) as api:
            api.http.headers["host"] = "play.example.org"

            async def picture(path: str) -> str:
                text = (await api.http.get(path)).text
                return text.partition(f'"{ORIGIN}/previews/')[2].partition(".png")[0]

            for game in ("pylos", "pacal"):
                table = (await api.open(game, "friend"))["table"]
                for screen in ("play", "join", "watch", "replay", "review"):
                    assert await picture(f"/{screen}/{table}?ply=3") == game
            solo = Solo.deal(Options.preset("en"), 1)
            kept = await api.http.post("/api/replays", content=format_record(record_game(solo)))
            assert await picture(kept.json()["link"]) == "pacal"
            assert await picture("/explore?game=pacal") == "pacal"
            assert await picture("/") == await picture("/replay/nobodyOpened") == "sommet"


async def test_no_page_waits_for_its_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        """A database that does not answer."""

        available = True

        async def read(self, _query: Any) -> Any:
            await asyncio.Event().wait()

    monkeypatch.setattr(previews, "_PATIENCE_S", 0)
    silent = cast("Store", Silent())
    assert await find_game("play/abcdefghijkl", "", silent) is None
    assert await find_game("learn/pacal", "", silent) == "pacal"
    silent.available = False
    assert await find_game("play/abcdefghijkl", "", silent) is None
