"""Every screen of the page, for checks that walk over all of them.

A new screen needs one line in `SCREENS`: its name, its address, and what shows that it is there.
`{pylos}`, `{pacal}`, … in an address are the tables of `TABLES`. `clicks` are clicked in turn, by
selector; then `key` is pressed.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from browser_local import Done, keep_tables, play_table
from browser_pages import FLAT
from playwright.sync_api import Page
from server_client import Api


@dataclass(frozen=True)
class Screen:
    """A screen: where it is, what must be there, and what to click first."""

    name: str
    path: str
    wait_for: str
    clicks: tuple[str, ...] = ()
    settings: str = FLAT
    key: str = ""


SCREENS: tuple[Screen, ...] = (
    Screen("start", "/", "[data-testid=play-computer]:enabled", ("summary",)),
    Screen("settings", "/", "dialog[open]", ("[data-testid=settings]",)),
    Screen("games", "/games", "[data-testid=current-games]"),
    Screen("menu", "{pylos}", "dialog[open]", ("[data-testid=menu]",)),
    Screen("keys", "/games", "[data-testid=keys]", ("h1",), key="?"),
    Screen("nowhere", "/nowhere", ".nowhere"),
    Screen("join", "{invite}", "[data-testid=join]"),
    Screen("invite", "/", "[data-testid=invite]", ("[data-testid=play-friend]",)),
    Screen("pylos", "{pylos}", "[data-testid=board-flat]", ("[data-testid=ask] summary",)),
    Screen(
        "pylos-rules",
        "{pylos}",
        "[data-testid=rules-dialog]",
        ("[data-testid=show-rules]",),
    ),
    Screen("pylos-share", "{pylos}", "dialog[open]", ("[data-testid=share]",)),
    Screen("pylos-resign", "{pylos}", "[data-testid=confirm-resign]", ("[data-testid=resign]",)),
    Screen("pylos-end", "{pylos_end}", "[data-testid=outcome]"),
    Screen("replay", "/replay/{ended}?ply=12", "[data-testid=replay] .controls"),
    Screen("curtain", "{pacal}", "[data-testid=curtain]"),
    Screen(
        "pacal-offer",
        "{pacal_offer}",
        "[data-testid=hand]",
        ("[data-testid=lift-curtain]",),
    ),
    Screen(
        "pacal-build",
        "{pacal_build}",
        "[data-testid^=own-][data-allowed]",
        ("[data-testid=lift-curtain]",),
    ),
    Screen("pacal-round-over", "{pacal_over}", "[data-testid=outcome]"),
    Screen("learn", "/learn", "[data-testid=learn-home]"),
    Screen("lesson-pylos", "/learn/pylos", "[data-testid=lesson]"),
    Screen("lesson-pacal", "/learn/pacal", "[data-testid=lesson]"),
    Screen("rules-pylos", "/rules/pylos", "[data-testid=rules]"),
    Screen("rules-pacal", "/rules/pacal", "[data-testid=rules]"),
    Screen(
        "clause",
        "/rules/pacal",
        "[data-testid=clause-dialog]",
        ("[data-testid=clause-PAC-5]",),
    ),
    Screen("solo", "{solo}", "[data-testid=solo-table]", ("[data-testid=ask] summary",)),
    Screen(
        "help",
        "{advised}",
        "[data-testid=gentle-hint]",
        ("[data-testid=hint]", "[data-testid=full-hint]"),
    ),
    Screen(
        "help-solo",
        "{solo_new}",
        "[data-testid=analysis]",
        ("[data-testid=hint]", "[data-testid=full-hint]"),
    ),
    Screen("explore", "/explore", "[data-testid=standing]", ("[data-testid=explore] summary",)),
    Screen(
        "explore-setup",
        "/explore",
        "[data-testid=explore-trouble]",
        ("label:has([value=setup])", "[data-testid=cell-2a1]"),
    ),
    Screen(
        "explore-pacal",
        "/explore?game=pacal",
        "[data-testid=explore-pacal]:has([data-testid=setup-cards]) [data-testid=analysis]",
        ("label:has([value=cards])",),
    ),
    Screen("review", "/review/{ended}?ply=20", "[data-testid=value-graph]"),
    Screen("daily", "/daily", "[data-testid=puzzle-said] p", ("[data-testid=puzzle-hint]",)),
    Screen(
        "daily-solo",
        "/daily?part=en",
        "[data-testid=analysis]",
        ("[data-testid=ask-coach]",),
    ),
    Screen("daily-statistics", "/daily?part=statistics", "[data-testid=daily-statistics]"),
    Screen("puzzles", "/puzzles", "[data-testid=puzzle]"),
    Screen("puzzle-lesson", "/puzzles?lesson=trap", "[data-testid=puzzle]"),
)


def _is_building(plies: int, played: Any) -> bool:
    return plies >= 6 and played.phase == "build"


def _after(wanted: int) -> Done:
    return lambda plies, _: plies == wanted


def _never(_plies: int, _played: Any) -> bool:
    return False


#: Games that this browser keeps, by the name that addresses call them.
TABLES = {
    "pylos": play_table("pylos", "pylos", "hotseat", 12, _after(19)),
    "pylos_end": play_table("end", "pylos", "hotseat", 5, _never, preset="children"),
    "pacal": play_table("fresh", "pacal", "hotseat", 1, _after(0)),
    "pacal_offer": play_table("offer", "pacal", "hotseat", 1, _after(0)),
    "pacal_build": play_table("build", "pacal", "hotseat", 3, _is_building),
    "pacal_over": play_table("over", "pacal", "hotseat", 6, _never),
    "solo": play_table("solo", "pacal", "solo", 9, _after(1)),
    # Fresh, so that neither chance nor the computer has a say.
    "advised": play_table("advised", "pylos", "computer", 1, _after(0)),
    "solo_new": play_table("young", "pacal", "solo", 9, _after(0)),
}


async def _invite(url: str) -> str:
    async with Api(url) as api:
        return str((await api.open("pylos", "friend"))["links"]["invite"])


def prepare(url: str, page: Page) -> dict[str, str]:
    """Put the games that the screens show where the page keeps them; return their addresses."""
    page.goto("/")
    keep_tables(page, *TABLES.values())
    # Playwright's own loop runs in this thread.
    with ThreadPoolExecutor(max_workers=1) as aside:
        invite = aside.submit(lambda: asyncio.run(_invite(url))).result()
    places = {name: table.play for name, table in TABLES.items()}
    return {**places, "ended": TABLES["pylos_end"].id, "invite": invite}


def show(page: Page, screen: Screen, places: dict[str, str]) -> None:
    """Bring a screen up and wait until it stands still."""
    page.goto(screen.path.format(**places))
    for click in screen.clicks:
        button = page.locator(click).first
        if "lift-curtain" in click and not button.count():
            page.locator("[data-testid=table][data-link=open] .board").wait_for()
            if not button.count():
                continue
        button.click()
    if screen.key:
        page.keyboard.press(screen.key)
    page.locator(screen.wait_for).first.wait_for()
