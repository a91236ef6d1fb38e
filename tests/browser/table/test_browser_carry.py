"""Games of the browser leave it: all as one file, one as a link that holds its record."""

from pathlib import Path

import pytest
from browser_local import keep_tables, play_match, play_table
from browser_pages import FLAT, NewPage
from playwright.sync_api import expect
from server_client import ThreadServer

pytestmark = pytest.mark.browser
COPY = ["clipboard-read", "clipboard-write"]


def test_all_games_travel_as_a_file(
    server: ThreadServer, new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/")
    running = play_table("running", "pylos", "hotseat", 3, lambda plies, _: plies == 7)
    keep_tables(page, running, play_match("match", 8))
    page.goto("/games")
    with page.expect_download() as download:
        page.get_by_test_id("export-games").click()
    file = tmp_path / "games.json"
    download.value.save_as(file)
    other = new_page(server.url, settings=FLAT)
    other.goto("/games")
    expect(other.get_by_test_id("to-play")).to_be_visible()
    expect(other.get_by_test_id("export-games")).to_have_count(0)
    reading = other.get_by_test_id("import-games")
    reading.set_input_files(
        {"name": "games.json", "mimeType": "application/json", "buffer": file.read_bytes()[:-40]}
    )
    expect(other.get_by_text("This file holds no games of Sommet.")).to_be_visible()
    reading.set_input_files(file)
    expect(other.get_by_text("2 games added.")).to_be_visible()
    other.get_by_test_id("current-games").get_by_role("link").first.click()
    expect(other.locator("[data-testid=moves] li[data-ply]")).to_have_count(7)


def test_a_link_holds_the_game(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT, permissions=COPY)
    page.goto("/")
    match = play_match("match", 8)
    keep_tables(page, match)
    page.goto(f"/replay/{match.id}?ply=3")
    page.get_by_test_id("share-move").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert len(link) < 12_000
    other = new_page(server.url, settings=FLAT)
    asked: list[str] = []
    other.on("request", lambda one: asked.append(one.url) if "/api/" in one.url else None)
    other.goto(link)
    turns = match.kept["game"]["turns"]
    expect(other.get_by_test_id("replay-position")).to_contain_text("3 /")
    expect(other.locator("[data-testid=moves] li[data-ply]")).to_have_count(len(turns))
    other.get_by_test_id("replay-next").click()
    other.reload()
    expect(other.get_by_test_id("replay-position")).to_contain_text("4 /")
    assert asked == []
    other.goto(link[:-30])
    expect(other.get_by_text("This link is incomplete")).to_be_visible()
