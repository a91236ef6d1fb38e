"""Screenshots of every screen, phone and desktop, light and dark, into docs/screens.

`make screenshots` builds the page, starts a server of its own, plays a few games with fixed
choices and writes WebP files. `python scripts/pictures/screenshots.py FOLDER` writes somewhere
else; with NAMES after it, it writes these screens only and leaves the others.
"""

import asyncio
import base64
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path[:0] = [
    str(ROOT / "scripts"),
    str(ROOT / "tests" / "server" / "support"),
    str(ROOT / "tests" / "browser" / "support"),
]

from browser_community import COMMUNITY, bring_people  # noqa: E402
from browser_local import Done, keep_tables, play_match, play_table  # noqa: E402
from browser_pages import (  # noqa: E402
    ARGUMENTS,
    FLAT,
    GRAPHICS_CARD,
    SOLID,
    STATIC,
    wait_for_solid,
)
from browser_people import come_in  # noqa: E402
from server_client import Api, ThreadServer, quick_settings  # noqa: E402

SIZES = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1280, "height": 800}}
SCHEMES = ("light", "dark")
QUALITY = 60
#: Light has few winning moves among many.
EXPLORED = "LDDL/DLLD/LDDL/....|.../.../...|../..|. L"


KEEP = "([key, text]) => localStorage.setItem(key, text)"


@dataclass(frozen=True)
class Scene:
    """A screen: where it is, what must be there, and what to click first.

    Attributes:
        clicks: What to click in turn.
        key: Pressed after that.
        new: Whether nothing was ever played in this browser.
        kept: What the browser keeps besides the games, by key.
    """

    name: str
    path: str
    wait_for: str
    clicks: tuple[str, ...] = ()
    settings: str = FLAT
    key: str = ""
    new: bool = False
    kept: Mapping[str, Any] = field(default_factory=dict)


def is_building(plies: int, played: Any) -> bool:
    return plies >= 24 and played.phase == "build"


def after(wanted: int) -> Done:
    return lambda plies, _: plies == wanted


def never(_plies: int, _played: Any) -> bool:
    return False


#: Games that the browser keeps.
MIDDLE = play_table("middle", "pylos", "hotseat", 12, after(19))
END = play_table("end", "pylos", "hotseat", 5, never, preset="children")
FRESH = play_table("fresh", "pacal", "hotseat", 1, after(0))
BUILDING = play_table("building", "pacal", "hotseat", 3, is_building)
OVER = play_table("over", "pacal", "hotseat", 6, never)
SOLO = play_table("solo", "pacal", "solo", 50, after(9))
BLUNDERS = play_table("blunders", "pylos", "hotseat", 5, never)
MATCH = play_match("match", 8)
YOUNG = play_table("young", "pacal", "solo", 50, after(2))
LONE = play_table("lone", "pacal", "solo", 50, never)
ADVISED = play_table("advised", "pylos", "computer", 1, after(0), preset="expert")
TABLES = (MIDDLE, END, FRESH, BUILDING, OVER, SOLO, BLUNDERS, MATCH, YOUNG, LONE, ADVISED)


def returning() -> dict[str, Any]:
    """What the browser keeps of somebody who has played and comes back."""
    running = {"game": "pylos", "mode": "hotseat", "opponent": None, "name": None, "ply": 19}
    beaten = {"id": "past/1", "game": "pylos", "preset": "standard", "level": 1, "score": 1}
    solved = {"is_over": True, "won": True, "number": 1, "wrong": 0, "hints": 0, "shown": False}
    today = datetime.now(UTC).date()
    days = [(today - timedelta(days=ago)).isoformat() for ago in range(3)]
    puzzles = [{"date": day, **solved} for day in days]
    diary = {"sommet": "daily", "version": 1, "solo": [], "puzzles": puzzles, "longestRun": 0}
    return {
        "sommet.running": [{**running, "table": MIDDLE.id}],
        "sommet.results": [beaten],
        "sommet.daily": diary,
    }


async def prepare(url: str) -> list[Scene]:
    """Open what the screens show of the server, and list the screens."""
    async with Api(url) as api:
        invite = (await api.open("pylos", "friend"))["links"]
    return [
        Scene("start", "/", "play-computer", new=True),
        Scene("start-again", "/", "continue", kept=returning()),
        Scene("settings", "/", "mute", clicks=("settings",), new=True),
        Scene("keys", "/games", "keys", key="?"),
        Scene("games", "/games", "current-games"),
        Scene("join", invite["invite"], "join"),
        Scene("pylos-solid", MIDDLE.play, "board-3d", settings=SOLID),
        Scene("pylos-flat", MIDDLE.play, "board-flat"),
        Scene("pylos-invite", "/", "invite", clicks=("play-friend",)),
        Scene("pylos-rules", MIDDLE.play, "rules-dialog", clicks=("show-rules",)),
        Scene("pylos-share", MIDDLE.play, "share-picture", clicks=("share",)),
        Scene("pylos-resign", MIDDLE.play, "confirm-resign", clicks=("resign",)),
        Scene("pylos-end", END.play, "outcome"),
        Scene("replay", f"/replay/{END.id}?ply=24", "replay"),
        Scene("pacal-curtain", FRESH.play, "curtain"),
        Scene("pacal-offer", FRESH.play, "confirm-offer", clicks=("lift-curtain",)),
        Scene("pacal-build", BUILDING.play, "pacal-table", clicks=("lift-curtain",)),
        Scene("pacal-round-over", OVER.play, "outcome"),
        Scene("solo", SOLO.play, "solo-table"),
        Scene("explore", f"/explore?position={quote(EXPLORED)}", "standing"),
        Scene("explore-pacal", "/explore?game=pacal", "analysis"),
        Scene("help-gentle", ADVISED.play, "gentle-hint", clicks=("hint",)),
        Scene("help-solo", YOUNG.play, "analysis", clicks=("hint", "full-hint")),
        Scene("review-pylos", f"/review/{BLUNDERS.id}?ply=19", "value-graph"),
        Scene("review-pacal", f"/review/{MATCH.id}?ply=3", "value-graph"),
        Scene("review-solo", f"/review/{LONE.id}?ply=4", "value-graph"),
        Scene("daily-puzzle", "/daily", "puzzle", clicks=("puzzle-hint",)),
        Scene("daily-solo", "/daily?part=fr", "solo-table"),
        Scene("daily-statistics", "/daily?part=statistics", "daily-statistics"),
        Scene("puzzles", "/puzzles", "puzzle"),
        Scene("learn", "/learn", "learn-home"),
        Scene("lesson-pylos", "/learn/pylos/raise", "lesson", settings=SOLID),
        Scene("lesson-done", "/learn/pylos/stack", "lesson", clicks=("cell-2b2",)),
        Scene("lesson-pacal", "/learn/pacal/order", "lesson"),
        Scene("lesson-end", "/learn/pacal/end", "lesson-end"),
        Scene("rules", "/rules/pylos", "rules"),
        Scene("clause", "/rules/pacal", "clause-dialog", clicks=("clause-PAC-5",)),
    ]


@contextmanager
def open_page(browser: Browser, url: str, size: str, scheme: str, settings: str) -> Iterator[Page]:
    phone = size == "phone"
    context = browser.new_context(
        base_url=url,
        viewport=SIZES[size],  # type: ignore[arg-type]
        color_scheme=scheme,  # type: ignore[arg-type]
        is_mobile=phone,
        has_touch=phone,
        device_scale_factor=2 if phone else 1,
        reduced_motion="reduce",
    )
    # Reviews and boards in 3D take their time where others compute too.
    context.set_default_timeout(240_000)
    context.add_init_script(f"localStorage.setItem('sommet.settings', '{settings}')")
    context.add_init_script(GRAPHICS_CARD)
    yield context.new_page()
    context.close()


def show(page: Page, scene: Scene) -> None:
    page.goto(scene.path)
    for click in scene.clicks:
        page.get_by_test_id(click).click()
    if scene.key:
        page.locator("h1").first.wait_for()
        page.keyboard.press(scene.key)
    page.get_by_test_id(scene.wait_for).first.wait_for()
    # On a busy machine a stylesheet once came too late: no photograph without it.
    page.wait_for_function("getComputedStyle(document.body).getPropertyValue('--jade') !== ''")
    if scene.settings == SOLID:
        wait_for_solid(page)
    page.wait_for_timeout(400)


def shoot(page: Page, file: Path) -> None:
    """Write what the page shows as WebP, which the browser makes itself."""
    session = page.context.new_cdp_session(page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    file.write_bytes(base64.b64decode(shot["data"]))


def photograph_people(browser: Browser, folder: Path, only: list[str]) -> None:
    """Photograph the screens on which people meet, on a server where some have met."""
    wanted = [screen for screen in COMMUNITY if not only or screen.name in only]
    if not wanted:
        return
    with (
        tempfile.TemporaryDirectory() as kept,
        ThreadServer(quick_settings(Path(kept), static=STATIC, lobby=True)) as server,
    ):
        # Passkeys belong to a name.
        url = server.url.replace("127.0.0.1", "localhost")
        places: dict[str, str] = {}
        for size in SIZES:
            for scheme in SCHEMES:
                with open_page(browser, url, size, scheme, FLAT) as page:
                    page.goto("/account")
                    if places:
                        come_in(page, "Cleo", places["cleo"])
                    else:
                        places = bring_people(server, page)
                    for screen in wanted:
                        page.goto(screen.path.format(**places))
                        for click in screen.clicks:
                            page.locator(click).first.click()
                        seen = page.locator(screen.wait_for).first
                        seen.wait_for()
                        if screen.path == "/":
                            # The lobby is the lower part of the start page.
                            seen.evaluate("game => game.closest('section').scrollIntoView()")
                        page.wait_for_timeout(400)
                        shoot(page, folder / f"{screen.name}-{size}-{scheme}.webp")
        print(*(screen.name for screen in wanted), flush=True)


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screens"
    only = sys.argv[2:]
    if not only:
        shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with (
        tempfile.TemporaryDirectory() as kept,
        ThreadServer(quick_settings(Path(kept), static=STATIC)) as server,
    ):
        scenes = asyncio.run(prepare(server.url))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
            for scene in scenes:
                if only and scene.name not in only:
                    continue
                for size in SIZES:
                    for scheme in SCHEMES:
                        with open_page(browser, server.url, size, scheme, scene.settings) as page:
                            page.goto("/")
                            if not scene.new:
                                keep_tables(page, *TABLES)
                            for key, value in scene.kept.items():
                                page.evaluate(KEEP, [key, json.dumps(value)])
                            show(page, scene)
                            shoot(page, folder / f"{scene.name}-{size}-{scheme}.webp")
                print(scene.name, flush=True)
            photograph_people(browser, folder, only)
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
