"""Whole games of Pylos against the computer, flat and in three dimensions."""

import pytest
from browser_pages import FLAT, SOLID, NewPage, PylosHand, ply, start, wait_for_solid, wait_until
from playwright.sync_api import expect
from server_client import ThreadServer

pytestmark = pytest.mark.browser
#: Here the processor draws the solid board, so fewer pixels are quicker.
SMALL = {"width": 560, "height": 480}


def test_a_whole_game_in_the_flat_view(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pylos", "computer", opponent="level:1", seat="Light")
    expect(page.get_by_test_id("board-flat")).to_be_visible()
    PylosHand(page, seed=3).play_game()
    expect(page.get_by_test_id("outcome")).to_be_visible()
    assert page.get_by_test_id("outcome").get_attribute("data-reason") in (
        "summit",
        "empty-reserve",
        "repetition",
    )


def test_a_whole_game_in_three_dimensions(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=SOLID, viewport=SMALL)
    start(page, "pylos", "computer", opponent="level:1", preset="Children")
    wait_for_solid(page)
    PylosHand(page, solid=True, seed=5).play_game()
    expect(page.get_by_test_id("outcome")).to_be_visible()


def test_the_solid_board_rests_when_nothing_changes(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=SOLID, viewport=SMALL)
    start(page, "pylos", "hotseat")
    wait_for_solid(page)
    hand = PylosHand(page, solid=True)
    canvas = page.get_by_test_id("board-canvas")
    hand.move()
    wait_until(lambda: ply(page) == 1, page)
    page.wait_for_timeout(600)
    drawn = int(canvas.get_attribute("data-frames") or 0)
    assert drawn > 0
    page.wait_for_timeout(800)
    assert int(canvas.get_attribute("data-frames") or 0) == drawn


def test_the_view_can_be_changed_in_mid_game(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=SOLID, viewport=SMALL)
    start(page, "pylos", "hotseat")
    wait_for_solid(page)
    PylosHand(page, solid=True).move()
    wait_until(lambda: ply(page) == 1, page)
    page.get_by_test_id("toggle-view").click()
    expect(page.get_by_test_id("board-flat")).to_be_visible()
    PylosHand(page).move()
    wait_until(lambda: ply(page) == 2, page)


def test_rulings_in_force_can_be_read(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pylos", "hotseat")
    page.get_by_test_id("show-rules").click()
    dialog = page.get_by_test_id("rules-dialog")
    for clause in ("PYL-R1", "PYL-R2", "PYL-R3", "PYL-R4"):
        expect(dialog).to_contain_text(clause)
