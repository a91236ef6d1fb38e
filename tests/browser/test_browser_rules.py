"""The rules in a real browser: every refusal leads to its clause, and back to the game."""

import pytest
from browser_pages import FLAT, NewPage, pick, ply, start
from playwright.sync_api import expect
from server_client import ThreadServer

pytestmark = pytest.mark.browser


def test_a_refused_touch_opens_its_clause_over_the_game(
    new_page: NewPage, server: ThreadServer
) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pylos", "hotseat")
    page.get_by_test_id("cell-1a1").click()
    expect(page.get_by_test_id("cell-1a1")).to_have_attribute("data-ball", "L")
    expect(page.get_by_test_id("cell-1b1")).to_have_attribute("data-place", "yes")
    page.get_by_test_id("cell-2b2").click(force=True)
    guide = page.get_by_test_id("guide")
    expect(guide).to_contain_text("needs four balls under it")
    guide.get_by_test_id("clause-PYL-2").click()
    dialog = page.get_by_test_id("clause-dialog")
    expect(dialog).to_contain_text("On your turn you do exactly one of three things")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert ply(page) == 1
    # The whole rules are a way that leads back to the table.
    guide.get_by_test_id("clause-PYL-2").click()
    page.get_by_role("link", name="All the rules").click()
    expect(page.locator("#PYL-2")).to_be_focused()
    assert page.url.endswith("/rules/pylos?by=standard#PYL-2")
    page.get_by_test_id("rules-back").click()
    expect(page.get_by_test_id("cell-1a1")).to_have_attribute("data-ball", "L")
    page.get_by_test_id("cell-1b1").click()
    expect(page.get_by_test_id("cell-1b1")).to_have_attribute("data-ball", "D")
    # So is the lesson, and the rules from within it.
    page.get_by_test_id("show-rules").click()
    page.get_by_role("link", name="Learn Pylos").click()
    page.get_by_test_id("lesson").wait_for()
    page.get_by_test_id("next-step").click()
    page.get_by_test_id("clause-PYL-2").click()
    page.get_by_role("link", name="All the rules").click()
    page.get_by_test_id("rules-back").click()
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", "stack")
    page.get_by_test_id("lesson-back").click()
    expect(page.get_by_test_id("cell-1b1")).to_have_attribute("data-ball", "D")


def test_a_refused_field_opens_its_clause(new_page: NewPage, server: ThreadServer) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/learn/pacal/full")
    page.get_by_test_id("own-3").click(force=True)
    page.get_by_test_id("guide").get_by_test_id("clause-PAC-5").click()
    dialog = page.get_by_test_id("clause-dialog")
    expect(dialog).to_contain_text("never a third")
    expect(dialog.get_by_test_id("picture-pacal-cover-26")).to_be_visible()
    # The whole rules open at the book of the game on screen.
    page.goto("/learn/pacal/tie-largest")
    page.get_by_test_id("clause-PAC-7").first.click()
    book = "/rules/pacal?by=fr#PAC-7"
    expect(page.get_by_role("link", name="All the rules")).to_have_attribute("href", book)


def test_rules_by_preset_and_book(new_page: NewPage, server: ThreadServer) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/rules/pylos#PYL-5")
    expect(page.locator("#PYL-5")).to_be_focused()
    expect(page.get_by_test_id("rule-PYL-8")).to_contain_text("not in this game")
    pick(page.get_by_role("radio", name="Expert"))
    expect(page.get_by_test_id("rules")).to_have_attribute("data-preset", "expert")
    expect(page.get_by_test_id("rule-PYL-8")).not_to_contain_text("not in this game")
    assert page.get_by_test_id("rule-PYL-R1").is_visible()
    picture = page.get_by_test_id("picture-pylos-line").locator("img")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    page.goto("/rules/pacal?by=fr")
    expect(page.get_by_test_id("rule-PAC-7")).to_contain_text("The largest difference")
    pick(page.get_by_role("radio", name="English"))
    expect(page.get_by_test_id("rule-PAC-7")).to_contain_text("The smallest difference")


@pytest.mark.parametrize("language", ["fr", "nl", "de"])
def test_rules_and_lessons_in_other_languages(
    new_page: NewPage, server: ThreadServer, language: str
) -> None:
    settings = f'{{"view":"flat","motion":false,"language":"{language}"}}'
    page = new_page(server.url, settings=settings, viewport={"width": 360, "height": 740})
    for path in ("/rules/pylos", "/rules/pacal", "/learn", "/learn/pylos/free", "/learn/pacal/end"):
        page.goto(path)
        page.locator("main h1").wait_for()
        words = page.locator("main").inner_text()
        assert "rules." not in words
        assert "learn." not in words
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
