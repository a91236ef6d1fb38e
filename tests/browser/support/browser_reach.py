"""A screen that everybody can use: by keyboard, in every language, with nothing that axe finds."""

from browser_axe import AXE, run_axe
from browser_layout import overflowing_in, too_small
from browser_pages import wait_until
from playwright.sync_api import Locator, Page, expect


def look_again(page: Page, found: Locator) -> None:
    """See something on a page that asks its server every few seconds, without waiting for these.

    The page's clock was installed before its first visit.
    """

    def is_there() -> bool:
        page.clock.fast_forward(3000)
        return found.is_visible()

    wait_until(is_there, page)


def press(page: Page, name: str) -> None:
    """Press a button as somebody does who has no mouse."""
    expect(page.get_by_test_id(name)).to_be_enabled()
    page.get_by_test_id(name).focus()
    page.keyboard.press("Enter")


def is_clean(page: Page) -> None:
    """Check what is on the screen, in light, in the dark and in four languages."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert run_axe(page, "light") == []
    assert run_axe(page, "dark", ["color-contrast"]) == []
    assert too_small(page) == []
    assert overflowing_in(page, "fr", "nl", "de", "en") == []
