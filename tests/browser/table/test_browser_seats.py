"""A lost seat handed back, and what the page says when somebody does not go on."""

import pytest
from browser_pages import FLAT, NewPage, start
from playwright.sync_api import expect
from server_client import ThreadServer
from test_browser_table import click_cell, open_friends

from sommet.match import stalling

pytestmark = pytest.mark.browser


def test_a_lost_seat_is_asked_for_and_handed_back(server: ThreadServer, new_page: NewPage) -> None:
    light = new_page(server.url, settings=FLAT)
    start(light, "pylos", "friend", seat="Light")
    link = light.get_by_test_id("invite-link").input_value()
    dark = new_page(server.url, settings=FLAT)
    dark.goto(link)
    expect(dark.get_by_test_id("offered")).to_contain_text("Pylos")
    dark.get_by_test_id("join").click()
    expect(dark.get_by_test_id("table")).to_have_attribute("data-link", "open")
    click_cell(light, "1a1")
    dark.close()  # and everything this browser kept with it
    again = new_page(server.url, settings=FLAT)
    again.goto(link)
    again.get_by_test_id("ask-seat-1").click()
    expect(again.get_by_test_id("seat-waiting")).to_be_visible()
    light.get_by_test_id("seat-asked").get_by_test_id("hand-back").click()
    expect(again.get_by_test_id("table")).to_have_attribute("data-link", "open")
    click_cell(again, "1b1")
    expect(light.get_by_test_id("cell-1b1")).to_have_attribute("data-ball", "D")


def test_the_page_says_when_a_game_may_be_left_and_lets_one_leave_it_or_claim_it(
    server: ThreadServer, new_page: NewPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    light, dark = open_friends(server, new_page)
    expect(dark.get_by_test_id("stall-before")).to_be_visible()
    expect(light.get_by_test_id("stall-yours")).to_be_visible()
    expect(dark.get_by_test_id("leave")).to_have_count(0)
    monkeypatch.setattr(stalling, "STANDSTILL_MS", 0)
    dark.reload()
    over = dark.get_by_test_id("stall-over")
    expect(over).to_be_visible()
    expect(over.get_by_test_id("claim")).to_have_count(0)
    over.get_by_test_id("leave").click()
    expect(light.get_by_test_id("outcome")).to_have_attribute("data-reason", "left")
    expect(light.get_by_test_id("outcome")).to_contain_text("No result")
    # Again, with changed seats and a first move: now the game may be claimed.
    light.get_by_test_id("rematch").click()
    dark.get_by_test_id("proposal-rematch").get_by_role("button", name="Accept").click()
    monkeypatch.setattr(stalling, "UNTIMED_MS", 0)
    click_cell(dark, "1a1")
    expect(light.get_by_test_id("stall-yours")).to_be_visible()
    over.get_by_test_id("claim").click()
    expect(light.get_by_test_id("outcome")).to_have_attribute("data-reason", "abandoned")
