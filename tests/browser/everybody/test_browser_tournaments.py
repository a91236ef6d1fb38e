"""A tournament from signing up to the winner, in real browsers and by keyboard."""

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from browser_pages import STATIC, NewPage
from browser_passkeys import add_authenticator
from browser_people import come_in, register, run_apart
from browser_reach import is_clean, look_again, press
from playwright.sync_api import expect
from server_client import Api, ThreadServer, quick_settings
from soft_passkey import Device
from tournament_players import show

from sommet.server.community.tournaments import director, service
from sommet.server.web.identity import COOKIE

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server by its name: passkeys belong to one."""
    settings = quick_settings(tmp_path_factory.mktemp("named"), static=STATIC, lobby=True)
    with pytest.MonkeyPatch.context() as patch, ThreadServer(settings) as running:
        patch.setattr(director, "LOOK_EVERY_S", 0.1)
        patch.setattr(service, "_FRESH_S", 0.0)
        yield running.url.replace("127.0.0.1", "localhost")


async def lose_every_game(url: str, kept: str, tournament: str) -> None:
    """Enter a tournament, and give up whatever is to be played until it is over."""
    async with Api(url) as api, Device(url) as mine:
        mine.http.cookies.set(COOKIE, kept)
        await mine.done(f"/api/tournaments/{tournament}/enter")
        while (await show(api, tournament))["state"] != "finished":
            for seat in (await mine.done("/api/account/seats"))["seats"]:
                async with api.seat(seat) as player:
                    if not player.over:
                        await player.ask("resign")
            await asyncio.sleep(0.05)


def test_from_signing_up_to_the_winner(named: str, new_page: NewPage) -> None:
    url = named.replace("localhost", "127.0.0.1")
    mia = new_page(named)
    noa = new_page(named, viewport={"width": 390, "height": 800})
    kept_noa, kept_oto = run_apart(register(url, "Noa", "Oto"))
    come_in(noa, "Noa", kept_noa)
    for page in (mia, noa):
        page.clock.install()
    mia.goto("/tournaments")
    expect(mia.get_by_test_id("no-tournaments")).to_be_visible()
    add_authenticator(mia)
    mia.goto("/account")
    mia.get_by_test_id("new-name").fill("Mia")
    mia.keyboard.press("Enter")
    press(mia, "code-kept")
    mia.goto("/")
    press(mia, "to-tournaments")
    press(mia, "make-tournament")
    mia.get_by_test_id("make-form").wait_for()
    is_clean(mia)
    mia.get_by_role("radio", name="Swiss").focus()
    mia.keyboard.press("ArrowLeft")
    expect(mia.get_by_role("radio", name="Round robin")).to_be_checked()
    mia.keyboard.press("Tab")
    mia.keyboard.press("ArrowRight")
    expect(mia.get_by_role("radio", name="Pacal")).to_be_checked()
    mia.get_by_test_id("tournament-pause").fill("0")
    press(mia, "make-now")
    expect(mia.get_by_test_id("nobody-entered")).to_be_visible()
    address = mia.url
    tournament = address.rpartition("/")[2]
    noa.goto("/tournaments")
    is_clean(noa)
    noa.get_by_test_id(f"tournament-{tournament}").focus()
    noa.keyboard.press("Enter")
    for page in (mia, noa):
        press(page, "enter")
        page.get_by_test_id("leave").wait_for()
    with ThreadPoolExecutor(1) as alone:
        oto = alone.submit(asyncio.run, lose_every_game(url, kept_oto, tournament))
        look_again(mia, mia.get_by_test_id("standings").get_by_text("Oto"))
        press(mia, "start")
        # Each sees that there is a game with the other, whichever round it is in.
        theirs = mia.get_by_test_id("own").get_by_role("button", name="Noa")
        look_again(mia, theirs)
        look_again(noa, noa.get_by_test_id("own").get_by_role("button", name="Mia"))
        expect(noa.get_by_test_id("stands")).to_contain_text(re.compile("Round [123] of 3"))
        is_clean(noa)
        theirs.focus()
        mia.keyboard.press("Enter")
        expect(mia).to_have_url(re.compile("/play/"))
        # As a notice leads there: at once to the seat, on a device that has never been at it.
        noa.evaluate("localStorage.removeItem('sommet.tables')")
        noa.goto(mia.url)
        press(noa, "resign")
        press(noa, "confirm-resign")
        expect(mia.get_by_test_id("outcome")).to_have_attribute("data-reason", "resignation")
        press(mia, "to-tournament")
        expect(mia).to_have_url(address)
        oto.result(60)
    look_again(mia, mia.get_by_test_id("stands").filter(has_text="Mia has won"))
    rows = mia.get_by_test_id("standings").locator("tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("Mia")
    expect(rows.nth(2)).to_contain_text("Oto")
    is_clean(mia)
    with mia.expect_download() as download:
        mia.get_by_test_id("csv").click()
    assert download.value.path().read_text("utf-8").startswith("rank,number,name,points,direct")
