"""An account made on one device and used on another, by keyboard, in four languages."""

import asyncio
import json
import re
import secrets
from collections.abc import Iterator
from functools import partial

import pytest
from browser_pages import STATIC, NewPage
from browser_passkeys import add_authenticator
from browser_people import come_in, register, run_apart
from browser_reach import is_clean, press
from playwright.sync_api import expect
from seat_client import Json
from server_client import Api, ThreadServer, quick_settings
from soft_passkey import Device

from sommet.server.community import rater

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server by its name: passkeys belong to one."""
    settings = quick_settings(tmp_path_factory.mktemp("named"), static=STATIC, lobby=True)
    with pytest.MonkeyPatch.context() as patch, ThreadServer(settings) as running:
        patch.setattr(rater, "COUNT_EVERY_S", 0.05)
        yield running.url.replace("127.0.0.1", "localhost")


def test_an_account_made_on_one_device_is_used_on_another(named: str, new_page: NewPage) -> None:
    one = new_page(named, signs_out=True)
    two = new_page(named, signs_out=True, viewport={"width": 390, "height": 800})
    for page in (one, two):
        add_authenticator(page)
    # A game begun as a guest, which goes along.
    one.goto("/")
    one.get_by_test_id("find-opponent").click()
    one.get_by_test_id("lobby-wait").wait_for()
    table = one.url.rpartition("/")[2]
    one.goto("/")
    press(one, "settings")
    press(one, "to-account")
    one.get_by_test_id("new-name").focus()
    one.keyboard.type("Zo\u00e9")
    is_clean(one)
    one.get_by_test_id("new-name").focus()
    one.keyboard.press("Enter")
    code = one.get_by_test_id("recovery-code").inner_text()
    press(one, "code-kept")
    expect(one.get_by_test_id("account-name")).to_have_text("Zo\u00e9")
    press(one, "take-over")
    expect(one.get_by_text("1 game now belongs to your account")).to_be_visible()
    press(one, "link-device")
    link = one.get_by_test_id("device-link").inner_text()
    is_clean(one)
    # The other device: by the link, then with a passkey of its own.
    two.goto(link)
    press(two, "use-link")
    expect(two.get_by_test_id("account-name")).to_have_text("Zo\u00e9")
    assert link.partition("#")[2] not in two.url
    press(two, "add-passkey")
    expect(two.get_by_test_id("devices").locator("li")).to_have_count(2)
    press(two, "sign-out")
    press(two, "sign-in")
    expect(two.get_by_test_id("account-name")).to_have_text("Zo\u00e9")
    two.goto("/games")
    expect(two.locator(f'a[href="/play/{table}"]').first).to_be_visible()
    # The code, on a device without a passkey.
    three = new_page(named, signs_out=True)
    three.goto("/account")
    press(three, "with-code")
    three.get_by_test_id("code").fill(code.lower())
    three.keyboard.press("Enter")
    expect(three.get_by_test_id("account-name")).to_have_text("Zo\u00e9")
    with three.expect_download() as download:
        press(three, "export")
    kept = json.loads(download.value.path().read_text(encoding="utf-8"))["account"]
    assert (kept["name"], len(kept["devices"])) == ("Zo\u00e9", 2)
    # Gone on every device.
    press(three, "delete")
    three.get_by_test_id("delete-name").fill("zoe")
    three.keyboard.press("Enter")
    expect(three.get_by_test_id("register")).to_be_visible()
    assert three.evaluate("localStorage.getItem('sommet.account')") is None


async def find(who: Device) -> Json:
    keys = {"guest": secrets.token_urlsafe(32), "key": secrets.token_urlsafe(32)}
    clock = {"minutes": 7, "increment_s": 3}
    return dict((await who.done("/api/lobby/find", game="pylos", clock=clock, **keys))["seat"])


async def play_rated(url: str) -> None:
    """Let Ada win twice against Bob, and the server count it."""
    async with Api(url) as api, Device(url) as ada, Device(url) as bob:
        await ada.register("Ada")
        await bob.register("Bob")
        for _ in range(2):
            async with api.seat(await find(ada)) as one, api.seat(await find(bob)) as two:
                await two.ask("resign")
                await one.until(partial(getattr, one, "over"))
        while [each["games"] for each in await ratings_of(api, "Ada")] != [2]:
            await asyncio.sleep(0.05)


async def ratings_of(api: Api, name: str) -> list[Json]:
    return list((await api.http.get(f"/api/players/{name}")).json()["ratings"])


@pytest.mark.soak
def test_ratings_are_shown_in_the_lobby_on_a_board_and_on_a_page(
    named: str, new_page: NewPage
) -> None:
    page = new_page(named)
    page.goto("/leaderboard")
    expect(page.get_by_test_id("leaderboard-empty")).to_be_visible()
    url = named.replace("localhost", "127.0.0.1")
    run_apart(play_rated(url))
    page.goto("/")
    press(page, "to-leaderboard")
    board = page.get_by_test_id("leaderboard")
    expect(board.locator("tbody tr").first).to_contain_text("Ada")
    is_clean(page)
    board.get_by_role("link", name="Bob").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("score")).to_contain_text("2 losses in a row")
    expect(page.get_by_test_id("curve")).to_be_visible()
    is_clean(page)
    # A rating leads to its list on the leaderboard, which can be linked.
    page.get_by_test_id("rating").get_by_role("link", name="Pylos, Standard").click()
    expect(page).to_have_url(re.compile("/leaderboard#pylos-standard$"))
    expect(page.locator("#pylos-standard")).to_contain_text("Ada")
    page.go_back()
    # A guest challenges whoever has a page by a link to send them.
    press(page, "challenge-link")
    expect(page.get_by_test_id("invite-link")).to_be_visible()
    # With an account one can challenge whoever has a page.
    (kept,) = run_apart(register(url, "Cleo"))
    come_in(page, "Cleo", kept)
    page.goto("/")
    page.get_by_test_id("person").focus()
    page.keyboard.type("bob")
    page.keyboard.press("Enter")
    page.get_by_test_id("towards").wait_for()
    is_clean(page)
    press(page, "challenge")
    expect(page.get_by_text("Bob has your challenge")).to_be_visible()
    page.goto("/")
    expect(page.get_by_test_id("challenges")).to_contain_text("You challenge Bob, Standard")
    is_clean(page)
    page.goto("/player/Bob")
    # The results against somebody lead to the games with them, which can be linked, too.
    press(page, "with-Ada")
    expect(page.get_by_role("heading", name="Games with Ada")).to_be_visible()
    expect(page).to_have_url(re.compile("/player/Bob#with-Ada$"))
    is_clean(page)
    page.reload()
    expect(page.get_by_test_id("with-everybody")).to_be_visible()
    page.get_by_role("link", name="Lost to Ada").first.click()
    expect(page).to_have_url(re.compile("/replay/"))


def test_a_page_without_passkeys_says_so(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url)
    page.goto("/account")
    expect(page.get_by_test_id("no-passkeys")).to_contain_text("localhost")
    # Loaded without HTTPS, from elsewhere than this device: neither passkeys nor notices.
    page.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', { value: false })")
    page.reload()
    expect(page.get_by_test_id("no-passkeys")).to_contain_text("loaded without HTTPS")
    press(page, "settings")
    told = page.get_by_test_id("tell-me")
    expect(told).to_have_attribute("data-state", "insecure")
    expect(told).to_contain_text("open this page over HTTPS")
