"""Pacal in the browser: a duel by link, solo, two on one screen, a spectator."""

import re

import pytest
from browser_pages import NewPage, PacalHand, ply, start, wait_until
from playwright.sync_api import Page, expect
from server_client import ThreadServer

pytestmark = pytest.mark.browser


def join(page: Page, opener: Page) -> None:
    """Follow the opener's invitation."""
    link = opener.get_by_test_id("invite-link").input_value()
    page.goto(link)
    page.get_by_test_id("join").click()
    expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    expect(opener.get_by_test_id("table")).to_have_attribute("data-status", "playing")


def play_round(*hands: PacalHand) -> None:
    """Let all hands act until the round is over."""
    for hand in hands:
        wait_until(lambda hand=hand: hand.status() != "between_rounds", hand.page)
    while hands[0].status() == "playing":
        if len(hands) == 1:
            hands[0].wait_for_turn()
        if not any(hand.act() for hand in hands):
            hands[0].page.wait_for_timeout(20)


def sit_down(server: ThreadServer, new_page: NewPage) -> tuple[Page, Page, Page]:
    """Return the pages of two who play, one by the other's link, and of one who watches."""
    ada, bob, eve = (new_page(server.url) for _ in range(3))
    start(ada, "pacal", "friend")
    expect(ada.get_by_test_id("invite")).to_be_visible()
    join(bob, ada)
    table = re.search(r"/play/(\w+)", ada.url)
    assert table is not None
    eve.goto(f"/watch/{table[1]}")
    expect(eve.get_by_test_id("pacal-table")).to_be_visible()
    assert eve.locator('[data-testid^="hand-"]').count() == 0, "an observer sees no hand"
    return ada, bob, eve


def play_on(ada: Page, bob: Page) -> None:
    """See a round judged, and begin the next."""
    expect(ada.get_by_test_id("deal-check")).to_have_attribute("data-result", "fair")
    for page in (ada, bob):
        page.get_by_test_id("next-round").click()
    for page in (ada, bob):
        expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")


def prepare_a_build(*pages: Page) -> None:
    """Let whoever offers choose a field while the other builds: the card goes there by itself."""
    first, second = sorted(pages, key=lambda page: page.get_by_test_id("confirm-offer").count())[
        ::-1
    ]
    taker = PacalHand(second)
    PacalHand(first).act()
    wait_until(taker.act, second)
    first.get_by_test_id("prepare").click()
    field = first.locator("[data-testid^=own-][data-allowed]").first
    name = field.get_attribute("data-testid") or ""
    field.click()
    expect(first.get_by_test_id("prepared")).to_contain_text(name.removeprefix("own-"))
    wait_until(taker.act, second)
    expect(first.get_by_test_id(name)).not_to_have_attribute("data-card", "")
    expect(first.get_by_test_id("prepared")).to_have_count(0)
    wait_until(lambda: ply(second) == 4, second)


def share_a_picture(page: Page) -> None:
    page.get_by_test_id("share").click()
    with page.expect_download() as saved:
        page.get_by_test_id("share-picture").click()
    assert saved.value.suggested_filename == "sommet-pacal.png"
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_round_between_two_browsers_by_link_and_on_to_the_next(
    server: ThreadServer, new_page: NewPage
) -> None:
    ada, bob, eve = sit_down(server, new_page)
    prepare_a_build(ada, bob)
    share_a_picture(ada)
    play_round(PacalHand(ada, 1), PacalHand(bob, 2))
    for page in (ada, bob, eve):
        expect(page.get_by_test_id("outcome")).to_be_visible()
    play_on(ada, bob)
    bob.get_by_test_id("resign").click()
    bob.get_by_test_id("confirm-resign").click()
    for page in (ada, bob, eve):
        expect(page.get_by_test_id("table")).to_have_attribute("data-status", "finished")
        expect(page.get_by_test_id("outcome")).to_be_visible()


@pytest.mark.soak
def test_a_duel_between_two_browsers_by_link(server: ThreadServer, new_page: NewPage) -> None:
    ada, bob, eve = sit_down(server, new_page)
    hands = PacalHand(ada, 1), PacalHand(bob, 2)
    for _ in range(12):
        play_round(*hands)
        expect(ada.get_by_test_id("outcome")).to_be_visible()
        if hands[0].status() == "finished":
            break
        play_on(ada, bob)
    assert ada.get_by_test_id("outcome").get_attribute("data-reason") == "three-rounds"
    expect(eve.get_by_test_id("outcome")).to_be_visible()


def test_solo(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url)
    start(page, "pacal", "solo")
    hand = PacalHand(page, 4)
    play_round(hand)
    assert page.get_by_test_id("outcome").get_attribute("data-reason") in ("complete", "stuck")
    # Nobody else shuffled, so there is nothing to check.
    assert page.get_by_test_id("deal-check").count() == 0
    # One player's moves have the whole width, a line each: at the table and in the replay.
    for path in ("play", "replay"):
        page.goto(page.url.replace("/play/", f"/{path}/"))
        page.locator("[data-ply]").first.wait_for()
        assert page.get_by_test_id("moves").evaluate(
            """list => [...list.children].every(move => move.offsetHeight < 2 * parseFloat(
                 getComputedStyle(move).lineHeight) && move.offsetWidth === list.clientWidth)"""
        )


def test_two_on_one_screen_with_a_curtain(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url)
    start(page, "pacal", "hotseat")
    expect(page.get_by_test_id("curtain")).to_be_visible()
    assert page.locator('[data-testid^="hand-"]').count() == 0
    page.get_by_test_id("lift-curtain").click()
    expect(page.get_by_test_id("curtain")).to_have_count(0)
    assert page.locator('[data-testid^="hand-"]').count() == 15
    hand = PacalHand(page, 7)
    assert hand.act()
    expect(page.get_by_test_id("curtain")).to_be_visible()
    play_round(hand)
    expect(page.get_by_test_id("outcome")).to_be_visible()


def test_a_field_says_why_not(server: ThreadServer, new_page: NewPage) -> None:
    """With a card to build, a field that is not allowed names the clause when asked."""
    page = new_page(server.url)
    start(page, "pacal", "solo")
    for _ in range(12):
        blocked = page.locator('[data-testid^="own-"]:not([data-allowed="yes"])')
        if blocked.count():
            blocked.first.click(force=True)
            expect(page.get_by_test_id("guide")).to_contain_text(re.compile("Rule (4|5)"))
            return
        PacalHand(page).act()
    pytest.fail("every field was always allowed")
