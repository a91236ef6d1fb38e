"""What opening a table really fetches: the board and the rules of its own game, and little else."""

import gzip
import re

import pytest
from browser_pages import FLAT, STATIC, NewPage, start
from playwright.sync_api import expect
from server_client import ThreadServer

pytestmark = pytest.mark.browser
LIMIT_KB = 45
#: Comes with the first move, which may be the computer's: the players, what they judge with, sound,
#: the moves in words and as a list, and the end of the game in time for it.
LATER = re.compile(
    r"/(assets/(players-|data-|sound-|announcements-|MoveList-|Ended-|Outcome-|ending-)|core-data/)"
)
IDLE = """() => new Promise((done) => {
  requestAnimationFrame(() => requestIdleCallback(done, { timeout: 1000 }));
})"""
OTHER = {"pylos": "pacal", "pacal": "pylos"}


@pytest.mark.parametrize(
    ("game", "mode"), [("pylos", "computer"), ("pacal", "computer"), ("pacal", "solo")]
)
def test_a_table_brings_its_own_game_and_no_more_than_its_budget(
    server: ThreadServer, new_page: NewPage, game: str, mode: str
) -> None:
    page = new_page(server.url, settings=FLAT, fresh=True)
    fetched: list[str] = []
    page.context.on("request", lambda one: fetched.append(one.url.removeprefix(server.url)))
    page.goto("/")
    expect(page.get_by_test_id("level-advice")).to_be_visible()
    # What the start page leaves for later comes when the browser has nothing else to do.
    for _ in range(2):
        page.evaluate(IDLE)
        page.wait_for_load_state("networkidle")
    before = set(fetched)
    start(page, game, mode)
    page.locator("[data-testid^=cell-], [data-testid^=own-]").first.wait_for()
    expect(page.get_by_test_id("help")).to_be_visible()
    page.wait_for_load_state("networkidle")
    added = [
        path
        for path in dict.fromkeys(fetched)
        if path.startswith("/assets/") and path not in before and not LATER.search(path)
    ]
    assert [path for path in added if OTHER[game] in path.lower()] == []
    assert any(path.startswith(f"/assets/{game}-rules") for path in added)
    size = sum(len(gzip.compress((STATIC / path[1:]).read_bytes(), 9)) for path in added)
    assert size <= LIMIT_KB * 1000, added


def test_the_start_page_is_compiled_while_it_arrives() -> None:
    page = re.search(
        r'rel="modulepreload" crossorigin href="/(assets/page-[^"]+)"',
        (STATIC / "index.html").read_text(),
    )
    assert page, "what the start page needs is asked for at once"
    # Chromium reads this only in a file's first comment.
    assert (STATIC / page[1]).read_text().startswith("//# allFunctionsCalledOnLoad\n")
