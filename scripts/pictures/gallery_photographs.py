"""Photographs of the gallery: every shelf of components, in every theme.

`make look` takes them beside the screens; `make gallery` builds what they show.
"""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

BUILT = Path(__file__).parents[2] / "build" / "gallery"
SHELVES = ("boards", "tables", "studies", "parts")
#: Board and cards beside light and dark.
MATERIALS = (("oak", "stone"), ("slate", "paper"), ("felt", "stone"), ("contrast", "contrast"))
#: What stands open over a shelf.
DIALOGS = {"tables": ("rules", "share", "resign", "curtain"), "parts": ("settings", "keys")}
#: Where the processor draws a dozen boards in 3D.
PATIENCE_MS = 240_000
WIDTH = {"phone": 390, "desktop": 1280}


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder)) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}"
        host.shutdown()


def addresses() -> Iterator[tuple[str, str]]:
    """Yield a name and an address for each photograph: themes differ on every shelf."""
    for theme in ("light", "dark"):
        for shelf in SHELVES:
            yield f"{shelf}-{theme}", f"shelf={shelf}&theme={theme}"
        for board, cards in MATERIALS[1:]:
            for shelf in ("boards", "tables"):
                wanted = f"shelf={shelf}&theme={theme}&board={board}&cards={cards}"
                yield f"{shelf}-{board}-{theme}", wanted
        for board, _ in MATERIALS:
            wanted = f"shelf=boards&theme={theme}&board={board}&view=3d"
            yield f"boards-solid-{board}-{theme}", wanted
        for shelf, names in DIALOGS.items():
            for name in names:
                yield f"{name}-{theme}", f"shelf={shelf}&theme={theme}&open={name}"


def open_shelf(page: Page, url: str, query: str) -> None:
    """Bring a shelf up, and wait until what is on it is drawn."""
    page.goto(f"{url}/gallery.html?{query}")
    page.locator("[data-piece]").first.wait_for()
    expect(page.locator("[data-piece][data-ready=no]")).to_have_count(0, timeout=PATIENCE_MS)
    opened = query.partition("open=")[2]
    if opened:
        page.locator("[data-testid=curtain]" if opened == "curtain" else "dialog[open]").wait_for()
    if "view=3d" in query:
        boards = page.locator("[data-piece^=PylosBoard]").count()
        drawn = "[data-testid=board-3d][data-ready=yes]"
        page.locator(f":nth-match({drawn}, {boards})").wait_for()


def photograph(target: Path, arguments: tuple[str, ...] = ("--no-sandbox",)) -> int:
    """Write a picture of each shelf into `target`; return how many."""
    assert (BUILT / "gallery.html").is_file(), "build it first: make gallery"
    target.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    count = 0
    with serve(BUILT) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(arguments))
        for size, width in WIDTH.items():
            context = browser.new_context(
                viewport={"width": width, "height": 800}, reduced_motion="reduce"
            )
            page = context.new_page()
            for name, query in addresses():
                open_shelf(page, url, query)
                page.wait_for_timeout(500)
                file = target / f"gallery-{name}-{size}"
                page.screenshot(path=file.with_suffix(".png"), full_page="open=" not in query)
                with Image.open(file.with_suffix(".png")) as shot:
                    shot.convert("RGB").save(file.with_suffix(".webp"), quality=60)
                file.with_suffix(".png").unlink()
                count += 1
            context.close()
        browser.close()
    return count
