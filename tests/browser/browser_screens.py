"""Every screen of the page, for checks that walk over all of them.

A new screen needs one line in `SCREENS`: its name, its address, and what shows that it is there.
`{pylos}`, `{pacal}`, … in an address are the tables that `prepare` has played. `clicks` are pressed
in turn, by test id or as a selector.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from browser_pages import FLAT
from playwright.sync_api import Page
from server_client import Api, Seat, random_move

from sommet.seeding import Random


@dataclass(frozen=True)
class Screen:
    """A screen: where it is, what must be there, and what to click first."""

    name: str
    path: str
    wait_for: str
    clicks: tuple[str, ...] = ()
    settings: str = FLAT


SCREENS: tuple[Screen, ...] = (
    Screen("start", "/", "[data-testid=play-computer]:enabled", ("summary",)),
    Screen("settings", "/", "dialog[open]", ("header button.icon",)),
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
    Screen("solo", "{solo}", "[data-testid=solo-table]", ("[data-testid=ask] summary",)),
    Screen(
        "help",
        "{advised}",
        "[data-testid=analysis]",
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
)


async def _act(seat: Seat, random: Random) -> None:
    curtain = seat.snapshot["you"]["curtain"]
    if curtain is not None:
        await seat.ask("lift_curtain", seat=curtain)
    else:
        await seat.play(random_move(seat.snapshot["board"], random))


async def play_until(
    api: Api, done: Callable[[dict[str, Any]], bool], game: str, mode: str, seed: int, **wishes: Any
) -> tuple[str, str]:
    """Play with fixed choices until `done`; return the table and its play link."""
    created = await api.open(game, mode, **wishes)
    async with api.seat(created) as seat:
        random = Random(seed)
        while not done(seat.snapshot) and not seat.over and "next_round" not in seat.can:
            await _act(seat, random)
    return created["table"], created["links"]["play"]


def _is_building(snapshot: dict[str, Any]) -> bool:
    return snapshot["ply"] >= 6 and snapshot["board"]["phase"] == "build"


async def _prepare(url: str) -> dict[str, str]:
    async with Api(url) as api:
        _, pylos = await play_until(api, lambda s: s["ply"] == 19, "pylos", "hotseat", 12)
        ended, pylos_end = await play_until(
            api, lambda _: False, "pylos", "hotseat", 5, preset="children"
        )
        fresh = [
            (await play_until(api, lambda s: s["ply"] == 0, "pacal", "hotseat", 1))[1]
            for _ in range(2)
        ]
        _, build = await play_until(api, _is_building, "pacal", "hotseat", 3)
        _, over = await play_until(api, lambda _: False, "pacal", "hotseat", 6)
        _, solo = await play_until(api, lambda s: s["ply"] == 1, "pacal", "solo", 9)
        # Fresh, so that neither chance nor the computer has a say.
        advised = await api.open("pylos", "computer", opponent="level:1", seat="light")
        solo_new = await api.open("pacal", "solo")
        invite = (await api.open("pylos", "friend"))["links"]["invite"]
    return {
        "pylos": pylos,
        "ended": ended,
        "pylos_end": pylos_end,
        "pacal": fresh[0],
        "pacal_offer": fresh[1],
        "pacal_build": build,
        "pacal_over": over,
        "solo": solo,
        "advised": advised["links"]["play"],
        "solo_new": solo_new["links"]["play"],
        "invite": invite,
    }


def prepare(url: str) -> dict[str, str]:
    """Play the games that the screens show; return their addresses by name."""
    # Playwright's own loop runs in this thread.
    with ThreadPoolExecutor(max_workers=1) as aside:
        return aside.submit(lambda: asyncio.run(_prepare(url))).result()


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
    page.locator(screen.wait_for).first.wait_for()
