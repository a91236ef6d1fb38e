"""Tables that the browser keeps: two on one screen, alone and against the computer."""

import re
from itertools import count
from urllib.parse import unquote

import pytest
from browser_local import keep_tables, play_table
from browser_offline import cut_network
from browser_pages import (
    FLAT,
    NewPage,
    PacalHand,
    PylosHand,
    is_over,
    ply,
    start,
    wait_for_ply,
    wait_until,
)
from playwright.sync_api import Page, expect
from server_client import ThreadServer

pytestmark = pytest.mark.browser


def wait_until_kept(page: Page) -> None:
    """Wait until the service worker has kept the page and answers for it."""
    page.evaluate("navigator.serviceWorker.ready")
    wait_until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), page)


def place(page: Page, cell: str) -> None:
    """Put a ball on a cell of the flat board."""
    page.get_by_test_id(f"cell-{cell}").click()


def test_two_on_one_screen_play_on_without_a_connection(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT, service_workers="allow", offline_expected=True)
    start(page, "pylos", "hotseat")
    wait_until_kept(page)
    place(page, "1b2")
    wait_for_ply(page, 1)
    cut_network(page)
    place(page, "1c3")
    wait_for_ply(page, 2)
    # The game is there after a reload, on the start page, and can be taken up from it.
    page.reload()
    wait_for_ply(page, 2)
    page.goto("/")
    page.get_by_test_id("current-games").get_by_role("link").first.click()
    wait_for_ply(page, 2)
    page.get_by_test_id("takeback").click()
    wait_until(lambda: ply(page) == 1, page)
    page.get_by_test_id("resign").click()
    page.get_by_test_id("confirm-resign").click()
    wait_until(lambda: is_over(page), page)
    page.get_by_test_id("rematch").click()
    wait_until(lambda: ply(page) == 0, page)


def test_who_beats_a_level_is_cheered_and_led_to_the_next(
    server: ThreadServer, new_page: NewPage
) -> None:
    ended = (
        play_table("won", "pylos", "computer", seed, lambda *_: False, preset="children")
        for seed in count()
    )
    won = next(table for table in ended if table.kept["game"]["turns"][-1]["seat"] == 0)
    page = new_page(server.url, settings='{"view":"flat"}')
    page.goto("/")
    keep_tables(page, won)
    page.goto(won.play)
    expect(page.get_by_test_id("outcome")).to_contain_text("You win")
    expect(page.get_by_test_id("joy")).to_be_attached()
    page.get_by_test_id("next-level").click()
    expect(page).not_to_have_url(re.compile(won.id))
    expect(page.get_by_test_id("board-flat")).to_be_visible()
    expect(page.get_by_text("Meadow").first).to_be_visible()
    expect(page.get_by_test_id("outcome")).to_have_count(0)


#: Notes what lies on the summit, whenever that changes.
WATCH_THE_SUMMIT = """summit => {
  window.summit = [];
  const note = () => window.summit.push(summit.dataset.ball);
  new MutationObserver(note).observe(summit, { attributeFilter: ['data-ball'] });
}"""


def test_who_wins_as_the_other_has_no_ball_left_is_seen_to_take_the_summit(
    server: ThreadServer, new_page: NewPage
) -> None:
    ending = play_table(
        "crown", "pylos", "hotseat", 4, lambda plies, _: plies == 30, preset="children"
    )
    page = new_page(server.url, settings='{"view":"flat"}')
    page.goto("/")
    keep_tables(page, ending)
    page.goto(ending.play)
    page.get_by_test_id("cell-4a1").evaluate(WATCH_THE_SUMMIT)
    page.get_by_test_id("cell-3a1").click()
    expect(page.get_by_test_id("outcome")).to_have_attribute("data-reason", "empty-reserve")
    # For a moment: then the board is again as the game ended.
    wait_until(lambda: page.evaluate("window.summit.join()") == "L,", page)
    expect(page.get_by_test_id("cell-2c1")).to_have_attribute("data-ball", "")


@pytest.mark.parametrize(("game", "mode"), [("pylos", "computer"), ("pacal", "solo")])
def test_the_server_is_not_asked_where_it_is_not_needed(
    server: ThreadServer, new_page: NewPage, game: str, mode: str
) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/api/" in one.url else None)
    page.on("websocket", lambda socket: asked.append(socket.url))
    start(page, game, mode)
    hand = PylosHand(page) if game == "pylos" else PacalHand(page)
    for _ in range(2):
        wait_until(hand.can_move if isinstance(hand, PylosHand) else hand.act, page)
        if isinstance(hand, PylosHand):
            hand.move()
    wait_for_ply(page, 3 if game == "pylos" else 2)
    assert "/play/local_" in page.url
    # The start page asks once what this server offers.
    assert [url for url in asked if not url.endswith("/api/games")] == []


def test_a_new_game_begins_without_a_connection(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT, service_workers="allow", offline_expected=True)
    page.goto("/")
    expect(page.get_by_test_id("play-hotseat")).to_be_enabled()
    wait_until_kept(page)
    cut_network(page)
    start(page, "pacal", "hotseat")
    expect(page.get_by_test_id("curtain")).to_be_visible()


def test_a_finished_game_is_replayed_and_reviewed(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pylos", "hotseat")
    for plies, cell in enumerate(("1b2", "1c3", "1b3"), 1):
        place(page, cell)
        wait_for_ply(page, plies)
    page.get_by_test_id("resign").click()
    page.get_by_test_id("confirm-resign").click()
    page.get_by_test_id("to-review").click()
    expect(page.get_by_test_id("replay-position")).to_have_text("0 / 3")
    expect(page.get_by_test_id("replay")).to_contain_text("Nobody gave anything away.")
    record = page.get_by_test_id("download-record").get_attribute("href") or ""
    assert unquote(record).endswith("1. 1b2 1c3\n2. 1b3\n")


def test_hints_reviews_and_values_come_without_a_connection(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT, service_workers="allow", offline_expected=True)
    page.goto("/")
    wait_until_kept(page)
    page.get_by_test_id("take-along").click()
    page.get_by_test_id("taken-along").wait_for(timeout=90_000)
    cut_network(page)
    start(page, "pylos", "computer", opponent="level:3", seat="Light")
    place(page, "1b2")
    wait_for_ply(page, 2)
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("gentle-hint")).to_be_visible()
    page.get_by_test_id("resign").click()
    page.get_by_test_id("confirm-resign").click()
    page.get_by_test_id("to-review").click()
    expect(page.get_by_test_id("value-graph")).to_be_visible()
    page.goto("/explore")
    expect(page.get_by_test_id("standing")).to_be_visible()


def test_what_was_not_taken_along_is_said(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT, service_workers="allow", offline_expected=True)
    page.goto("/")
    expect(page.get_by_test_id("play-computer")).to_be_enabled()
    wait_until_kept(page)
    page.get_by_test_id("opponent").select_option("level:8")
    cut_network(page)
    page.get_by_test_id("play-computer").click()
    expect(page.get_by_text("not on this device yet")).to_be_visible()
    assert page.url.endswith("/")
