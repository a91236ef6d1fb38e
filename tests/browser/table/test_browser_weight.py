"""What opening a table really fetches: what web/scripts/budget.mjs adds up, and little else."""

import gzip
import json
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from browser_pages import FLAT, STATIC, NewPage, start
from playwright.sync_api import Page, expect
from server_client import ThreadServer
from test_browser_pacal import join

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[3]
LIMIT_KB = 45
#: Comes with the first move, which may be the computer's: the players, what they judge with, sound,
#: the moves in words and as a list, and the end of the game in time for it. Against people: what
#: is shown while one waits for them, and what sends moves and greetings, once the board is there.
LATER = re.compile(
    r"/(assets/(players-|data-|sound-|announcements-|MoveList-|Ended-|Outcome-|ending-"
    r"|Invite-|QrCode-|LobbyWait-|tableLine-|Intents-|onlineHistory-|Stalled-|Greet-|coach-"
    r"|actions-|text-|Ask-|Pending-)|core-data/)"
)
IDLE = """() => new Promise((done) => {
  requestAnimationFrame(() => requestIdleCallback(done, { timeout: 1000 }));
})"""
OTHER = {"pylos": "pacal", "pacal": "pylos"}


@cache
def budget() -> dict[str, list[str]]:
    """Return by table the files that the budget counts."""
    found = subprocess.run([ROOT / "scripts/find-node"], capture_output=True, text=True, check=True)
    command = [Path(found.stdout.strip()) / "node", ROOT / "web/scripts/budget.mjs", "--lists"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lists: dict[str, list[str]] = json.loads(listed)
    return lists


def open_table(page: Page, friend: Page, game: str, mode: str) -> None:
    """Open a table, and wait until its board is there."""
    start(page, game, mode)
    if mode == "friend":
        join(friend, page)
    page.locator("[data-testid^=cell-], [data-testid^=own-]").first.wait_for()
    if mode != "friend":
        expect(page.get_by_test_id("help")).to_be_visible()
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(
    ("game", "mode", "name"),
    [
        ("pylos", "computer", "Pylos against the computer"),
        ("pacal", "computer", "Pacal against the computer"),
        ("pacal", "solo", "Pacal alone"),
        ("pylos", "friend", "Pylos with a friend"),
        ("pacal", "friend", "Pacal with a friend"),
    ],
)
def test_a_table_brings_its_own_game_and_no_more_than_its_budget(
    server: ThreadServer, new_page: NewPage, game: str, mode: str, name: str
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
    open_table(page, new_page(server.url, settings=FLAT), game, mode)
    added = [
        path
        for path in dict.fromkeys(fetched)
        if path.startswith("/assets/") and path not in before and not LATER.search(path)
    ]
    assert [path for path in added if OTHER[game] in path.lower()] == []
    # Were something else counted than what is fetched, the limits would hold nothing.
    listed = {f"/{file}" for file in budget()[name]}
    assert set(added) == listed - before
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
