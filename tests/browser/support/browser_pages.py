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


def wait_until(done: Callable[[], bool], page: Page, patience_s: float = 45.0) -> None:
    """Wait without blocking the page."""
    end = time.monotonic() + patience_s
    while not done():
        assert time.monotonic() < end, "waited in vain"
        page.wait_for_timeout(20)


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


def ply(page: Page) -> int:
    return page.locator('[data-testid="moves"] li[data-ply]').count()


def wait_for_ply(page: Page, count: int) -> None:
    """Wait until that many moves stand, or the game is over."""
    wait_until(lambda: ply(page) >= count or is_over(page), page)


def is_over(page: Page) -> bool:
    return page.get_by_test_id("table").get_attribute("data-status") == "finished"


def wait_for_solid(page: Page) -> None:
    """Wait until the solid board is drawn; without a graphics card that takes its time."""
    page.locator('[data-testid="board-3d"][data-ready="yes"]').wait_for(timeout=60_000)


class PylosHand:
    """Plays Pylos on the page: places, raises, takes back, in the flat or the solid view."""

    def __init__(self, page: Page, *, solid: bool = False, seed: int = 1) -> None:
        self.page = page
        self.solid = solid
        self.random = random.Random(seed)

    def cells(self, what: str) -> list[str]:
        """Return the test ids of the cells where `what` can be done now."""
        return self.page.eval_on_selector_all(
            f'[data-testid^="cell-"][data-{what}="yes"]', "all => all.map(x => x.dataset.testid)"
        )

    def click(self, cell: str) -> None:
        button = self.page.get_by_test_id(cell)
        if not self.solid:
            button.click()
            return
        box = button.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def can_move(self) -> bool:
        return bool(self.cells("place") or self.cells("raise") or self.cells("take"))

    def move(self) -> None:
        """Make one whole move."""
        places, raises = self.cells("place"), self.cells("raise")
        if raises and (not places or self.random.random() < 0.4):
            self.click(self.random.choice(raises))
            wait_until(lambda: bool(self.cells("place")), self.page)
            places = self.cells("place")
        self.click(self.random.choice(places))
        self.page.wait_for_timeout(30)
        takes = self.cells("take")
        if takes:
            self.click(self.random.choice(takes))
            confirm = self.page.get_by_test_id("confirm-move")
            confirm.click()

    def play_game(self) -> None:
        """Play until the game is over."""
        while True:
            wait_until(lambda: is_over(self.page) or self.can_move(), self.page)
            if is_over(self.page):
                return
            before = ply(self.page)
            self.move()
            wait_for_ply(self.page, before + 1)


class PacalHand:
    """Plays Pacal on the page: offers, takes, builds, declines."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.random = random.Random(seed)

    def _first(self, prefix: str, extra: str = "") -> Locator:
        return self.page.locator(f'[data-testid^="{prefix}"]{extra}')

    def status(self) -> str:
        return self.page.get_by_test_id("table").get_attribute("data-status") or ""

    def act(self) -> bool:
        """Do what is to be done now, if anything is, and wait until it has happened."""
        page = self.page
        if page.get_by_test_id("lift-curtain").count():
            page.get_by_test_id("lift-curtain").click()
            expect(page.get_by_test_id("curtain")).to_have_count(0)
            return True
        before = ply(page)
        if not (self._build() or self._decline() or self._take() or self._offer()):
            return False
        wait_until(lambda: ply(page) > before or self.status() != "playing", page)
        return True

    def _build(self) -> bool:
        fields = self.page.locator('[data-testid^="own-"][data-allowed="yes"]')
        count = fields.count()
        if count:
            fields.nth(self.random.randrange(count)).click()
        return bool(count)

    def _decline(self) -> bool:
        decline = self.page.get_by_test_id("decline")
        if not decline.count():
            return False
        decline.click()
        return True

    def _take(self) -> bool:
        confirm = self.page.get_by_test_id("confirm-take")
        if not confirm.count():
            return False
        offered = self._first("offer-")
        offered.nth(self.random.randrange(offered.count())).click()
        confirm.click()
        return True

    def _offer(self) -> bool:
        confirm = self.page.get_by_test_id("confirm-offer")
        if not confirm.count():
            return False
        hand = self._first("hand-")
        for index in self.random.sample(range(hand.count()), 2):
            hand.nth(index).click()
        confirm.click()
        return True
