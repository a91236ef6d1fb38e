"""A tournament from signing up to the winner, in real browsers and by keyboard."""

import re
from collections.abc import Iterator

import pytest
from browser_pages import STATIC, NewPage
from browser_passkeys import add_authenticator
from browser_reach import is_clean, press
from playwright.sync_api import Page, expect
from server_client import ThreadServer, quick_settings

from sommet.server.community.tournaments import director, service

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server by its name: passkeys belong to one."""
    settings = quick_settings(tmp_path_factory.mktemp("named"), static=STATIC, lobby=True)
    with pytest.MonkeyPatch.context() as patch, ThreadServer(settings) as running:
        patch.setattr(director, "LOOK_EVERY_S", 0.1)
        patch.setattr(service, "_FRESH_S", 0.0)
        yield running.url.replace("127.0.0.1", "localhost")


def sign_up(page: Page, name: str) -> None:
    add_authenticator(page)
    page.goto("/account")
    page.get_by_test_id("new-name").fill(name)
    page.keyboard.press("Enter")
    press(page, "code-kept")


def sit_down(page: Page) -> None:
    """Go to the game that waits."""
    page.locator("[data-testid^=play-]").first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/play/"))


def give_up(page: Page) -> None:
    """End a game as quickly as possible."""
    page.get_by_test_id("resign").click()
    page.get_by_test_id("confirm-resign").click()
    expect(page.get_by_test_id("outcome")).to_have_attribute("data-reason", "resignation")


def test_from_signing_up_to_the_winner(named: str, new_page: NewPage) -> None:
    pages = {
        "Mia": new_page(named),
        "Noa": new_page(named, viewport={"width": 390, "height": 800}),
        "Oto": new_page(named),
    }
    mia = pages["Mia"]
    mia.goto("/tournaments")
    expect(mia.get_by_test_id("no-tournaments")).to_be_visible()
    for name, page in pages.items():
        sign_up(page, name)
    mia.goto("/")
    press(mia, "to-tournaments")
    press(mia, "make-tournament")
    mia.get_by_test_id("make-form").wait_for()
    is_clean(mia)
    mia.get_by_role("radio", name="Round robin").check()
    mia.get_by_role("radio", name="Pacal").check()
    mia.get_by_test_id("tournament-pause").fill("0")
    press(mia, "make-now")
    expect(mia.get_by_test_id("nobody-entered")).to_be_visible()
    address = mia.url
    for page in pages.values():
        page.goto(address)
        press(page, "enter")
        page.get_by_test_id("leave").wait_for()
    press(mia, "start")
    # Mia wins against both; Oto, who has a game with each, gives both up.
    for round_number in (1, 2, 3):
        for page in pages.values():
            page.goto(address)
            expect(page.get_by_test_id("stands")).to_contain_text(f"Round {round_number} of 3")
        playing = [
            name for name, page in pages.items() if page.locator("[data-testid^=play-]").count()
        ]
        assert len(playing) == 2
        if round_number == 1:
            is_clean(pages["Noa"])
        for name in playing:
            sit_down(pages[name])
        give_up(pages[max(playing)])
        pages[max(playing)].get_by_test_id("to-tournament").click()
        expect(pages[max(playing)]).to_have_url(address)
    mia.goto(address)
    expect(mia.get_by_test_id("stands")).to_have_text("Mia has won")
    rows = mia.get_by_test_id("standings").locator("tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("Mia")
    expect(rows.nth(2)).to_contain_text("Oto")
    is_clean(mia)
    with mia.expect_download() as download:
        mia.get_by_test_id("csv").click()
    assert download.value.path().read_text("utf-8").startswith("rank,number,name,points,direct")
