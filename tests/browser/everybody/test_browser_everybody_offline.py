"""Without a connection: the page opens, says what works, and never stays old."""

import json
import shutil
from pathlib import Path

import pytest
from browser_offline import cut_network, mend_network
from browser_pages import FLAT, STATIC, NewPage, pick, start, wait_until
from playwright.sync_api import Page, expect
from server_client import ThreadServer, quick_settings

pytestmark = pytest.mark.browser


def wait_until_kept(page: Page) -> None:
    """Wait until the service worker has kept the page and answers for it."""
    page.evaluate("navigator.serviceWorker.ready")
    wait_until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), page)


def test_the_page_opens_offline_and_says_what_works(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT, service_workers="allow", offline_expected=True)
    start(page, "pylos", "friend")
    table = page.url
    wait_until_kept(page)
    cut_network(page)
    page.goto(table)
    expect(page.get_by_test_id("offline")).to_contain_text("You are offline")
    page.goto("/")
    expect(page.get_by_test_id("offline")).to_be_visible()
    expect(page.get_by_role("heading", name="Sommet")).to_be_visible()
    page.get_by_role("link", name="Lessons").first.click()
    expect(page.get_by_test_id("learn-home")).to_be_visible()
    for path, part in (("/learn/pacal", "lesson"), ("/rules/pylos", "rules")):
        page.goto(path)
        expect(page.get_by_test_id(part)).to_be_visible()
    page.goto("/")
    expect(page.get_by_test_id("offline")).to_be_visible()
    mend_network(page)
    expect(page.get_by_test_id("offline")).to_have_count(0)
    expect(page.get_by_test_id("play-computer")).to_be_enabled()
    page.goto(table)
    expect(page.get_by_test_id("table")).to_have_attribute("data-link", "open")


def test_the_language_chosen_is_kept_too(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT, service_workers="allow", offline_expected=True)
    page.add_init_script(NOTE_WHAT_WAS_THERE)
    page.goto("/")
    wait_until_kept(page)
    # Two hundred files are fetched then: not before the page is whole.
    assert page.evaluate("wasWhole") is True
    pick(page.get_by_role("radio", name="Nederlands"))
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    wait_until(lambda: page.evaluate(KEPT_DUTCH), page)
    cut_network(page)
    page.goto("/")
    expect(page.get_by_test_id("offline")).to_contain_text("Je bent offline")


NOTE_WHAT_WAS_THERE = """
const { serviceWorker } = navigator;
const register = serviceWorker.register.bind(serviceWorker);
serviceWorker.register = (...given) => {
  window.wasWhole = document.querySelector('[data-testid="to-puzzles"]') !== null;
  return register(...given);
};
"""

KEPT_DUTCH = """async () => {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async n => (await caches.open(n)).keys()));
  return kept.flat().some(request => request.url.includes('text-nl-common'));
}"""


def test_a_new_version_is_shown_with_the_next_load(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, service_workers="allow")
    page.goto("/")
    wait_until_kept(page)
    # What the server sends now counts, whatever is kept.
    page.evaluate(
        """async () => {
          const [name] = await caches.keys();
          const cache = await caches.open(name);
          const old = new Response('old', {headers: {'Content-Type': 'text/html'}});
          await cache.put('/', old);
        }"""
    )
    page.reload()
    expect(page.get_by_test_id("play-computer")).to_be_enabled()


def test_a_page_left_open_is_told_of_a_new_version(tmp_path: Path, new_page: NewPage) -> None:
    static = tmp_path / "static"
    shutil.copytree(STATIC, static)
    with ThreadServer(quick_settings(tmp_path, static=static)) as server:
        page = new_page(server.url, service_workers="allow")
        page.goto("/")
        wait_until_kept(page)
        page.reload()
        worker = static / "sw.js"
        for packed in static.glob("sw.js.*"):
            packed.unlink()
        worker.write_text(worker.read_text().replace('"version":"', '"version":"next-'))
        page.evaluate("navigator.serviceWorker.ready.then(one => one.update())")
        expect(page.get_by_test_id("update")).to_contain_text("A new version is available.")
        page.get_by_role("button", name="Reload").click()
        expect(page.get_by_test_id("play-computer")).to_be_enabled()
        expect(page.get_by_test_id("update")).to_have_count(0)
        page.close()


def test_it_can_be_installed(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url)
    page.goto("/")
    link = page.locator("link[rel=manifest]").get_attribute("href")
    assert link is not None
    answer = page.request.get(link)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(answer.text())
    assert manifest["display"] == "standalone"
    sizes = set()
    for icon in manifest["icons"]:
        drawn = page.request.get(icon["src"])
        assert drawn.ok
        assert drawn.headers["content-type"] == icon["type"]
        sizes.add(icon["sizes"])
    assert {"192x192", "512x512"} <= sizes
    worker = page.request.get("/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in worker.headers["content-security-policy"]
