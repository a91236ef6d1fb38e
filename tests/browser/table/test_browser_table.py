"""Around the game: reconnecting, takebacks, rematches, clocks, spectators, replays."""

import re
from pathlib import Path

import httpx
import pytest
from browser_pages import (
    FLAT,
    STATIC,
    NewPage,
    PylosHand,
    is_over,
    ply,
    start,
    wait_for_ply,
    wait_until,
)
from playwright.sync_api import Page, expect
from seat_client import PATIENCE_S
from server_client import ProcessServer, ThreadServer
from test_browser_pacal import join

pytestmark = pytest.mark.browser


def open_friends(server: ThreadServer, new_page: NewPage) -> tuple[Page, Page]:
    """Return light and dark, at one table."""
    light, dark = new_page(server.url, settings=FLAT), new_page(server.url, settings=FLAT)
    start(light, "pylos", "friend", seat="Light")
    join(dark, light)
    return light, dark


def click_cell(page: Page, cell: str) -> None:
    wait_until(lambda: f"cell-{cell}" in PylosHand(page).cells("place"), page)
    page.get_by_test_id(f"cell-{cell}").click()


def test_the_page_comes_back_after_a_kill(tmp_path: Path, new_page: NewPage) -> None:
    server = ProcessServer(tmp_path / "games.sqlite3")
    assert (STATIC / "index.html").is_file()
    with server:
        page = new_page(server.url, settings=FLAT, reconnects=True)
        other = new_page(server.url, settings=FLAT, reconnects=True)
        start(page, "pylos", "friend", seat="Light")
        join(other, page)
        click_cell(page, "1a1")
        click_cell(other, "1b2")
        wait_for_ply(page, 2)
        moves = page.get_by_test_id("moves").inner_text()
        server.kill()
        expect(page.get_by_test_id("connection")).to_be_visible()
        expect(page.get_by_test_id("table")).to_have_attribute("data-link", "lost")
        # A part that cannot be had now is no reason to load the page, which cannot be had either.
        page.evaluate("window.stays = true; dispatchEvent(new Event('vite:preloadError'))")
        server.start()
        expect(page.get_by_test_id("table")).to_have_attribute("data-link", "open")
        assert page.get_by_test_id("moves").inner_text() == moves
        assert page.evaluate("window.stays")
        click_cell(page, "1c3")
        wait_for_ply(other, 3)


def test_takeback_draw_resignation_and_rematch(server: ThreadServer, new_page: NewPage) -> None:
    light, dark = open_friends(server, new_page)
    click_cell(light, "1a1")
    expect(dark.get_by_test_id("cell-1a1")).to_have_attribute("data-ball", "L")
    light.get_by_test_id("takeback").click()
    dark.get_by_test_id("proposal-takeback").get_by_role("button", name="Accept").click()
    expect(light.get_by_test_id("cell-1a1")).to_have_attribute("data-ball", "")
    click_cell(light, "1b2")
    wait_until(lambda: ply(dark) == 1, dark)
    dark.get_by_test_id("offer-draw").click()
    light.get_by_test_id("proposal-draw").get_by_role("button", name="Decline").click()
    expect(dark.get_by_test_id("proposal-draw")).to_have_count(0)
    dark.get_by_test_id("resign").click()
    dark.get_by_test_id("confirm-resign").click()
    expect(light.get_by_test_id("outcome")).to_have_attribute("data-reason", "resignation")
    light.get_by_test_id("rematch").click()
    dark.get_by_test_id("proposal-rematch").get_by_role("button", name="Accept").click()
    # Sides are swapped: who was dark begins.
    click_cell(dark, "1c3")
    expect(light.get_by_test_id("cell-1c3")).to_have_attribute("data-ball", "L")


def test_undo_against_the_computer(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pylos", "computer", opponent="level:1", seat="Light")
    click_cell(page, "1a1")
    wait_until(lambda: ply(page) == 2, page)
    page.get_by_test_id("takeback").click()
    wait_until(lambda: ply(page) == 0, page)
    expect(page.get_by_test_id("cell-1a1")).to_have_attribute("data-ball", "")


def test_a_clock_runs_out(server: ThreadServer, new_page: NewPage) -> None:
    wish = {"game": "pylos", "seat": "light", "clock": {"minutes": 0.03, "increment_s": 0}}
    created = httpx.post(f"{server.url}/api/tables", json=wish, timeout=PATIENCE_S).json()
    invite = {"invite": created["links"]["invite"].partition("#")[2]}
    httpx.post(
        f"{server.url}/api/tables/{created['table']}/join", json=invite, timeout=PATIENCE_S
    ).raise_for_status()
    page = new_page(server.url, settings=FLAT)
    page.goto(created["links"]["play"])
    expect(page.get_by_test_id("table")).to_have_attribute("data-link", "open")
    assert created["token"] not in page.url, "the token does not stay in the address"
    click_cell(page, "1a1")
    expect(page.get_by_test_id("clock-1")).to_be_visible()
    expect(page.get_by_test_id("outcome")).to_have_attribute("data-reason", "time")
    expect(page.get_by_test_id("outcome")).to_contain_text("Rule 9")


def test_a_spectator_follows_by_link(server: ThreadServer, new_page: NewPage) -> None:
    light, _dark = open_friends(server, new_page)
    light.get_by_test_id("share").click()
    link = light.get_by_test_id("copy-watch").get_attribute("data-link")
    assert link is not None
    light.keyboard.press("Escape")
    watcher = new_page(server.url, settings=FLAT)
    watcher.goto(link)
    expect(watcher.get_by_test_id("table")).to_have_attribute("data-link", "open")
    click_cell(light, "1d4")
    expect(watcher.get_by_test_id("cell-1d4")).to_have_attribute("data-ball", "L")
    assert not PylosHand(watcher).can_move()
    for action in ("takeback", "offer-draw", "resign", "rematch"):
        expect(watcher.get_by_test_id(action)).to_have_count(0)


def test_a_current_game_is_listed_and_resumed(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pylos", "hotseat")
    click_cell(page, "1a1")
    wait_until(lambda: ply(page) == 1, page)
    page.goto("/")
    page.get_by_test_id("current-games").get_by_role("link").first.click()
    expect(page.get_by_test_id("cell-1a1")).to_have_attribute("data-ball", "L")
    click_cell(page, "1b1")


def test_replay_download_and_upload(
    server: ThreadServer, new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pylos", "hotseat", preset="Children")
    PylosHand(page, seed=9).play_game()
    assert is_over(page)
    table = re.search(r"/play/(\w+)", page.url)
    assert table is not None
    page.goto(f"/replay/{table[1]}?ply=3")
    position = page.get_by_test_id("replay-position")
    expect(position).to_contain_text(re.compile(r"^\s*3 /"))
    page.get_by_test_id("replay-next").click()
    expect(position).to_contain_text(re.compile(r"^\s*4 /"))
    assert "ply=4" in page.url, "the address links to the move"
    with page.expect_download() as download:
        page.get_by_test_id("download-record").click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    assert '[Game "pylos"]' in file.read_text()
    page.goto("/games")
    page.get_by_test_id("upload-record").set_input_files(str(file))
    expect(page.get_by_test_id("replay")).to_be_visible()
