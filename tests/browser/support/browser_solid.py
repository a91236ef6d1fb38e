"""Boards in 3D, and how far what lies on them stands out."""

from math import pi

from browser_pages import FLAT, NewPage, start, wait_for_solid
from browser_photograph import ANGLES, MARK, Colour, Photograph, contrast
from playwright.sync_api import Page, expect


def show_three_balls(
    new_page: NewPage, url: str, width: int, height: int, *, graphics_card: bool = True
) -> Page:
    """Return a page with two light balls and a dark one on a solid board, none in focus."""
    page = new_page(
        url,
        settings=FLAT,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        graphics_card=graphics_card,
    )
    start(page, "pylos", "hotseat")
    place(page, "1b2", "1c3", "1a4")
    page.get_by_test_id("toggle-view").click()
    wait_for_solid(page)
    page.get_by_test_id("share").focus()
    return page


def place(page: Page, *cells: str) -> None:
    """Place balls in turn on a board with the levels side by side."""
    moves = page.locator("[data-testid=moves] li[data-ply]")
    for count, cell in enumerate(cells, start=moves.count() + 1):
        page.get_by_test_id(f"cell-{cell}").click()
        expect(moves).to_have_count(count)


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


#: In how many directions of `ANGLES` a ring must be seen: balls may hide it.
SEEN = 20
#: How far a colour may be from the one that was painted.
NEAR = 24


def ring_of(seen: Photograph, cell: str, mark: Colour, halo: Colour) -> int:
    """Return in how many directions the ring round a ball is seen.

    The ring and its rim are both drawn, they stand out from each other, and one of them from what
    lies beyond.
    """
    x, y, _ = seen.middle(f"cell-{cell}")
    across = width_of_a_cell(seen)
    found = 0
    for angle in (2 * pi * step / ANGLES for step in range(ANGLES)):
        ray = seen.ray(x, y, angle, across * 0.3, across * 0.8)
        rim = max((at for at, colour in enumerate(ray) if _is(colour, halo)), default=len(ray))
        if rim + 3 < len(ray) and any(_is(colour, mark) for colour in ray[:rim]):
            beyond = ray[rim + 3]
            found += max(contrast(mark, beyond), contrast(halo, beyond)) >= MARK
    return found if contrast(mark, halo) >= MARK else 0


def last_ring_of(seen: Photograph, cell: str, mark: Colour, halo: Colour) -> int:
    """Return in how many directions the ring of the last move is seen, on a ball or in a hollow.

    The ring is drawn with its rim outside it, and they stand out from each other.
    """
    x, y, _ = seen.middle(f"cell-{cell}")
    reach = round(width_of_a_cell(seen) * 0.8)
    near = range(-reach, reach + 1)
    drawn = [(x + a, y + b) for a in near for b in near if _is(seen.around(x + a, y + b, 0), mark)]
    if not drawn or contrast(mark, halo) < MARK:
        return 0
    x, y = (sum(place[axis] for place in drawn) / len(drawn) for axis in (0, 1))
    found = 0
    for angle in (2 * pi * step / ANGLES for step in range(ANGLES)):
        ray = seen.ray(x, y, angle, 0, reach)
        ring = max((at for at, colour in enumerate(ray) if _is(colour, mark)), default=len(ray))
        found += any(_is(colour, halo) for colour in ray[ring : ring + 5])
    return found


def _is(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) < NEAR for a, b in zip(one, other, strict=True))
