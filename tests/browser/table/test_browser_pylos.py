"""Whole games of Pylos against the computer, flat and in three dimensions."""

import pytest
from browser_local import keep_tables, play_table
from browser_pages import (
    FLAT,
    SOLID,
    NewPage,
    PylosHand,
    ply,
    rest,
    start,
    wait_for_ply,
    wait_for_solid,
)
from playwright.sync_api import Page, expect
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


#: A game that has five moves left.
LATE = play_table("late", "pylos", "hotseat", 116, lambda plies, _: plies == 33)


def test_a_game_goes_on_in_either_view(server: ThreadServer, new_page: NewPage) -> None:
    """Solid: a square with two balls taken back, a raise, and rest; flat: on to the summit."""
    page = new_page(server.url, settings=SOLID, viewport=SMALL)
    page.goto("/")
    keep_tables(page, LATE)
    page.goto(LATE.play)
    wait_for_solid(page)
    hand = PylosHand(page, solid=True)

    def touch(cell: str, what: str) -> None:
        page.locator(f'[data-testid="cell-{cell}"][data-{what}="yes"]').wait_for()
        hand.click(f"cell-{cell}")

    touch("3b1", "place")
    touch("3a2", "take")
    touch("3b1", "take")
    page.get_by_test_id("confirm-move").click()
    touch("2c1", "raise")
    touch("3a2", "place")
    wait_for_ply(page, 35)
    see_it_rest(page)
    page.get_by_test_id("toggle-view").click()
    expect(page.get_by_test_id("board-flat")).to_be_visible()
    hand.solid = False
    for cell in ("2c1", "3b1", "4a1"):
        touch(cell, "place")
    expect(page.get_by_test_id("outcome")).to_have_attribute("data-reason", "summit")
    assert ply(page) == 38


def see_it_rest(page: Page) -> None:
    """See that the solid board is drawn, and not again when nothing changes."""
    drawn = rest(page)
    assert drawn > 0
    assert rest(page, still=40) == drawn


@pytest.mark.soak
def test_a_whole_game_in_three_dimensions(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=SOLID, viewport=SMALL)
    start(page, "pylos", "computer", opponent="level:1", preset="Children")
    wait_for_solid(page)
    PylosHand(page, solid=True, seed=5).play_game()
    expect(page.get_by_test_id("outcome")).to_be_visible()


def test_rulings_in_force_can_be_read(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pylos", "hotseat")
    page.get_by_test_id("show-rules").click()
    dialog = page.get_by_test_id("rules-dialog")
    for clause in ("Rule R1", "Rule R2", "Rule R3", "Rule R4"):
        expect(dialog).to_contain_text(clause)
