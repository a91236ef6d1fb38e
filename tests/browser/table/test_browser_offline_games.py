"""Played offline after *Play offline*: games of every kind, a lesson, a puzzle, a review.

The same steps with the page of a server and with the page in a folder of a static host.
"""

import shutil
from pathlib import Path

import pytest
from browser_offline import (
    At,
    cut_network,
    learn_all,
    learn_and_solve,
    mend_network,
    open_table,
    play_pacal,
    play_pylos,
    play_solo,
    review_pacal,
    solve,
    take_along,
)
from browser_pages import FLAT, STATIC, NewPage, PylosHand, wait_for_ply, wait_until
from playwright.sync_api import Page, expect
from server_client import ThreadServer, quick_settings

pytestmark = pytest.mark.browser


#: That a folder is kept, and each kind of game played from it, is also in test_browser_static.py.
@pytest.fixture(params=["server", pytest.param("folder", marks=pytest.mark.soak)])
def host(request: pytest.FixtureRequest) -> tuple[str, At]:
    """Return the address of a page, and how its addresses are made."""
    if request.param == "server":
        server: ThreadServer = request.getfixturevalue("server")
        return server.url, lambda path: path
    folder: str = request.getfixturevalue("folder")
    return folder, lambda path: folder if path == "/" else f"{folder}#{path}"


@pytest.fixture
def along(host: tuple[str, At], new_page: NewPage) -> tuple[Page, At]:
    """Return a page that was taken along, with its network cut."""
    url, at = host
    page = new_page(url, settings=FLAT, service_workers="allow", offline_expected=True)
    take_along(page, at)
    return page, at


def test_everything_is_played_without_a_connection(along: tuple[Page, At]) -> None:
    page, at = along
    play_pylos(page, at)
    play_solo(page, at)
    play_pacal(page, at, rounds=1)
    learn_and_solve(page, at)


@pytest.mark.soak
def test_a_whole_match_against_level_8_without_a_connection(along: tuple[Page, At]) -> None:
    page, at = along
    play_pacal(page, at)


@pytest.mark.soak
def test_lessons_a_puzzle_and_a_review_come_to_their_ends_without_a_connection(
    along: tuple[Page, At],
) -> None:
    page, at = along
    learn_all(page, at)
    solve(page, at)
    review_pacal(page, at)


def test_without_its_table_level_8_says_that_it_searches(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT, service_workers="allow", offline_expected=True)
    take_along(page, lambda path: path)
    open_table(page, lambda path: path, "pylos", "computer", opponent="level:8", preset="Expert")
    expect(page.get_by_test_id("solved-table")).to_contain_text("its play is an estimate")
    hand = PylosHand(page)
    wait_until(hand.can_move, page)
    hand.move()
    wait_for_ply(page, 2)
    # The largest table comes only when it is asked for.
    mend_network(page)
    page.get_by_test_id("fetch-table").click()
    expect(page.get_by_test_id("solved-table")).to_contain_text("plays perfectly", timeout=60_000)


@pytest.mark.soak
def test_an_update_brings_what_it_changed_of_what_was_taken_along(
    tmp_path: Path, new_page: NewPage
) -> None:
    static = tmp_path / "static"
    shutil.copytree(STATIC, static)
    with ThreadServer(quick_settings(tmp_path, static=static)) as server:
        page = new_page(server.url, settings=FLAT, service_workers="allow", offline_expected=True)
        take_along(page, lambda path: path)
        # The next version: other addresses of what judges, another page.
        data = static / "core-data"
        for piece in data.glob("*.bin"):
            piece.rename(piece.with_name(f"next-{piece.name}"))
        index = data / "index.json"
        index.write_text(index.read_text().replace('"file": "', '"file": "next-'))
        worker = static / "sw.js"
        worker.write_text(worker.read_text().replace('"version":"', '"version":"next-'))
        for packed in (*static.glob("sw.js.*"), *data.glob("index.json.*")):
            packed.unlink()
        mend_network(page)
        page.goto("/")
        wait_until(lambda: page.evaluate(UPDATED), page, patience_s=60)
        cut_network(page)
        play_pylos(page, lambda path: path)
        page.close()


UPDATED = """async () => {
  const registration = await navigator.serviceWorker.ready;
  if (registration.installing || registration.waiting) return false;
  const own = (await caches.keys()).filter(name => name.startsWith('sommet-next-'));
  const data = await (await caches.open('core-data')).keys();
  const pieces = data.map(({ url }) => url).filter(url => url.endsWith('.bin'));
  const index = await (await fetch('core-data/index.json')).json();
  const expert = ['pylos-table-expert', 'pylos-player-expert'];
  const names = Object.keys(index).filter(name => !expert.includes(name));
  const all = names.flatMap(name => index[name].pieces.map(({ file }) => file));
  return own.length === 1 && pieces.length === all.length
    && all.every(file => pieces.some(url => url.endsWith(file)));
}"""
