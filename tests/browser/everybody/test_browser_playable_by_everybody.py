"""Everybody can play: by keyboard alone, on a phone, in the dark, without WebGL."""

import pytest
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
PHONE = {"width": 360, "height": 740}


def focus_cell(page: Page, cell: str) -> None:
    """Walk to a cell with the keys of the grid."""
    for _ in range(40):
        focused = page.evaluate("document.activeElement?.dataset?.testid ?? ''")
        if focused == cell:
            return
        if not focused.startswith("cell-"):
            page.keyboard.press("Tab")
            continue
        here, there = focused.removeprefix("cell-"), cell.removeprefix("cell-")
        page.keyboard.press(_step(here, there))
    raise AssertionError(f"{cell} cannot be reached by keyboard")


def _step(here: str, there: str) -> str:
    if here[0] != there[0]:
        return "PageUp" if here[0] < there[0] else "PageDown"
    if here[1] != there[1]:
        return "ArrowRight" if here[1] < there[1] else "ArrowLeft"
    return "ArrowDown" if here[2] < there[2] else "ArrowUp"


def test_a_game_by_keyboard_alone(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/")
    page.get_by_test_id("play-hotseat").wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset?.testid ?? ''") == "play-hotseat":
            break
    page.keyboard.press("Enter")
    page.get_by_test_id("table").wait_for()
    hand = PylosHand(page, seed=4)
    wait_until(hand.can_move, page)
    while not is_over(page):
        before = ply(page)
        places = hand.cells("place")
        # The highest first: so the game comes to its end, and every level is reached.
        focus_cell(page, max(places))
        page.keyboard.press("Enter")
        hand.wait_for_landing(before)
        takes = hand.cells("take")
        if takes:
            focus_cell(page, takes[0])
            page.keyboard.press("Enter")
            for _ in range(60):
                if page.evaluate("document.activeElement?.dataset?.testid") == "confirm-move":
                    break
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        wait_for_ply(page, before + 1)
        wait_until(lambda: hand.can_move() or is_over(page), page)
    expect(page.get_by_test_id("outcome")).to_be_visible()


def overflows(page: Page) -> bool:
    width = page.evaluate("document.documentElement.scrollWidth")
    return bool(width > PHONE["width"])


def test_pylos_on_a_phone(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT, viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto("/")
    assert not overflows(page)
    start(page, "pylos", "computer", opponent="level:1", seat="Light")
    hand = PylosHand(page)
    for _ in range(3):
        before = ply(page)
        wait_until(hand.can_move, page)
        hand.move()
        wait_for_ply(page, before + 2)
        assert not overflows(page)


def test_pacal_on_a_phone(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, viewport=PHONE, has_touch=True, is_mobile=True)
    start(page, "pacal", "computer", opponent="level:1")
    hand = PacalHand(page, 3)
    for _ in range(6):
        assert not overflows(page)
        wait_until(lambda: hand.status() != "playing" or hand.act(), page)
    wait_until(lambda: ply(page) > 2, page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_schemes_have_their_own_ground(
    server: ThreadServer, new_page: NewPage, scheme: str
) -> None:
    page = new_page(server.url, color_scheme=scheme)
    page.goto("/")
    page.get_by_test_id("play-computer").wait_for()
    colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    parts = [float(x) for x in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    assert (sum(parts) / 3 > 128) == (scheme == "light"), colour


def test_without_webgl_the_flat_view_is_used(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url)
    page.add_init_script(
        "const real = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {"
        " return kind.startsWith('webgl') ? null : real.call(this, kind, ...rest); };"
    )
    start(page, "pylos", "hotseat")
    expect(page.get_by_test_id("board-flat")).to_be_visible()
