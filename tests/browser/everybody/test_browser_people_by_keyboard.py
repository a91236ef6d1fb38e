"""Choosing opponents, holidays, blocking and reporting, by keyboard."""

import re
import secrets
from collections.abc import Iterator

import pytest
from browser_pages import FLAT, STATIC, NewPage
from browser_people import come_in, run_apart
from browser_reach import is_clean, press
from playwright.sync_api import Page, expect
from seat_client import Json
from server_client import Api, ThreadServer, quick_settings
from soft_passkey import Device, SoftPasskey

from sommet.server.community import lobby as lobby_module
from sommet.server.community.tournaments import service
from sommet.server.storage.player_relations import list_reports
from sommet.server.web.identity import COOKIE

pytestmark = pytest.mark.browser


@pytest.fixture
def named(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ThreadServer]:
    monkeypatch.setattr(lobby_module, "_FRESH_S", 0.0)
    monkeypatch.setattr(service, "_FRESH_S", 0.0)
    settings = quick_settings(tmp_path_factory.mktemp("named"), static=STATIC, lobby=True)
    with ThreadServer(settings) as running:
        yield running


async def make_accounts(url: str) -> tuple[str, str]:
    """Make accounts for Ida, on her second device, and Jan; return what their browsers keep."""
    async with Device(url) as ida, Device(url) as jan:
        await ida.register("Ida", "old phone")
        ida.passkey = SoftPasskey(ida.origin)
        await ida.add_passkey("laptop")
        await jan.register("Jan")
        return ida.http.cookies[COOKIE], jan.http.cookies[COOKIE]


async def sit_opposite(url: str, kept: str) -> Json:
    """Let Jan take the one seat in the lobby, and go on holiday; return how it was listed."""
    async with Api(url) as api, Device(url) as jan:
        jan.http.cookies.set(COOKIE, kept)
        (seat,) = (await api.http.get("/api/lobby")).json()["seats"]
        keys = {"guest": secrets.token_urlsafe(32), "key": secrets.token_urlsafe(32)}
        await jan.done(f"/api/lobby/seats/{seat['table']}/take", **keys)
        await jan.done("/api/account/holiday", days=3)
        return dict(seat)


def toggle(page: Page, name: str) -> None:
    """Check or uncheck a box as somebody does who has no mouse."""
    page.get_by_test_id(name).focus()
    page.keyboard.press("Space")


@pytest.mark.soak
def test_whom_one_plays_and_what_one_does_about_them(
    named: ThreadServer, new_page: NewPage
) -> None:
    kept, kept_jan = run_apart(make_accounts(named.url))
    page = new_page(named.url.replace("127.0.0.1", "localhost"), settings=FLAT)
    come_in(page, "Ida", kept)
    # A slow game for fun, with somebody of a certain strength.
    page.goto("/")
    page.get_by_label("Clock").select_option("3d")
    toggle(page, "rated-only")
    toggle(page, "casual")
    press(page, "find-opponent")
    page.get_by_test_id("lobby-wait").wait_for()
    is_clean(page)
    seat = run_apart(sit_opposite(named.url, kept_jan))
    assert (seat["least"], seat["most"]) == (1000, 2000)
    expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    # Who sits there, that they are away, and what one can say to them.
    press(page, "greetings")
    expect(page.get_by_test_id("greeting-list")).to_be_visible()
    page.reload()
    at_table = page.get_by_test_id("at-table")
    expect(at_table).to_contain_text("This game doesn\u2019t count.")
    expect(at_table.get_by_test_id("away")).to_contain_text("on holiday until")
    press(page, "greetings")
    is_clean(page)
    table, jans_page = page.url, at_table.get_by_role("link", name="Jan").get_attribute("href")
    # Blocked, and not any more; then reported, with the game.
    page.goto(str(jans_page))
    block = page.get_by_test_id("block")
    press(page, "block")
    expect(block).to_have_text("Unblock")
    expect(page.get_by_test_id("challenge")).to_have_count(0)
    press(page, "block")
    expect(block).to_have_text("Block")
    expect(page.get_by_test_id("challenge")).to_be_visible()
    page.locator("summary", has_text="Report to the host").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("report-names")).to_be_visible()
    is_clean(page)
    page.get_by_label("Reason").select_option("abandoning")
    press(page, "report")
    expect(page.get_by_text("The host will see it.").first).to_be_visible()
    (told,) = list_reports(named.app.state.registry.services.store.engine)
    where = table.rpartition("/")[2]
    assert (told.reporter, told.reported, told.reason, told.table) == (
        *("Ida", "Jan", "abandoning"),
        where,
    )
    # Away oneself, and back; and without a phone that was lost.
    page.goto("/account")
    page.get_by_test_id("holiday-days").fill("5")
    press(page, "holiday-begin")
    expect(page.get_by_test_id("holiday-until")).to_be_visible()
    devices = page.get_by_test_id("devices").locator("li")
    expect(devices).to_have_count(2)
    is_clean(page)
    devices.filter(has_text="old phone").get_by_test_id("remove-device").focus()
    page.keyboard.press("Enter")
    expect(devices).to_have_count(1)
    expect(page.get_by_test_id("remove-device")).to_have_count(0)
    press(page, "holiday-end")
    expect(page.get_by_test_id("holiday")).to_contain_text("27 of 28 days")
    # A tournament without its organiser for a while, and then without anybody.
    page.goto("/tournaments")
    press(page, "make-tournament")
    press(page, "make-now")
    press(page, "enter")
    absent = page.get_by_test_id("absent")
    press(page, "absent")
    expect(absent).to_have_text("I\u2019m back")
    press(page, "absent")
    expect(absent).to_have_text("Pause")
    press(page, "cancel")
    expect(page.get_by_test_id("stands")).to_have_text("Cancelled")
    expect(page).to_have_url(re.compile("/tournament/"))
    is_clean(page)
