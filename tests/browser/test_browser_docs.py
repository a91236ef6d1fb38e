"""The documentation site opened from a folder: it searches, and fetches nothing from elsewhere."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser_chromium import Chromium
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SITE = Path(__file__).parents[2] / "build" / "site"
#: What a browser fetches by itself, and where the address stands; links wait for a reader.
FETCHED = {
    "script": ("src",),
    "img": ("src", "srcset"),
    "iframe": ("src",),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "object": ("data",),
    "link": ("href",),
}
#: Relations of a <link> that tell an address without fetching it.
TOLD = {"canonical", "prev", "next", "alternate", "author"}


@pytest.fixture(scope="module")
def site() -> Path:
    assert (SITE / "index.html").is_file(), "build the site first: make docs"
    return SITE


class Addresses(HTMLParser):
    """Collects what a page makes the browser fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "link" and TOLD & set((given.get("rel") or "").split()):
            return
        self.found += [given[name] or "" for name in FETCHED.get(tag, ()) if name in given]


def elsewhere(address: str) -> bool:
    return bool(urlsplit(address).netloc)


def test_pages_and_styles_name_nothing_elsewhere(site):
    pages, styles = list(site.rglob("*.html")), list(site.rglob("*.css"))
    assert len(pages) > 20
    assert styles
    fetched = 0
    for page in pages:
        addresses = Addresses()
        addresses.feed(page.read_text("utf-8"))
        fetched += len(addresses.found)
        assert not [a for a in addresses.found if elsewhere(a)], page
    assert fetched > 5 * len(pages)
    for style in styles:
        text = style.read_text("utf-8")
        named = re.findall(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)", text)
        assert not [a for pair in named for a in pair if elsewhere(a)], style


def test_search_works_from_a_folder(site: Path, chromium: Chromium):
    context = chromium.new_context()
    asked: list[str] = []
    problems: list[str] = []
    try:
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto((site / "index.html").as_uri())
        page.get_by_role("textbox", name="Search").press_sequentially("take back")
        results = page.locator(".md-search-result__link")
        expect(results.first).to_be_visible()
        results.first.click()
        page.wait_for_url(re.compile(r"^file://.*[?&]h="))
        expect(page.locator("article")).to_contain_text(re.compile("take", re.I))
    finally:
        context.close()
    assert not problems
    assert asked
    assert not [url for url in asked if not url.startswith(("file:", "data:", "blob:"))]
