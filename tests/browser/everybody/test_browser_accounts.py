"""An account made on one device and used on another, by keyboard, in four languages."""

import json
from collections.abc import Iterator

import pytest
from browser_axe import AXE, run_axe
from browser_layout import overflowing, speak, too_small
from browser_pages import STATIC, NewPage
from browser_passkeys import add_authenticator
from playwright.sync_api import Page, expect
from server_client import ThreadServer, quick_settings

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server by its name: passkeys belong to one."""
    settings = quick_settings(tmp_path_factory.mktemp("named"), static=STATIC, lobby=True)
    with ThreadServer(settings) as running:
        yield running.url.replace("127.0.0.1", "localhost")


def press(page: Page, name: str) -> None:
    """Press a button as somebody does who has no mouse."""
    page.get_by_test_id(name).focus()
    page.keyboard.press("Enter")


def is_clean(page: Page) -> None:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert run_axe(page, "light") == []
    assert run_axe(page, "dark", ["color-contrast"]) == []
    assert too_small(page) == []
    for language in ("fr", "nl", "de", "en"):
        speak(page, language)
        assert overflowing(page) == []


def test_an_account_made_on_one_device_is_used_on_another(named: str, new_page: NewPage) -> None:
    one, two = new_page(named), new_page(named, viewport={"width": 390, "height": 800})
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
    expect(one.get_by_text("1 game is your account")).to_be_visible()
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
    three = new_page(named)
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


def test_a_page_without_passkeys_says_so(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url)
    page.goto("/account")
    expect(page.get_by_test_id("no-passkeys")).to_contain_text("localhost")
