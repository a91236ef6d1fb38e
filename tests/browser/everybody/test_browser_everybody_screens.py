"""Every screen, for everybody: axe finds nothing, no text overflows in any language, fingers hit.

The screens are listed in browser_screens.py.
"""

from collections.abc import Iterator

import pytest
from browser_axe import AXE, SETTLED, run_axe
from browser_chromium import Chromium
from browser_layout import overflowing, speak, too_small, zoom_text
from browser_screens import SCREENS, Screen, prepare, show
from playwright.sync_api import Page
from server_client import ThreadServer

pytestmark = pytest.mark.browser

LANGUAGES = ("en", "fr", "nl", "de")
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
COLOURS = ["color-contrast", "link-in-text-block"]
#: On a desktop axe asks everything of every fourth screen; the long run asks it of all.
WHOLE = {screen.name for screen in SCREENS[::4]}


@pytest.fixture(scope="module")
def phone(server: ThreadServer, chromium: Chromium) -> Iterator[tuple[Page, dict[str, str]]]:
    """A phone that keeps the games which the screens show, and their addresses."""
    context = chromium.new_context(
        base_url=server.url,
        viewport=PHONE,  # type: ignore[arg-type]
        service_workers="block",
        locale="en-GB",
        reduced_motion="reduce",
        has_touch=True,
        is_mobile=True,
    )
    context.set_default_timeout(90_000)
    page = context.new_page()
    yield page, prepare(server.url, page)
    context.close()


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_screen_is_for_everybody(phone: tuple[Page, dict[str, str]], screen: Screen) -> None:
    """Both themes, all languages, three sizes of text and window."""
    page, places = phone
    page.evaluate("settings => localStorage.setItem('sommet.settings', settings)", screen.settings)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    show(page, screen, places)
    page.evaluate(SETTLED)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert run_axe(page, "light") == []
    assert too_small(page) == []
    # Only colours differ between the themes, and the layout between the sizes.
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    assert run_axe(page, "dark", None if screen.name in WHOLE else COLOURS) == []
    # On a desktop, where there is more room, the two languages with the longest words will do.
    for size, languages in ((PHONE, LANGUAGES), (DESKTOP, ("fr", "de"))):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for language in languages:
            speak(page, language)
            page.evaluate(SETTLED)
            assert overflowing(page) == [], f"{language} {size['width']} px"
    zoom_text(page, 200)
    page.evaluate(SETTLED)
    assert overflowing(page) == [], "text of twice the size"
    speak(page, "en")


@pytest.mark.soak
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_axe_finds_nothing_at_any_size(phone: tuple[Page, dict[str, str]], screen: Screen) -> None:
    page, places = phone
    page.evaluate("settings => localStorage.setItem('sommet.settings', settings)", screen.settings)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    show(page, screen, places)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for size in (PHONE, {"width": 844, "height": 390}, DESKTOP, {"width": 1920, "height": 1080}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for theme in ("light", "dark"):
            assert run_axe(page, theme) == [], size
