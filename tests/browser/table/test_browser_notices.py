"""A slow game over three days, with the time passed in: each move is called by a push.

The push service of the test decrypts what it gets. What the service worker makes of it is tested in
web/tests/notices.test.ts: the headless shell shows no notices.
"""

import json
from collections.abc import Iterator

import pytest
from browser_pages import FLAT, STATIC, NewPage, wait_until
from passing_days import jump
from playwright.sync_api import expect
from push_service import PushService, SoftBrowser, push_service
from server_client import ThreadServer, quick_settings
from test_browser_slow import move, open_slow

from sommet.server.storage.notices.devices import has_due_batches

pytestmark = pytest.mark.browser
#: A browser without a push service of its maker's: this one's place is at the test's. Nor
#: does Debian's headless shell allow notices.
SUBSCRIBE = """subscription => {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
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
    settings = quick_settings(folder, static=STATIC, accounts=True, push=True, push_anywhere=True)
    with ThreadServer(settings) as running:
        yield running


def under_way(server: ThreadServer) -> bool:
    """Return whether the server has yet to note that something arrived."""
    with server.app.state.registry.services.store.engine.connect() as connection:
        return has_due_batches(connection, 2**62)


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

    # The first day: light moves, and dark is called while looking elsewhere.
    move(light, 1)
    jump(telling, 30 / 86_400).result(10)
    got = phone.next()
    (told,) = got["notices"]
    assert (got["language"], got["waiting"], told["kind"]) == ("en", 1, "move")
    assert told["table"] == path.rpartition("/")[2]
    dark.goto(path)
    move(dark, 2)
    dark.goto("/games")

    # The second day: again.
    jump(telling, 1).result(10)
    light.goto(path)
    move(light, 3)
    light.goto("/")
    jump(telling, 30 / 86_400).result(10)
    assert phone.next()["notices"][0]["kind"] == "move"
    wait_until(lambda: not under_way(telling), light)

    # Not played for two days and more: eight hours before the end dark is called once more.
    jump(telling, 2.7).result(10)
    got = phone.next()
    assert (got["notices"][0]["kind"], got["waiting"]) == ("deadline", 1)
    dark.goto(path)
    expect(dark.get_by_test_id("clock-1")).to_have_text("7 hours")
    move(dark, 4)
    dark.goto("/games")
    dark.get_by_test_id("push-off").click()
    expect(dark.get_by_test_id("tell-me")).to_have_attribute("data-state", "off")
    assert phone.got.empty()
