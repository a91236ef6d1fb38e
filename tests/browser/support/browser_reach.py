"""A screen that everybody can use: by keyboard, in every language, with nothing that axe finds."""

from browser_axe import AXE, run_axe
from browser_layout import overflowing, speak, too_small
from playwright.sync_api import Page, expect


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
    for language in ("fr", "nl", "de", "en"):
        speak(page, language)
        assert overflowing(page) == []
