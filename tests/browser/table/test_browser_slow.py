"""A slow game over days, with the time passed in: what is left in words, and the way on."""

from collections.abc import Iterator

import pytest
from browser_axe import AXE, run_axe
from browser_pages import FLAT, STATIC, NewPage, PylosHand, start, wait_until
from passing_days import jump
from playwright.sync_api import Page, expect
from server_client import ThreadServer, quick_settings
from test_browser_pacal import join

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    folder = tmp_path_factory.mktemp("slow")
    settings = quick_settings(folder, static=STATIC, accounts=True, push=True)
    with ThreadServer(settings) as running:
        yield running


def open_slow(server: ThreadServer, light: Page, dark: Page) -> str:
    """Open a game with three days for each move; return its path."""
    start(light, "pylos", "friend", seat="Light", clock="3d")
    join(dark, light)
    expect(light.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    return light.url.removeprefix(server.url)


def move(page: Page, seed: int) -> None:
    wait_until(PylosHand(page).can_move, page)
    PylosHand(page, seed=seed).move()


def test_a_game_over_days_and_on_to_the_next(slow: ThreadServer, new_page: NewPage) -> None:
    light, dark = (new_page(slow.url, settings=FLAT, reconnects=True) for _ in range(2))
    first = open_slow(slow, light, dark)
    second = open_slow(slow, light, dark)
    # In the second game; the first waits for light too.
    expect(light.get_by_test_id("clock-0")).to_have_text("3 days")
    expect(light.get_by_test_id("next-game")).to_have_attribute("href", first)
    move(light, 1)
    expect(dark.get_by_test_id("clock-1")).to_have_text("3 days")
    jump(slow, 1.9).result(10)
    light.goto("/")
    mine = light.get_by_test_id("current-games").locator("li").first
    expect(mine.get_by_test_id("your-move")).to_have_text("Your move: 1 day")
    expect(mine.locator("a")).to_have_attribute("href", first)
    light.evaluate(AXE.read_text(encoding="utf-8"))
    assert run_axe(light, "light") == []
    # By keyboard into the game, and the move is made in time.
    mine.locator("a").focus()
    light.keyboard.press("Enter")
    expect(light.get_by_test_id("clock-0")).to_have_text("1 day")
    move(light, 2)
    expect(light.get_by_test_id("next-game")).to_have_count(0)
    jump(slow, 1.05).result(10)
    dark.goto(second)
    expect(dark.get_by_test_id("clock-1")).to_have_text("1 hour")
    jump(slow, 0.05).result(10)
    expect(dark.get_by_test_id("outcome")).to_have_attribute("data-reason", "time")
    dark.goto(first)
    expect(dark.get_by_test_id("table")).to_have_attribute("data-status", "playing")
