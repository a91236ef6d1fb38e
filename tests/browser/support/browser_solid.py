"""Boards in 3D, and how far what lies on them stands out."""

from browser_pages import FLAT, NewPage, start, wait_for_solid
from browser_photograph import Photograph, contrast
from playwright.sync_api import Page, expect


def show_three_balls(new_page: NewPage, url: str, width: int, height: int) -> Page:
    """Return a page with two light balls and a dark one on a solid board, none in focus."""
    size = {"width": width, "height": height}
    page = new_page(url, settings=FLAT, viewport=size, reduced_motion="reduce")
    start(page, "pylos", "hotseat")
    for count, cell in enumerate(("1b2", "1c3", "1a4"), start=1):
        page.get_by_test_id(f"cell-{cell}").click()
        expect(page.locator("[data-testid=moves] li[data-ply]")).to_have_count(count)
    page.get_by_test_id("toggle-view").click()
    wait_for_solid(page)
    page.get_by_test_id("share").focus()
    return page


def width_of_a_cell(seen: Photograph) -> float:
    return seen.middle("cell-1d1")[0] - seen.middle("cell-1c1")[0]


def ball_contrasts(seen: Photograph) -> dict[str, float]:
    """Return how far the first light and the first dark ball stand out from the wood."""
    across = width_of_a_cell(seen)
    x, y, _ = seen.middle("cell-1c1")
    wood = seen.around(x + across / 2, y + across / 2, 2)
    return {
        cell: contrast(seen.around(*seen.middle(f"cell-{cell}")[:2], across * 0.25), wood)
        for cell in ("1b2", "1c3")
    }
