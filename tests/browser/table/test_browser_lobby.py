"""Two strangers meet in the lobby, play and are watched; without a lobby nothing of it shows."""

from collections.abc import Iterator

import pytest
from browser_axe import AXE, run_axe
from browser_layout import overflowing, speak, too_small
from browser_pages import FLAT, STATIC, NewPage, PylosHand, start, wait_until
from playwright.sync_api import Page, expect
from server_client import ThreadServer, quick_settings

from sommet.server.community import lobby as lobby_module

pytestmark = pytest.mark.browser

WAITING = {
    "en": "Waiting for an opponent",
    "fr": "En attente d’un adversaire",
    "nl": "Wachten op een tegenstander",
    "de": "Warten auf jemanden",
}


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    settings = quick_settings(tmp_path_factory.mktemp("public"), static=STATIC, lobby=True)
    with ThreadServer(settings) as running:
        yield running


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "_FRESH_S", 0.05)


def is_clean(page: Page) -> None:
    """See that axe finds nothing and that fingers hit, in both themes and every language."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert run_axe(page, "light") == []
    assert run_axe(page, "dark", ["color-contrast"]) == []
    assert too_small(page) == []
    for language in WAITING:
        speak(page, language)
        assert overflowing(page) == []
    speak(page, "en")


def test_two_strangers_meet_play_and_are_watched(public: ThreadServer, new_page: NewPage) -> None:
    one, two = (new_page(public.url, settings=FLAT) for _ in range(2))
    one.goto("/")
    expect(one.get_by_test_id("lobby-empty")).to_be_visible()
    # By keyboard alone.
    one.get_by_test_id("find-opponent").focus()
    one.keyboard.press("Enter")
    waiting = one.get_by_test_id("lobby-wait")
    for language, text in WAITING.items():
        speak(one, language)
        expect(waiting).to_contain_text(text)
    speak(one, "en")
    table = one.url.rpartition("/")[2]
    two.goto("/")
    seat = two.get_by_test_id(f"seat-{table}")
    expect(seat).to_contain_text("Pylos")
    is_clean(two)
    seat.focus()
    two.keyboard.press("Enter")
    for page in (one, two):
        expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    pages = (one, two)
    for number in range(4):
        wait_until(lambda: any(PylosHand(page).can_move() for page in pages), one)
        mover = next(page for page in pages if PylosHand(page).can_move())
        PylosHand(mover, seed=number).move()
        for page in pages:
            expect(page.locator('[data-testid="moves"] li[data-ply]')).to_have_count(number + 1)
    # A greeting from the list, in the language of whoever reads it.
    speak(two, "de")
    one.get_by_test_id("greetings").focus()
    one.keyboard.press("Enter")
    one.get_by_test_id("greet-well_played").focus()
    one.keyboard.press("Enter")
    expect(two.get_by_text("Gut gespielt!").first).to_be_visible()
    speak(two, "en")
    watcher = new_page(public.url, settings=FLAT)
    watcher.goto("/")
    expect(watcher.get_by_test_id("shown-game")).to_be_visible()
    watch = watcher.get_by_test_id(f"watch-{table}")
    expect(watch).to_contain_text("4 moves")
    is_clean(watcher)
    watch.click()
    expect(watcher.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    expect(watcher.locator('[data-testid="moves"] li[data-ply]')).to_have_count(4)


def test_an_open_seat_is_withdrawn(public: ThreadServer, new_page: NewPage) -> None:
    one, two = (new_page(public.url, settings=FLAT) for _ in range(2))
    one.goto("/")
    one.get_by_label("Clock").select_option("15+10")
    one.get_by_test_id("find-opponent").click()
    one.get_by_test_id("lobby-wait").wait_for()
    table = one.url.rpartition("/")[2]
    two.goto("/")
    expect(two.get_by_test_id(f"seat-{table}")).to_contain_text("15 min")
    one.get_by_test_id("withdraw").click()
    expect(one.get_by_test_id("lobby")).to_be_visible()
    # The other page hears of it by itself.
    expect(two.get_by_test_id(f"seat-{table}")).to_have_count(0)


def test_a_family_server_shows_none_of_it(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url)
    start(page, "pylos", "friend")
    page.goto("/")
    expect(page.get_by_test_id("current-games")).to_be_visible()
    expect(page.get_by_test_id("lobby")).to_have_count(0)
