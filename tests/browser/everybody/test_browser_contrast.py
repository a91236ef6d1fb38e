"""Contrast measured from pixels on every board in 3D, every kind of card, and axe on solid boards.

The long run: drawing a solid board without a graphics card takes its time.
"""

import json
from itertools import product

import pytest
from browser_axe import AXE, SETTLED, run_axe
from browser_local import keep_tables
from browser_pages import FLAT, SOLID, NewPage, rest, start, wait_for_solid
from browser_photograph import MARK, TEXT, Photograph, contrast
from browser_screens import TABLES, prepare
from browser_solid import (
    ANGLES,
    SEEN,
    ball_contrasts,
    place,
    ring_of,
    show_three_balls,
    width_of_a_cell,
)
from playwright.sync_api import Page, expect
from server_client import ThreadServer

pytestmark = [pytest.mark.browser, pytest.mark.soak]

THEMES = ("light", "dark")
BOARDS = ("oak", "slate", "felt", "contrast")
CARDS = ("stone", "paper", "contrast")
#: The board looks plainer where the processor has to draw it.
GRAPHICS = pytest.mark.parametrize(
    "graphics_card", [True, False], ids=["graphics card", "processor"]
)
#: What changes in another window changes here.
CHOOSE = """(wanted) => {
  const kept = JSON.parse(localStorage.getItem('sommet.settings'));
  localStorage.setItem('sommet.settings', JSON.stringify({ ...kept, ...wanted }));
  dispatchEvent(new StorageEvent('storage', { key: 'sommet.settings' }));
}"""


def choose(page: Page, **settings: str) -> None:
    page.evaluate(CHOOSE, settings)
    expect(page.locator("html")).to_have_attribute("data-theme", settings["theme"])
    page.evaluate(SETTLED)
    rest(page)


@GRAPHICS
def test_balls_and_marks_stand_out_on_every_solid_board(
    server: ThreadServer, new_page: NewPage, graphics_card: bool
) -> None:
    page = show_three_balls(new_page, server.url, 420, 680, graphics_card=graphics_card)
    faint = {}
    for theme, board in product(THEMES, BOARDS):
        choose(page, theme=theme, board=board)
        seen = Photograph(page)
        for cell, ratio in ball_contrasts(seen).items():
            if ratio < MARK:
                faint[theme, board, cell] = round(ratio, 2)
        # A place to go to: its dot against its own rim, or against the hollow it lies in.
        dark, light = seen.spread(*seen.middle("cell-1d4")[:2], width_of_a_cell(seen) * 0.3)
        if contrast(dark, light) < MARK:
            faint[theme, board, "dot"] = round(contrast(dark, light), 2)
    assert faint == {}


#: What is placed in turn, what is clicked then, and the ball with a ring round it.
RINGS = {
    "raise light": (("1a1", "1b1", "1a2", "1b2", "1d4", "1d1"), (), "1d4", "--mark-place"),
    "raise dark": (("1a1", "1b1", "1a2", "1b2", "1c4", "1d1", "1a4"), (), "1d1", "--mark-place"),
    "take light": (("1a1", "1d1", "1b1", "1d2", "1a2", "1c4"), ("1b2",), "1a2", "--mark-take"),
    "take dark": (
        ("1a4", "1a1", "1d1", "1b1", "1d2", "1a2", "1c4"),
        ("1b2",),
        "1a2",
        "--mark-take",
    ),
}
COLOUR = """(name) => {
  const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}"""


@GRAPHICS
@pytest.mark.parametrize("ring", RINGS)
def test_rings_stand_out_on_every_solid_board(
    server: ThreadServer, new_page: NewPage, ring: str, graphics_card: bool
) -> None:
    """Balls that may be raised or taken back: ring and rim are there, and stand out."""
    placed, clicked, ball, mark = RINGS[ring]
    page = new_page(
        server.url,
        settings=FLAT,
        viewport={"width": 420, "height": 680},
        reduced_motion="reduce",
        graphics_card=graphics_card,
    )
    start(page, "pylos", "hotseat")
    place(page, *placed)
    page.get_by_test_id("toggle-view").click()
    wait_for_solid(page)
    for cell in clicked:
        page.get_by_test_id(f"cell-{cell}").press("Enter")
        page.get_by_test_id("confirm-move").wait_for()
    page.get_by_test_id("share").focus()
    kind = "raise" if ring.startswith("raise") else "take"
    assert page.get_by_test_id(f"cell-{ball}").get_attribute(f"data-{kind}") == "yes"
    faint = {}
    for theme, board in product(THEMES, BOARDS):
        choose(page, theme=theme, board=board)
        colours = (tuple(page.evaluate(COLOUR, name)) for name in (mark, "--mark-halo"))
        found = ring_of(Photograph(page), ball, *colours)
        if found < SEEN:
            faint[theme, board] = f"{found} of {ANGLES} directions"
    assert faint == {}


def test_numbers_are_read_on_cards_that_are_covered_faded_or_lay_face_down(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT, reduced_motion="reduce")
    page.goto("/")
    table = TABLES["pacal_over"]
    keep_tables(page, table)
    page.goto(table.play)
    page.get_by_test_id("outcome").wait_for()
    shown = page.locator("[data-testid^=own-]:has([data-number]), [data-testid^=offer-]")
    names = [item.get_attribute("data-testid") or "" for item in shown.all()]
    assert names
    faint = {}
    for theme, cards in product(THEMES, CARDS):
        choose(page, theme=theme, cards=cards)
        seen = Photograph(page)
        for name in names:
            dark, light = seen.extremes(name)
            if contrast(dark, light) < TEXT:
                faint[theme, cards, name] = round(contrast(dark, light), 2)
    assert faint == {}


@pytest.mark.parametrize(
    "path",
    ["{pylos}", "/puzzles", "/daily", "/explore", "/learn/pylos/raise", "/replay/{ended}?ply=12"],
)
def test_axe_finds_nothing_on_a_solid_board(
    server: ThreadServer, new_page: NewPage, path: str
) -> None:
    page = new_page(
        server.url,
        settings=json.dumps({**json.loads(SOLID), "coordinates": True}),
        viewport={"width": 360, "height": 740},
        reduced_motion="reduce",
    )
    places = prepare(server.url, page)
    page.goto(path.format(**places))
    wait_for_solid(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert [*run_axe(page, "light"), *run_axe(page, "dark")] == []
