"""Every screen, for everybody: axe finds nothing, no text overflows in any language, fingers hit.

The screens are listed in browser_screens.py. One walk over all of them collects what is wrong; the
tests then look at one kind of trouble each.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from browser_layout import overflowing, speak, too_small, zoom_text
from browser_screens import SCREENS, Screen, prepare, show
from playwright.sync_api import Browser, Page
from server_client import ThreadServer

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[3] / "web/node_modules/axe-core/axe.min.js"
LANGUAGES = ("en", "fr", "nl", "de")
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
#: Drawn, and nothing fades or slides any more.
SETTLED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const moving = document.getAnimations().filter(a => a.effect.getTiming().iterations === 1);
  await Promise.allSettled(moving.map(a => a.finished));
}"""
RUN_AXE = """async (only) => {
  const options = only ? { runOnly: only } : {};
  const { violations } = await axe.run({ ...options, resultTypes: ['violations'] });
  return violations.map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).join(', '));
}"""


@dataclass
class Trouble:
    """What a walk over all screens has found, by kind."""

    axe: list[str] = field(default_factory=list)
    overflow: list[str] = field(default_factory=list)
    zoom: list[str] = field(default_factory=list)
    small: list[str] = field(default_factory=list)


def run_axe(page: Page, theme: str, only: list[str] | None = None) -> list[str]:
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    page.evaluate(SETTLED)
    return [f"{theme} {text}" for text in page.evaluate(RUN_AXE, only)]


def look_at(page: Page, screen: Screen, places: dict[str, str], trouble: Trouble) -> None:
    """Look at one screen in both themes, all languages, three sizes of text and window."""

    def note(found: list[str], kind: list[str], what: str = "") -> None:
        kind.extend(f"{screen.name} {what} {text}" for text in found)

    show(page, screen, places)
    page.evaluate(SETTLED)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    note(run_axe(page, "light"), trouble.axe)
    # Only colours differ between the themes.
    note(run_axe(page, "dark", ["color-contrast", "link-in-text-block"]), trouble.axe)
    note(too_small(page), trouble.small)
    # On a desktop, where there is more room, the two languages with the longest words will do.
    for size, languages in ((PHONE, LANGUAGES), (DESKTOP, ("fr", "de"))):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for language in languages:
            speak(page, language)
            page.evaluate(SETTLED)
            note(overflowing(page), trouble.overflow, f"{language} {size['width']} px")
    zoom_text(page, 200)
    page.evaluate(SETTLED)
    note(overflowing(page), trouble.zoom, "200 %")
    speak(page, "en")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def trouble(server: ThreadServer, chromium: Browser) -> Iterator[Trouble]:
    context = chromium.new_context(
        base_url=server.url,
        viewport=PHONE,  # type: ignore[arg-type]
        service_workers="block",
        locale="en-GB",
        reduced_motion="reduce",
        has_touch=True,
        is_mobile=True,
    )
    context.set_default_timeout(30_000)
    page = context.new_page()
    places = prepare(server.url, page)
    found = Trouble()
    for screen in SCREENS:
        page.goto("/")
        page.evaluate(
            "settings => localStorage.setItem('sommet.settings', settings)", screen.settings
        )
        look_at(page, screen, places, found)
    yield found
    context.close()


def test_axe_finds_nothing_on_any_screen_in_either_theme(trouble: Trouble) -> None:
    assert trouble.axe == []


def test_no_text_overflows_in_any_language(trouble: Trouble) -> None:
    assert trouble.overflow == []


def test_text_twice_as_large_loses_nothing(trouble: Trouble) -> None:
    assert trouble.zoom == []


def test_everything_is_large_enough_to_touch(trouble: Trouble) -> None:
    assert trouble.small == []
