"""The documentation site: complete, drawn, and readable without a network."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site():
    """Return what `make docs` built."""
    site = ROOT / "build" / "site"
    assert (site / "index.html").is_file(), "build the site first: make docs"
    return site


def test_nothing_is_fetched_from_elsewhere(site):
    for page in site.rglob("*.html"):
        text = page.read_text()
        assert not re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?//', text), page
    for style in site.rglob("*.css"):
        assert not re.findall(r"(?:url\(|@import )[\"']?(?:https?:)?//", style.read_text()), style


def test_every_page_of_docs_is_there_and_in_the_menu(site):
    start = (site / "index.html").read_text()
    for page in (ROOT / "docs").rglob("*"):
        if page.suffix in {".md", ".ipynb"}:
            name = page.relative_to(ROOT / "docs").with_suffix(".html").as_posix()
            name = name.replace("README.html", "index.html")
            assert (site / name).is_file(), name
            assert f'href="{name}"' in start, name


def test_running_the_notebook_leaves_nothing_behind(site):
    assert (site / "index.html").is_file()
    assert not list(ROOT.glob("kernel-*"))


def test_boards_are_drawn_in_the_notebook(site):
    text = (site / "tutorials/python.html").read_text()
    assert text.count('<div class="drawing">') >= 5
    assert "IllegalMove" in text


def test_the_reference_tells_what_docstrings_tell(site):
    text = (site / "reference/pylos.html").read_text()
    assert "Whose turn it is: 0 light, 1 dark." in text
    assert "Every legal turn, each once" in text
    tables = (site / "reference/tablebase.html").read_text()
    assert "what each legal move is worth to the side that plays it" in tables


def test_search_knows_the_pages(site):
    index = json.loads((site / "search/search_index.json").read_text())
    places = {entry["location"].partition("#")[0] for entry in index["docs"]}
    assert {"rules/pylos.html", "reference/pacal.html", "tutorials/players.html"} <= places
