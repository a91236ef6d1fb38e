"""Doing on the page what people do: clicking cells, cards and buttons."""

import random
import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from sommet.server.settings import Settings

STATIC = Settings().static
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
NewPage = Callable[..., Page]
FLAT = '{"view":"flat","motion":false}'
SOLID = '{"view":"3d","motion":false}'
#: Makes the page believe that a graphics card draws, and so the solid board as most people see it.
GRAPHICS_CARD = """{
  const UNMASKED_RENDERER = 0x9246;
  const { getParameter } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.getParameter = function (name) {
    return name === UNMASKED_RENDERER ? 'a graphics card' : getParameter.call(this, name);
  };
}"""


def wait_until(done: Callable[[], bool], page: Page, patience_s: float = 90.0) -> None:
    """Wait without blocking the page; look less and less often, as looking takes its time too."""
    end = time.monotonic() + patience_s
    pause_ms = 20.0
    while not done():
        assert time.monotonic() < end, "waited in vain"
        page.wait_for_timeout(pause_ms)
        pause_ms = min(1.5 * pause_ms, 200)


def pick(choice: Locator) -> None:
    """Click a radio button or box by its label, once that has come to rest, and see it chosen."""
    choice.locator("xpath=ancestor::label").click()
    expect(choice).to_be_checked()


def start(page: Page, game: str, mode: str, **choices: str) -> None:
    """Open a table from the start page."""
    page.goto("/")
    pick(page.locator(f"input[name=game][value={game}]"))
    if "opponent" in choices:
        page.get_by_test_id("opponent").select_option(choices["opponent"])
    if "seat" in choices:
        pick(page.get_by_role("radio", name=choices["seat"], exact=True))
    if "clock" in choices:
        page.get_by_label("Clock").select_option(choices["clock"])
    if "preset" in choices:
        pick(page.get_by_role("radio", name=choices["preset"]))
    page.get_by_test_id(f"play-{mode}").click()
    page.get_by_test_id("table").wait_for()
    expect(page.get_by_test_id("table")).to_have_attribute("data-link", "open")
    if game == "pacal" and mode != "friend":
        # The page adds its number to the deal by itself.
        expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")


MOVES = '[data-testid="moves"] li[data-ply]'
FINISHED = '[data-testid="table"][data-status="finished"]'


def ply(page: Page) -> int:
    return page.locator(MOVES).count()


def wait_for_any(page: Page, *selectors: str) -> None:
    """Wait until one of these is there. The page itself looks, so waiting costs next to nothing."""
    page.locator(", ".join(selectors)).first.wait_for(state="attached")


def wait_for_ply(page: Page, count: int) -> None:
    """Wait until that many moves stand, or the game is over."""
    wait_for_any(page, f":nth-match({MOVES}, {count})", FINISHED)


def is_over(page: Page) -> bool:
    return page.get_by_test_id("table").get_attribute("data-status") == "finished"


def wait_for_solid(page: Page) -> None:
    """Wait until the solid board is drawn; without a graphics card that takes its time."""
    page.locator('[data-testid="board-3d"][data-ready="yes"]').wait_for()


_REST = """async (still) => {
  const canvas = document.querySelector('[data-testid="board-canvas"]');
  if (!canvas) return 0;
  let drawn = canvas.dataset.frames;
  for (let left = still; left > 0; left--) {
    await new Promise(requestAnimationFrame);
    if (canvas.dataset.frames !== drawn) [drawn, left] = [canvas.dataset.frames, still + 1];
  }
  return Number(drawn ?? 0);
}"""


def rest(page: Page, still: int = 20) -> int:
    """Wait until the solid board was not drawn for that many frames; return how often it was.

    The page itself counts: frames come late on a busy machine, but none is left out.
    """
    return int(page.evaluate(_REST, still))


_DRAWN = """async () => {
  for (let left = 3; left > 0; left--) await new Promise(requestAnimationFrame);
}"""


class PylosHand:
    """Plays Pylos on the page: places, raises, takes back, in the flat or the solid view."""

    def __init__(self, page: Page, *, solid: bool = False, seed: int = 1) -> None:
        self.page = page
        self.solid = solid
        self.random = random.Random(seed)

    def cells(self, what: str) -> list[str]:
        """Return the test ids of the cells where `what` can be done now."""
        return self.page.eval_on_selector_all(_cell(what), "all => all.map(x => x.dataset.testid)")

    def click(self, cell: str) -> None:
        button = self.page.get_by_test_id(cell)
        if not self.solid:
            button.click()
            return
        box = button.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def can_move(self) -> bool:
        return bool(
            self.page.locator(f"{_cell('place')}, {_cell('raise')}, {_cell('take')}").count()
        )

    def move(self) -> None:
        """Make one whole move."""
        page, before = self.page, ply(self.page)
        places, raises = self.cells("place"), self.cells("raise")
        if raises and (not places or self.random.random() < 0.4):
            self.click(self.random.choice(raises))
            wait_for_any(page, _cell("place"))
            places = self.cells("place")
        self.click(self.random.choice(places))
        if page.get_by_test_id("table").count():
            self.wait_for_landing(before)
        else:  # a lesson or a puzzle, which shows no moves
            page.evaluate(_DRAWN)
        takes = self.cells("take")
        if takes:
            self.click(self.random.choice(takes))
            page.get_by_test_id("confirm-move").click()

    def wait_for_landing(self, before: int) -> None:
        """Wait until a ball that was placed made a move, or balls can be taken back for it."""
        moved = f":nth-match({MOVES}, {before + 1})"
        wait_for_any(self.page, _cell("take"), moved, FINISHED)

    def play_game(self) -> None:
        """Play until the game is over."""
        while True:
            wait_for_any(self.page, FINISHED, *map(_cell, ("place", "raise", "take")))
            if is_over(self.page):
                return
            before = ply(self.page)
            self.move()
            wait_for_ply(self.page, before + 1)


def _cell(what: str) -> str:
    return f'[data-testid^="cell-"][data-{what}="yes"]'


class PacalHand:
    """Plays Pacal on the page: offers, takes, builds, declines."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.random = random.Random(seed)

    def status(self) -> str:
        return self.page.get_by_test_id("table").get_attribute("data-status") or ""

    def act(self) -> bool:
        """Do what is to be done now, if anything is, and wait until it has happened."""
        page = self.page
        to_do = page.evaluate(_TO_DO)
        if to_do["curtain"]:
            page.get_by_test_id("lift-curtain").click()
            expect(page.get_by_test_id("curtain")).to_have_count(0)
            return True
        if to_do["fields"]:
            page.get_by_test_id(self.random.choice(to_do["fields"])).click()
        elif to_do["decline"]:
            page.get_by_test_id("decline").click()
        elif to_do["take"]:
            page.get_by_test_id(self.random.choice(to_do["offered"])).click()
            page.get_by_test_id("confirm-take").click()
        elif to_do["offer"]:
            for card in self.random.sample(to_do["hand"], 2):
                page.get_by_test_id(card).click()
            page.get_by_test_id("confirm-offer").click()
        else:
            return False
        moved = f":nth-match({MOVES}, {to_do['ply'] + 1})"
        wait_for_any(page, moved, '[data-testid="table"]:not([data-status="playing"])')
        return True

    def wait_for_turn(self) -> None:
        """Wait until there is something to do, or the round is over."""
        wait_for_any(self.page, *_DOABLE, '[data-testid="table"]:not([data-status="playing"])')


_DOABLE = tuple(
    f'[data-testid="{n}"]' for n in ("lift-curtain", "decline", "confirm-take", "confirm-offer")
)
_DOABLE += ('[data-testid^="own-"][data-allowed="yes"]',)
#: What a player of Pacal can do now, in one look.
_TO_DO = """() => {
  const all = (start, more = '') =>
    [...document.querySelectorAll(`[data-testid^="${start}"]${more}`)]
      .map((x) => x.dataset.testid)
      .filter((name) => /-\\d+$/.test(name));
  const is = (name) => document.querySelector(`[data-testid="${name}"]`) !== null;
  return {
    curtain: is('lift-curtain'),
    fields: all('own-', '[data-allowed="yes"]'),
    decline: is('decline'),
    take: is('confirm-take'),
    offered: all('offer-'),
    offer: is('confirm-offer'),
    hand: all('hand-'),
    ply: document.querySelectorAll('[data-testid="moves"] li[data-ply]').length,
  };
}"""
