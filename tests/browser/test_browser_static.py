"""The page without a server, in a folder of a static host: played from what `http.server` sends."""

import pytest
from browser_offline import cut_network
from browser_pages import (
    FLAT,
    NewPage,
    PacalHand,
    PylosHand,
    pick,
    wait_for_ply,
    wait_until,
)
from playwright.sync_api import Page, expect

from sommet.match.records.record import Entry, Record, RoundRecord
from sommet.match.records.text import format_record

pytestmark = pytest.mark.browser


def open_game(page: Page, folder: str, game: str, mode: str, opponent: str = "") -> None:
    page.goto(folder)
    pick(page.locator(f"input[name=game][value={game}]"))
    if opponent:
        page.get_by_test_id("opponent").select_option(opponent)
    page.get_by_test_id(f"play-{mode}").click()
    expect(page.get_by_test_id("table")).to_have_attribute("data-link", "open")


def test_a_game_of_each_kind_is_played_from_a_folder(folder: str, new_page: NewPage) -> None:
    page = new_page(folder, settings=FLAT)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    open_game(page, folder, "pylos", "computer", "level:4")
    expect(page.get_by_test_id("play-friend")).to_have_count(0)
    hand = PylosHand(page)
    wait_until(hand.can_move, page)
    hand.move()
    wait_for_ply(page, 2)
    assert "#/play/local_" in page.url
    # The game is there after a reload, and on the start page.
    page.reload()
    wait_for_ply(page, 2)
    open_game(page, folder, "pacal", "computer", "level:8")
    wait_until(PacalHand(page).act, page)
    open_game(page, folder, "pacal", "solo")
    wait_until(PacalHand(page).act, page)
    open_game(page, folder, "pylos", "hotseat")
    wait_until(hand.can_move, page)
    hand.move()
    wait_for_ply(page, 1)
    page.goto(folder)
    expect(page.get_by_test_id("no-server")).to_be_visible()
    expect(page.get_by_test_id("current-games").get_by_role("listitem")).to_have_count(4)
    assert [url for url in asked if not url.startswith((folder, "data:", "blob:"))] == []
    assert [url for url in asked if "/api/" in url] == []


def test_lessons_rules_and_the_daily_deal(folder: str, new_page: NewPage) -> None:
    page = new_page(folder, settings=FLAT)
    page.goto(folder)
    page.get_by_test_id("learn").click()
    expect(page.get_by_test_id("lesson")).to_be_visible()
    assert page.url.startswith(f"{folder}#/learn/pylos")
    page.go_back()
    # A link for another window leads to the same place.
    link = page.get_by_test_id("rules-link")
    link.hover()
    page.goto(str(link.evaluate("one => one.href")))
    expect(page.get_by_test_id("rules")).to_be_visible()
    page.goto(f"{folder}#/rules/pacal#PAC-5")
    expect(page.get_by_test_id("rules")).to_be_visible()
    page.goto(f"{folder}#/daily?part=en")
    page.locator('[data-testid^="own-"][data-allowed="yes"]').first.click()
    expect(page.get_by_test_id("daily-solo")).to_have_attribute("data-moves", "1")
    page.goto(f"{folder}#/play/Ab3dEf6hIj9k")
    expect(page.locator(".nowhere")).to_be_visible()


def test_studying_needs_no_server(folder: str, new_page: NewPage) -> None:
    page = new_page(folder, settings=FLAT)
    open_game(page, folder, "pylos", "computer", "level:4")
    wait_until(PylosHand(page).can_move, page)
    page.get_by_test_id("hint").click()
    page.get_by_test_id("full-hint").click()
    expect(page.get_by_test_id("analysis")).to_be_visible()
    for at, shown in (("explore", "standing"), ("puzzles", "puzzle"), ("games", "upload-record")):
        page.goto(f"{folder}#/{at}")
        expect(page.get_by_test_id(shown)).to_have_count(1)
    over = RoundRecord(entries=(Entry("1a1"), Entry("1b1")), result="0-1", reason="resignation")
    record = Record(
        game="pylos",
        rules="standard",
        players=("Ann", "Ben"),
        result=over.result,
        reason=over.reason,
        rounds=(over,),
    )
    page.get_by_test_id("upload-record").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": format_record(record).encode()}
    )
    page.get_by_test_id("start-review").click()
    expect(page.get_by_test_id("value-graph")).to_be_visible()


def test_it_is_kept_for_times_without_a_connection(folder: str, new_page: NewPage) -> None:
    page = new_page(folder, settings=FLAT, service_workers="allow", offline_expected=True)
    page.goto(folder)
    page.evaluate("navigator.serviceWorker.ready")
    wait_until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), page)
    scope = page.evaluate("navigator.serviceWorker.ready.then(one => one.scope)")
    assert scope == folder
    manifest = page.request.get(f"{folder}manifest.webmanifest").json()
    assert manifest["start_url"] == manifest["scope"] == "./"
    cut_network(page)
    open_game(page, folder, "pylos", "hotseat")
    hand = PylosHand(page)
    wait_until(hand.can_move, page)
    hand.move()
    wait_for_ply(page, 1)
