"""Slow games over days, with the time passed in: what is left in words, called by a push, and on.

The push service of the test decrypts what the server sends, and Chromium delivers it to the service
worker over its debugging protocol. The headless shell allows no notices: what the worker would show
is kept instead.
"""

import json
from collections.abc import Iterator

import pytest
from browser_pages import FLAT, STATIC, NewPage, PylosHand, start, wait_until
from browser_pushes import SUBSCRIBE, Deliveries
from browser_reach import is_clean, press
from passing_days import jump
from playwright.sync_api import Page, expect
from push_service import PushService, push_service
from server_client import ThreadServer, quick_settings
from test_browser_pacal import join

from sommet.server.community.notices import notice_sender
from sommet.server.storage.notices.devices import has_due_batches
from sommet.server.tables import registry

pytestmark = pytest.mark.browser
#: The pause between two pushes to a device, and more.
PAUSE_DAYS = 30 / 86_400


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    folder = tmp_path_factory.mktemp("slow")
    settings = quick_settings(folder, static=STATIC, push=True, push_anywhere=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notice_sender, "LOOK_EVERY_S", 0.05)
        patch.setattr(registry, "LOOK_EVERY_S", 0.1)
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


def is_under_way(server: ThreadServer) -> bool:
    """Return whether the server has yet to note that something arrived."""
    with server.app.state.registry.services.store.engine.connect() as connection:
        return has_due_batches(connection, 2**62)


def test_two_games_over_days_called_by_pushes(
    slow: ThreadServer, service: PushService, new_page: NewPage
) -> None:
    light = new_page(slow.url, settings=FLAT, reconnects=True)
    dark = new_page(slow.url, settings=FLAT, reconnects=True, service_workers="allow")
    phone = service.browser("phone")
    dark.context.grant_permissions(["notifications"])
    dark.context.add_init_script(f"({SUBSCRIBE})({json.dumps(phone.subscription)})")
    deliveries = Deliveries(dark, slow.url)
    first = open_slow(slow, light, dark)
    second = open_slow(slow, light, dark)
    # In the second game; the first waits for light too.
    expect(light.get_by_test_id("clock-0")).to_have_text("3 days")
    expect(light.get_by_test_id("next-game")).to_have_attribute("href", first)
    # Nobody is asked before they tap.
    dark.goto("/games")
    press(dark, "push-on")
    expect(dark.get_by_test_id("tell-me")).to_have_attribute("data-state", "on")

    # The first day: light moves in the second game, and dark is called while looking elsewhere.
    move(light, 1)
    jump(slow, PAUSE_DAYS).result(10)
    got = phone.next()
    (told,) = got["notices"]
    assert (got["language"], got["waiting"], told["kind"]) == ("en", 1, "move")
    assert told["table"] == second.rpartition("/")[2]
    shown = deliveries.deliver(got)
    assert (shown["title"], shown["options"]["body"][:5], shown["badge"]) == (
        "Your move",
        "Pylos",
        1,
    )
    # A tap on it leads to the table.
    address = deliveries.tap(shown)
    assert address == slow.url + second
    dark.goto(address)
    expect(dark.get_by_test_id("clock-1")).to_have_text("3 days")
    move(dark, 2)
    dark.goto("/games")

    # The second day: from the list, by keyboard, into the game that waits longest.
    jump(slow, 1.9).result(10)
    light.goto("/games")
    mine = light.get_by_test_id("current-games").locator("li").first
    expect(mine.get_by_test_id("your-move")).to_have_text("Your move: 1 day")
    expect(mine.locator("a")).to_have_attribute("href", first)
    is_clean(light)
    mine.locator("a").focus()
    light.keyboard.press("Enter")
    expect(light.get_by_test_id("clock-0")).to_have_text("1 day")
    # And from game to game.
    move(light, 3)
    press(light, "next-game")
    expect(light).to_have_url(slow.url + second)
    move(light, 4)
    expect(light.get_by_test_id("next-game")).to_have_count(0)
    light.goto("/games")
    told = []
    while len(told) < 2:
        jump(slow, PAUSE_DAYS).result(10)
        told += phone.next()["notices"]
    assert {(each["kind"], each["table"]) for each in told} == {
        ("move", path.rpartition("/")[2]) for path in (first, second)
    }
    wait_until(lambda: not is_under_way(slow), light)

    # Not played for two days and more: eight hours before the end dark is called once more.
    jump(slow, 2.7).result(10)
    got = phone.next()
    assert ({each["kind"] for each in got["notices"]}, got["waiting"]) == ({"deadline"}, 2)
    dark.goto(second)
    expect(dark.get_by_test_id("clock-1")).to_have_text("7 hours")
    move(dark, 5)
    dark.goto("/games")
    press(dark, "push-off")
    expect(dark.get_by_test_id("tell-me")).to_have_attribute("data-state", "off")
    # The other game is lost, and nobody is told of it any more.
    jump(slow, 0.4).result(10)
    dark.goto(first)
    expect(dark.get_by_test_id("outcome")).to_have_attribute("data-reason", "time")
    dark.goto(second)
    expect(dark.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    assert phone.got.empty()
