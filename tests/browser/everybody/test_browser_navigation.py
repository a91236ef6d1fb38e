"""Navigation: from every screen to every other, back to a running game, and games that wait."""

import json
from datetime import UTC, datetime

import pytest
from browser_layout import overflowing_in
from browser_local import keep_tables, play_match, play_table
from browser_pages import FLAT, NewPage, start, wait_for_ply
from playwright.sync_api import Page, expect
from server_client import ThreadServer

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
#: Each way, and what shows that its screen is there.
WAYS = {
    "play": "play-computer",
    "games": "games",
    "daily": "puzzle",
    "puzzles": "puzzle",
    "learn": "learn-home",
    "explore": "standing",
}


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_every_screen_leads_to_every_other(
    server: ThreadServer, new_page: NewPage, size: dict[str, int]
) -> None:
    page = new_page(server.url, settings=FLAT, viewport=size)
    page.goto("/rules/pylos")
    for way, shown in WAYS.items():
        link = page.get_by_test_id(f"way-{way}")
        box = link.bounding_box()
        assert box is not None
        is_below = box["y"] + box["height"] > size["height"] - 4
        assert is_below == (size is PHONE), "under the thumb on a phone, above on a desktop"
        link.click()
        expect(page.get_by_test_id(shown).first).to_be_visible()
        expect(page.get_by_test_id(f"way-{way}")).to_have_attribute("aria-current", "page")
        # Whoever listens hears where they are.
        expect(page.locator("main h1")).to_be_focused()


def test_a_running_game_is_one_tap_away_from_everywhere(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT, viewport=PHONE)
    page.goto("/learn")
    expect(page.get_by_test_id("way-learn")).to_be_visible()
    expect(page.get_by_test_id("back-to-game")).to_have_count(0)
    start(page, "pylos", "hotseat")
    page.get_by_test_id("cell-1b2").click()
    wait_for_ply(page, 1)
    table = page.url
    # The board has the whole screen: the ways are behind a button.
    expect(page.get_by_test_id("way-daily")).to_be_hidden()
    page.get_by_test_id("menu").click()
    page.get_by_role("dialog").get_by_test_id("way-daily").click()
    expect(page.get_by_test_id("back-to-game")).to_be_visible()
    # Also from a lesson, where the board needs the room as well.
    for path in ("/daily", "/learn/pylos", "/learn/pacal"):
        page.goto(path)
        expect(page.get_by_test_id("back-to-game")).to_be_visible()
        assert overflowing_in(page, "fr", "de", "nl", "en") == []
        page.get_by_test_id("back-to-game").click()
        expect(page.get_by_test_id("cell-1b2")).to_have_attribute("data-ball", "L")
        expect(page.get_by_test_id("back-to-game")).to_have_count(0)
        assert page.url == table
    page.goto("/")
    expect(page.get_by_test_id("continue")).to_contain_text("Continue Pylos")
    expect(page.get_by_test_id("continue")).to_contain_text("1 move")
    page.get_by_test_id("continue").click()
    page.get_by_test_id("resign").click()
    page.get_by_test_id("confirm-resign").click()
    expect(page.get_by_test_id("outcome")).to_be_visible()
    page.goto("/puzzles")
    expect(page.get_by_test_id("puzzle").first).to_be_visible()
    expect(page.get_by_test_id("back-to-game")).to_have_count(0)


def test_a_game_that_is_gone_is_not_offered(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/")
    kept = play_table("kept", "pylos", "hotseat", 3, lambda plies, _: plies == 2)
    keep_tables(page, kept)
    noted = [
        {"game": "pylos", "mode": "hotseat", "opponent": None, "name": None, "ply": 2, "table": one}
        for one in ("local_gone", kept.id)
    ]
    _keep(page, "sommet.running", noted)
    page.reload()
    expect(page.get_by_test_id("continue")).to_have_attribute("href", kept.play)


def test_finished_games_say_how_they_ended(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/")
    never = lambda *_: False  # noqa: E731
    lost = play_table("lost", "pylos", "computer", 5, never, preset="children")
    shared = play_table("shared", "pylos", "hotseat", 5, never, preset="children")
    match, alone = play_match("match", 8), play_table("alone", "pacal", "solo", 50, never)
    keep_tables(page, lost, shared, match, alone)
    page.goto("/games")
    for table, result, rules in (
        (lost, "You lose", "Children"),
        (shared, "Dark wins", "Children"),
        (match, "Jade wins", "English rulebook"),
        (alone, f"Stuck after {len(alone.kept['game']['turns'])} cards", "English rulebook"),
    ):
        row = page.locator(f'a[href="/replay/{table.id}"]')
        for said in (result, "15 Jan 2027", rules):
            expect(row).to_contain_text(said)


def test_the_start_page_greets(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/")
    # New here: what it is about, and the first move.
    expect(page.get_by_text("Whoever puts a ball on the summit wins.")).to_be_visible()
    expect(page.get_by_test_id("learn")).to_have_text("Make your first move")
    expect(page.get_by_test_id("next-opponent")).to_have_count(0)
    expect(page.get_by_test_id("today").locator(".done")).to_have_count(0)
    today = datetime.now(UTC).date().isoformat()
    puzzle = {
        "date": today,
        "is_over": True,
        "won": True,
        "number": 1,
        "wrong": 0,
        "hints": 0,
        "shown": False,
    }
    diary = {"sommet": "daily", "version": 1, "solo": [], "puzzles": [puzzle], "longestRun": 0}
    _keep(page, "sommet.daily", diary)
    won = {"id": "t/1", "game": "pylos", "preset": "standard", "level": 1, "score": 1}
    _keep(page, "sommet.results", [won])
    page.reload()
    expect(page.get_by_test_id("learn")).to_have_text("Learn Pylos")
    expect(page.get_by_test_id("today").locator(".done")).to_have_text("Puzzle of the day, done")
    expect(page.get_by_test_id("today")).to_contain_text("1 day in a row")
    expect(page.get_by_test_id("next-opponent")).to_contain_text("Valley beaten! Meadow is waiting")
    page.get_by_test_id("play-next").click()
    expect(page.get_by_text("Meadow").first).to_be_visible()


def test_a_question_mark_lists_the_keys_and_can_be_switched_off(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/games")
    page.get_by_test_id("games").wait_for()
    page.keyboard.press("?")
    expect(page.get_by_test_id("keys")).to_be_visible()
    page.get_by_test_id("keys").get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("keys")).to_have_count(0)
    page.keyboard.press("?")
    page.get_by_test_id("settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_test_id("keys")).to_have_count(0)


def _keep(page: Page, key: str, value: object) -> None:
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(value)])
