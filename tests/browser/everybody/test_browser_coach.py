"""A kind coach: one move on the board and why, nothing called lost, words for what goes on."""

import re

import pytest
from browser_local import keep_tables, play_table
from browser_pages import FLAT, NewPage, PylosHand, start, wait_until
from playwright.sync_api import expect
from server_client import ThreadServer

pytestmark = pytest.mark.browser
LOST = re.compile(r"\blos(e|es|t|ing)\b", re.IGNORECASE)


def test_a_hint_is_one_move_on_the_board_and_why(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pylos", "computer", opponent="level:1", seat="Light")
    page.get_by_test_id("hint").click()
    hint = page.get_by_test_id("gentle-hint")
    expect(hint.locator(".move")).to_have_text(re.compile(r"Place a ball on 1\w\d"))
    cell = hint.locator(".move").inner_text()[-3:]
    star = page.locator("[data-mark]")
    expect(star).to_have_count(1)
    expect(star).to_have_text("★")
    expect(star).to_have_attribute("data-mark", cell)
    expect(page.get_by_test_id(f"cell-{cell}")).to_have_accessible_name(
        re.compile("the coach’s move")
    )
    expect(hint.get_by_test_id("reason")).to_have_text(re.compile(r"\w{3}"))


def test_beginners_hear_of_no_lost_game(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/")
    # Each of the three moves loses at once or to the next reply.
    lost = play_table(
        "hard", "pylos", "computer", 8, lambda plies, _: plies == 34, preset="children"
    )
    keep_tables(page, lost)
    page.goto(lost.play)
    page.get_by_test_id("hint").click()
    hint = page.get_by_test_id("gentle-hint")
    expect(hint.locator(".move")).to_have_count(1)
    page.get_by_test_id("full-hint").click()
    expect(hint.locator(".move")).to_have_count(3)
    expect(page.get_by_test_id("analysis")).to_have_count(0)
    assert set(page.locator("[data-mark]").all_inner_texts()) == {"★"}
    expect(page.get_by_test_id("help")).not_to_have_text(LOST)


def test_the_coach_marks_cards_too(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/")
    fresh = play_table("advised", "pacal", "computer", 1, lambda plies, _: plies == 0)
    keep_tables(page, fresh)
    page.goto(fresh.play)
    page.get_by_test_id("hint").click()
    advice = page.get_by_test_id("gentle-hint").locator(".move")
    expect(advice).to_have_text(re.compile(r"Offer \d+ and \d+"))
    cards = re.findall(r"\d+", advice.inner_text())
    for card in cards:
        expect(page.get_by_test_id(f"hand-{card}").locator(".star")).to_be_visible()
    expect(page.locator(".star")).to_have_count(2)
    page.get_by_test_id("resign").click()
    page.get_by_test_id("confirm-resign").click()
    expect(page.get_by_test_id("outcome")).to_contain_text("You resigned.")
    offered = play_table(
        "offered",
        "pacal",
        "computer",
        1,
        lambda _, state: (state.phase, state.actor) == ("take", 0),
    )
    keep_tables(page, offered)
    page.goto(offered.play)
    page.get_by_test_id("hint").click()
    star = page.get_by_test_id(re.compile("^offer-")).locator(".star")
    # On the edge of the card, clear of the number in its middle, or in the corner of one in hand.
    assert star.evaluate("star => star.offsetTop < -0.7 * star.offsetHeight")


def test_it_is_said_whose_turn_it_is_and_who_ended_the_game(
    server: ThreadServer, new_page: NewPage
) -> None:
    light, dark = new_page(server.url, settings=FLAT), new_page(server.url, settings=FLAT)
    start(light, "pylos", "friend", seat="Light")
    invite = light.get_by_test_id("invite-link").input_value()
    dark.goto(invite)
    dark.get_by_test_id("join").click()
    expect(dark.get_by_test_id("guide")).to_have_text("Light is to move.")
    expect(light.get_by_test_id("player-0")).to_contain_text("Your move")
    expect(dark.get_by_test_id("player-0")).to_contain_text("to move")
    hand = PylosHand(light)
    wait_until(hand.can_move, light)
    hand.move()
    expect(light.get_by_test_id("guide")).to_have_text("Dark is to move.")
    expect(dark.get_by_test_id("moves")).to_contain_text("1")
    dark.get_by_test_id("resign").click()
    dark.get_by_test_id("confirm-resign").click()
    expect(light.get_by_test_id("outcome")).to_contain_text("Dark resigned.")
    expect(dark.get_by_test_id("outcome")).to_contain_text("You resigned.")


def test_a_lesson_begins_with_the_aim(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/learn/pylos/place")
    expect(page.get_by_test_id("aim")).to_contain_text("one of your balls on the summit")
    expect(page.get_by_test_id("aim").locator("svg")).to_be_visible()
    page.goto("/learn/pylos/stack")
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", "stack")
    expect(page.get_by_test_id("aim")).to_have_count(0)
