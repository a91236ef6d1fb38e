"""A real Chromium and a real server for the browser tests."""

import json
import os
import shutil
import threading
from collections.abc import Hashable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from browser_chromium import Chromium
from browser_pages import FLAT, GRAPHICS_CARD, STATIC, NewPage
from browser_profiles import Profile, Profiles, notice_changes
from playwright.sync_api import Page, expect, sync_playwright
from server_client import ThreadServer, quick_settings

expect.set_options(timeout=60_000)
#: Here the processor draws the solid board, and smooth edges are a third of its work.
ROUGH_EDGES = """
const getContext = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, options) {
  return getContext.call(this, kind, { ...options, antialias: false });
};
"""
#: A page whose network was cut (browser_offline.py) knows it from the beginning, and believes in
#: the network again only when its service worker has it, too.
KNOW_THE_NETWORK = """
addEventListener('online', (event) => {
  if (sessionStorage.getItem('network') === 'cut') event.stopImmediatePropagation();
});
const isOnLine = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine').get;
Object.defineProperty(Navigator.prototype, 'onLine', {
  get() { return sessionStorage.getItem('network') !== 'cut' && isOnLine.call(this); },
});
"""
#: The window, unless a test has another.
SIZE = {"width": 1100, "height": 800}
#: What `make static` makes.
BUILT = Path(__file__).parents[2] / "build" / "static"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    names = ("chromium-headless-shell", "chromium")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.fail("no Chromium: run `make browser`, or set CHROMIUM to its path")
    with sync_playwright() as playwright:
        browser = Chromium(playwright.chromium, path)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    assert (STATIC / "index.html").is_file(), "build the page first: make web-build"
    folder = tmp_path_factory.mktemp("browser")
    settings = quick_settings(folder, static=STATIC, accounts=True, push=True)
    with ThreadServer(settings) as running:
        yield running


class Quiet(SimpleHTTPRequestHandler):
    """What `python -m http.server` runs, without its log."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the page in a folder of a static host."""
    assert (BUILT / "index.html").is_file(), "build it first: make static"
    root = tmp_path_factory.mktemp("host")
    (root / "some").mkdir()
    (root / "some" / "where").symlink_to(BUILT)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=root)) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}/some/where/"
        host.shutdown()


#: What the browser says of a server that is gone, or goes while it answers.
KILLED = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_CONTENT_LENGTH_MISMATCH",
    "ERR_EMPTY_RESPONSE",
)
#: … and where there is no network: of what is not kept, and of what the service worker was still
#: fetching when the page moved on.
OFFLINE = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")


@pytest.fixture(scope="session")
def profiles() -> Profiles:
    notice_changes()
    return Profiles()


@pytest.fixture
def new_page(chromium: Chromium, profiles: Profiles, server: ThreadServer) -> Iterator[NewPage]:
    """Make pages, each in a browser profile of its own; fail the test if one misbehaves.

    `fresh`: in a profile where nothing was ever loaded. It is always fresh if something may be kept
    between loads, or if the page is another server's than that of most tests.
    """
    lent: list[tuple[Hashable, Profile]] = []

    def make(
        base_url: str,
        *,
        settings: str = FLAT,
        reconnects: bool = False,
        offline_expected: bool = False,
        signs_out: bool = False,
        graphics_card: bool = False,
        fresh: bool = False,
        viewport: dict[str, int] | None = None,
        **options: Any,
    ) -> Page:
        # Nothing is kept between loads, unless a test is about that.
        options = {"service_workers": "block", "locale": "en-GB", **options}

        def make_profile() -> Profile:
            context = chromium.new_context(base_url=base_url, viewport=viewport or SIZE, **options)
            context.set_default_timeout(90_000)
            context.add_init_script(
                f"localStorage.getItem('sommet.settings') ??"
                f" localStorage.setItem('sommet.settings', '{settings}')"
            )
            context.add_init_script(ROUGH_EDGES)
            if graphics_card:
                context.add_init_script(GRAPHICS_CARD)
            context.add_init_script(KNOW_THE_NETWORK)
            return Profile(context)

        kind: Hashable = None
        if fresh or base_url != server.url or options["service_workers"] == "allow":
            profile = make_profile()
        else:
            kind = (settings, graphics_card, json.dumps(options, sort_keys=True))
            profile = profiles.borrow(kind, make_profile)
            profile.page.set_viewport_size(viewport or SIZE)  # type: ignore[arg-type]
        lent.append((kind, profile))
        # A server that was killed on purpose shows up as failed connections and half answers.
        profile.excused = KILLED if reconnects else ()
        profile.excused += OFFLINE if offline_expected else ()
        # Whoever asks for challenges just when their account goes is refused.
        profile.excused += ("401 (Unauthorized)",) if signs_out else ()
        return profile.page

    yield make
    for kind, profile in lent:
        if kind is None:
            profile.close()
        else:
            profiles.give_back(kind, profile)
    assert [problem for _, profile in lent for problem in profile.take_problems()] == []
