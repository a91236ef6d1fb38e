"""How long the value of every move takes: computed, over HTTP, and until it is on screen.

The bar is 200 ms from a move to the list of values. Positions are those of random games. The last
part needs the built page and a Chromium (CHROMIUM or on the path); without them it is left out.
"""

import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import quote

import httpx

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "server"), str(ROOT / "tests" / "browser")]

from browser_pages import ARGUMENTS, FLAT, STATIC  # noqa: E402
from server_client import ThreadServer, quick_settings  # noqa: E402

from sommet.pylos import Options, State  # noqa: E402
from sommet.seeding import Random  # noqa: E402
from sommet.server.study.pylos_worth import _judge, analyse_position  # noqa: E402

GAMES = 3
MOVES_ON_SCREEN = 25


def positions(preset: str) -> list[State]:
    """Return every position of a few random games."""
    found = []
    for seed in range(GAMES):
        random = Random(seed)
        state = State.start(Options.preset(preset))
        while state.outcome is None:
            found.append(state)
            state = state.play(state.legal_moves[random.below(len(state.legal_moves))])
    return found


def tell(name: str, times_s: Iterable[float]) -> None:
    times = sorted(times_s)
    median, most = statistics.median(times) * 1000, times[-1] * 1000
    near = times[int(0.95 * (len(times) - 1))] * 1000
    print(f"  {name:34} {median:7.1f} ms median {near:7.1f} ms 95 % {most:7.1f} ms at most")


def clock(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def measure_server(url: str) -> None:
    with httpx.Client(base_url=url) as client:
        for preset in ("children", "standard", "expert"):
            states = positions(preset)
            analyse_position(states[0])
            _judge.cache_clear()
            tell(f"{preset}, computed", (clock(lambda s=s: analyse_position(s)) for s in states))
            _judge.cache_clear()
            bodies = [{"position": str(state), "preset": preset} for state in states]
            tell(
                f"{preset}, over HTTP",
                (clock(lambda b=b: client.post("/api/study/pylos", json=b)) for b in bodies),
            )


ON_SCREEN = """async () => {
  const screen = document.querySelector('[data-testid=explore]');
  const move = document.querySelector('[data-testid=analysis] li[data-move] button');
  const before = screen.dataset.position;
  const began = performance.now();
  move.click();
  while (screen.dataset.position === before || screen.dataset.busy)
    await new Promise((done) => requestAnimationFrame(done));
  return performance.now() - began;
}"""


def measure_page(url: str, chromium: str) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        page = browser.new_page(base_url=url)
        page.add_init_script(f"localStorage.setItem('sommet.settings', '{FLAT}')")
        state = positions("standard")[10]
        page.goto(f"/explore?position={quote(str(state))}")
        page.get_by_test_id("standing").wait_for()
        times = []
        while len(times) < MOVES_ON_SCREEN:
            if not page.locator("[data-testid=analysis] li[data-move] button").count():
                page.goto(f"/explore?position={quote(str(state))}")
                page.get_by_test_id("standing").wait_for()
            times.append(float(page.evaluate(ON_SCREEN)) / 1000)
        tell("standard, from click to screen", times)
        browser.close()


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        settings = quick_settings(Path(folder), static=STATIC)
        with ThreadServer(settings) as server:
            measure_server(server.url)
            chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
            if chromium is not None and (STATIC / "index.html").is_file():
                measure_page(server.url, chromium)
    return 0


if __name__ == "__main__":
    sys.exit(main())
