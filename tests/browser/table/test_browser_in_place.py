"""What people reach for while they play: earlier moves, their own seat, the ball under a finger."""

import re
from urllib.parse import quote

import pytest
from browser_pages import FLAT, SOLID, NewPage, ply, start, wait_for_solid, wait_until
from earlier_tables import store_earlier_table
from playwright.sync_api import expect
from server_client import ThreadServer
from test_browser_table import click_cell, open_friends

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


def test_moves_are_looked_at_in_place_prepared_and_confirmed(
    server: ThreadServer, new_page: NewPage
) -> None:
    light, dark = open_friends(server, new_page)
    for page, cell in ((light, "1a1"), (dark, "1b1"), (light, "1c1")):
        click_cell(page, cell)
    wait_until(lambda: ply(light) == ply(dark) == 3, light)
    address = light.url
    light.locator('[data-testid=moves] [data-ply="1"] a').click()
    expect(light.get_by_test_id("look-back")).to_contain_text("After 1 of 3 moves")
    expect(light.get_by_test_id("cell-1b1")).to_have_accessible_name("1b1, empty")
    current = light.locator("[data-testid=moves] [aria-current]")
    expect(current).to_have_attribute("href", re.compile(r"ply=1$"))
    assert light.url == address
    expect(light.get_by_test_id("table")).to_have_attribute("data-link", "open")
    expect(dark.get_by_test_id("table")).not_to_contain_text("away")
    light.get_by_test_id("back-to-game").click()
    expect(light.get_by_test_id("cell-1b1")).to_have_accessible_name("1b1, dark ball")
    # A new move brings everybody back to the present.
    light.locator('[data-testid=moves] [data-ply="2"] a').click()
    expect(light.get_by_test_id("look-back")).to_be_visible()
    click_cell(dark, "1d1")
    expect(light.get_by_test_id("look-back")).to_have_count(0)
    click_cell(light, "1a2")
    wait_until(lambda: ply(dark) == 5, dark)
    # A move prepared while the other thinks is played as soon as it is one's turn.
    light.get_by_test_id("prepare").click()
    light.get_by_test_id("cell-1b2").click()
    expect(light.get_by_test_id("prepared")).to_contain_text("1b2")
    expect(light.locator("[data-mark='1b2']")).to_be_visible()
    click_cell(dark, "1d2")
    wait_until(lambda: ply(dark) == 7, dark)
    expect(dark.get_by_test_id("cell-1b2")).to_have_attribute("data-ball", "L")
    # One that is no longer possible is not: it says so, and the turn is still there.
    light.get_by_test_id("prepare").click()
    light.get_by_test_id("cell-1c2").click()
    click_cell(dark, "1c2")
    expect(light.get_by_test_id("notes")).to_contain_text("no longer possible")
    # A slip is undone before anybody sees it, where moves wait for a second touch.
    light.evaluate(
        """() => {
          const kept = JSON.parse(localStorage.getItem('sommet.settings'));
          localStorage.setItem('sommet.settings', JSON.stringify({ ...kept, confirm: 'always' }));
          dispatchEvent(new StorageEvent('storage', { key: 'sommet.settings' }));
        }"""
    )
    light.get_by_test_id("cell-1a3").click()
    expect(light.get_by_test_id("cell-1a3")).to_have_attribute("data-ball", "L")
    light.get_by_test_id("undo-slip").click()
    expect(light.get_by_test_id("cell-1a3")).to_have_attribute("data-ball", "")
    assert ply(dark) == 8
    light.get_by_test_id("cell-1a3").click()
    light.get_by_test_id("send-move").click()
    wait_until(lambda: ply(dark) == 9, dark)


def test_a_replay_is_seen_from_ones_own_seat_and_names_the_level(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pacal", "computer", opponent="level:1")
    expect(page.get_by_test_id("table")).to_contain_text("Sand")
    table = page.url.split("/")[-1]
    page.goto(f"/replay/{table}")
    expect(page.get_by_test_id("replay")).to_contain_text("Your pyramid")
    expect(page.locator("h1")).to_contain_text("Sand")
    assert "computer" not in page.locator("h1").inner_text()


@pytest.mark.parametrize("kind", ["computer", "hotseat", "solo"])
def test_an_old_link_says_why_nothing_goes_on_and_leads_to_the_replay(
    server: ThreadServer, new_page: NewPage, kind: str
) -> None:
    table, token = store_earlier_table(server.app.state.registry.services.store.engine, kind)
    page = new_page(server.url, settings=FLAT)
    page.goto(f"/play/{table}#{token}")
    said = page.get_by_test_id("earlier-table")
    expect(said).to_contain_text("are played in the page itself now")
    said.get_by_role("link", name="Replay").click()
    page.get_by_test_id("replay-next").click()
    expect(page.get_by_test_id("replay-position")).to_contain_text("1 / 3")


def test_a_new_screen_takes_the_focus_and_the_top_can_be_skipped(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/")
    page.get_by_test_id("rules-link").first.click()
    expect(page.locator("main h1")).to_be_focused()
    page.reload()
    page.get_by_test_id("rules").wait_for()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main h1")).to_be_focused()


def test_a_ball_under_the_finger_wins_over_a_dot_beside_it(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=SOLID, viewport=PHONE, has_touch=True, is_mobile=True)
    position = ".DLD/.LDL/.DL./.LD.|.../.../...|../..|. L"
    page.goto(f"/explore?position={quote(position)}")
    wait_for_solid(page)
    box = page.get_by_test_id("cell-1c1").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_test_id("cell-1c1")).to_have_accessible_name("1c1, light ball, picked up")
    canvas = page.get_by_test_id("board-canvas")
    assert canvas.evaluate("canvas => getComputedStyle(canvas).touchAction") == "pan-y"
