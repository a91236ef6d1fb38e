"""Against people, too, a ball or card lands under the finger: before the server has answered."""

import json

import pytest
from browser_line import HeldLine
from browser_pages import FLAT, NewPage, PacalHand, ply, start, wait_until
from playwright.sync_api import Page, expect
from server_client import ThreadServer
from test_browser_pacal import join
from test_browser_table import click_cell

pytestmark = pytest.mark.browser
#: Whether the board after a move can be worked out; fetched when the table is drawn.
FETCHED = "performance.getEntriesByType('resource').some(({name}) => /onlineHistory-/.test(name))"
ALWAYS = json.dumps({**json.loads(FLAT), "confirm": "always"})


def expect_ball(page: Page, cell: str, ball: str) -> None:
    expect(page.get_by_test_id(f"cell-{cell}")).to_have_attribute("data-ball", ball)


def offers(page: Page) -> int:
    return page.get_by_test_id("confirm-offer").count()


def sit_down(game: str, opener: Page, guest: Page, **choices: str) -> None:
    """Open a table and join it; wait until both have what shows a move on its way."""
    start(opener, game, "friend", **choices)
    join(guest, opener)
    for page in (opener, guest):
        wait_until(lambda page=page: page.evaluate(FETCHED), page)


def test_a_ball_lands_before_the_server_has_answered(
    server: ThreadServer, new_page: NewPage
) -> None:
    light, dark = new_page(server.url), new_page(server.url, settings=ALWAYS)
    to_light, to_dark = HeldLine(light), HeldLine(dark)
    sit_down("pylos", light, dark, seat="Light")
    to_light.hold()
    click_cell(light, "1a1")
    expect_ball(light, "1a1", "L")
    assert ply(light) == 0
    assert light.locator("[data-place=yes]").count() == 0, "nobody moves twice meanwhile"
    to_light.release()
    wait_until(lambda: ply(light) == 1, light)
    expect_ball(light, "1a1", "L")
    # A second touch sends the ball that is seen already: it does not leave its place.
    click_cell(dark, "1b1")
    expect_ball(dark, "1b1", "D")
    to_dark.hold()
    dark.get_by_test_id("send-move").click()
    expect(dark.get_by_test_id("confirm-bar")).to_have_count(0)
    wait_until(lambda: ply(light) == 2, light)
    assert ply(dark) == 1
    expect_ball(dark, "1b1", "D")
    to_dark.release()
    wait_until(lambda: ply(dark) == 2, dark)


def test_a_ball_that_is_refused_or_never_arrives_goes_back(
    server: ThreadServer, new_page: NewPage
) -> None:
    light, dark = new_page(server.url, reconnects=True), new_page(server.url)
    line = HeldLine(light)
    sit_down("pylos", light, dark, seat="Light")
    line.cut()
    click_cell(light, "1a1")
    expect_ball(light, "1a1", "L")
    line.refuse(
        {"code": "stale", "key": "refused.stale", "params": {}, "clause": None, "sentence": ""}
    )
    expect_ball(light, "1a1", "")
    expect(light.get_by_test_id("notes")).to_contain_text("The game has moved on.")
    line.cut()
    click_cell(light, "1c1")
    expect_ball(light, "1c1", "L")
    line.break_off()
    expect_ball(light, "1c1", "")
    expect(light.get_by_test_id("notes")).to_contain_text("The connection broke off.")
    expect(light.get_by_test_id("table")).to_have_attribute("data-link", "open")
    click_cell(light, "1d1")
    wait_until(lambda: ply(dark) == 1, dark)


def test_cards_lie_where_they_were_laid_before_the_server_has_answered(
    server: ThreadServer, new_page: NewPage
) -> None:
    pages = new_page(server.url), new_page(server.url)
    lines = {page: HeldLine(page) for page in pages}
    sit_down("pacal", *pages)
    wait_until(lambda: any(map(offers, pages)), pages[0])
    first, second = sorted(pages, key=offers, reverse=True)
    hand = first.locator("[data-testid^=hand-]")
    offered = [hand.nth(n).get_attribute("data-testid") or "" for n in (3, 9)]
    cards = [name.removeprefix("hand-") for name in offered]
    for name in offered:
        first.get_by_test_id(name).click()
    lines[first].hold()
    first.get_by_test_id("confirm-offer").click()
    expect(first.get_by_test_id("confirm-offer")).to_have_count(0)
    expect(hand).to_have_count(13)
    for card in cards:
        expect(first.get_by_test_id(f"offer-{card}")).to_be_visible()
    assert ply(first) == 0
    lines[first].release()
    # The card taken is one's own at once, and the card built lies on its field.
    wait_until(lambda: ply(second) == 1, second)
    taken = second.get_by_test_id(f"offer-{cards[0]}")
    taken.click()
    lines[second].hold()
    second.get_by_test_id("confirm-take").click()
    expect(taken).to_have_accessible_name(f"Card {cards[0]}, for you, fits everywhere")
    assert ply(second) == 1
    lines[second].release()
    wait_until(lambda: ply(second) == 2, second)
    lines[second].hold()
    second.get_by_test_id("own-5").click()
    expect(second.get_by_test_id("own-5")).to_have_attribute("data-card", cards[0])
    assert ply(second) == 2
    lines[second].release()
    wait_until(lambda: ply(second) == ply(first) == 3, second)
    assert PacalHand(first).act()
