"""A slow game over three days, with the time passed in: each move is called by a push."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from browser_pages import FLAT, STATIC, NewPage, wait_until
from passing_days import jump
from playwright.sync_api import Page, expect
from push_service import PushService, SoftBrowser, push_service
from server_client import ThreadServer, quick_settings
from test_browser_slow import move, open_slow

pytestmark = pytest.mark.browser
#: A browser without a push service of its maker's: this one's place is at the test's.
SUBSCRIBE = """subscription => {
  const made = {
    endpoint: subscription.endpoint,
    toJSON: () => ({ endpoint: made.endpoint, keys: subscription }),
    unsubscribe: async () => { localStorage.removeItem('test.push'); return true; },
  };
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error('no key');
    localStorage.setItem('test.push', 'yes');
    return made;
  };
  PushManager.prototype.getSubscription = async () =>
    localStorage.getItem('test.push') ? made : null;
}"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    folder = tmp_path_factory.mktemp("telling")
    with ThreadServer(quick_settings(folder, static=STATIC, push_anywhere=True)) as running:
        yield running


class Worker:
    """The service worker of a page, which gets what the push service got."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._known: list[str] = []
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._devtools.send("ServiceWorker.enable")

    def _note(self, event: dict[str, Any]) -> None:
        self._known += [each["registrationId"] for each in event["registrations"]]

    def push(self, origin: str, content: dict[str, Any]) -> list[dict[str, str]]:
        """Deliver a message; return the notices that are shown then."""
        wait_until(lambda: bool(self._known), self._page)
        wanted = {"origin": origin, "registrationId": self._known[-1], "data": json.dumps(content)}
        self._devtools.send("ServiceWorker.deliverPushMessage", wanted)
        self._page.wait_for_function(
            "navigator.serviceWorker.ready.then(one => one.getNotifications())"
            ".then(all => all.length > 0)"
        )
        shown = """navigator.serviceWorker.ready.then(async one => {
          const all = await one.getNotifications();
          return all.map(each => {
            each.close();
            return { title: each.title, body: each.body, address: each.data, lang: each.lang };
          });
        })"""
        return list(self._page.evaluate(shown))


def test_three_days_of_a_game_called_by_pushes(
    telling: ThreadServer, service: PushService, new_page: NewPage
) -> None:
    light = new_page(telling.url, settings=FLAT, reconnects=True)
    dark = new_page(telling.url, settings=FLAT, reconnects=True, service_workers="allow")
    phone: SoftBrowser = service.browser("phone")
    dark.context.grant_permissions(["notifications"])
    dark.context.add_init_script(f"({SUBSCRIBE})({json.dumps(phone.subscription)})")
    path = open_slow(telling, light, dark)
    # Nobody is asked before they tap.
    dark.goto("/games")
    dark.get_by_test_id("push-on").click()
    expect(dark.get_by_test_id("tell-me")).to_have_attribute("data-state", "on")
    worker = Worker(dark)

    # The first day: light moves, and dark is called while looking elsewhere.
    move(light, 1)
    jump(telling, 30 / 86_400).result(10)
    got = phone.next()
    (shown,) = worker.push(telling.url, got)
    assert (shown["title"], shown["lang"]) == ("Your move", "en")
    assert shown["body"].startswith("Pylos – You have until ")
    assert shown["address"] == telling.url + path
    dark.goto(shown["address"])
    move(dark, 2)
    dark.goto("/games")

    # The second day: again.
    jump(telling, 1).result(10)
    light.goto(path)
    move(light, 3)
    light.goto("/")
    jump(telling, 30 / 86_400).result(10)
    assert phone.next()["notices"][0]["kind"] == "move"

    # Not played for two days and more: eight hours before the end dark is called once more.
    jump(telling, 2.7).result(10)
    got = phone.next()
    assert (got["notices"][0]["kind"], got["waiting"]) == ("deadline", 1)
    (shown,) = worker.push(telling.url, got)
    assert shown["title"] == "Your time is running out"
    dark.goto(shown["address"])
    expect(dark.get_by_test_id("clock-1")).to_have_text("7 hours")
    move(dark, 4)
    dark.goto("/games")
    dark.get_by_test_id("push-off").click()
    expect(dark.get_by_test_id("tell-me")).to_have_attribute("data-state", "off")
    assert phone.got.empty()
