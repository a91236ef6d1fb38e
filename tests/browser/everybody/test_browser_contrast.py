"""Contrast measured from pixels on every board in 3D, every kind of card, and axe on solid boards.

The long run: drawing a solid board without a graphics card takes its time.
"""

import json
from itertools import product
from pathlib import Path

import pytest
from browser_axe import AXE, SETTLED, run_axe
from browser_community import COMMUNITY, bring_people
from browser_local import keep_tables
from browser_pages import FLAT, SOLID, STATIC, NewPage, rest, start, wait_for_solid
from browser_photograph import ANGLES, MARK, TEXT, Photograph, contrast
from browser_samples import faint
from browser_screens import SCREENS, TABLES, prepare, show
from browser_solid import (
    SEEN,
    ball_contrasts,
    last_ring_of,
    place,
    ring_of,
    show_three_balls,
    width_of_a_cell,
)
from playwright.sync_api import Page, expect
from server_client import ThreadServer, quick_settings

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


#: A light ball on four light ones and a dark one on four dark ones, in the children's game; beside
#: each ball a cell of its own level and row. The last two balls draw the last move's ring away.
PILED = ("1a1", "1c3", "1b1", "1d3", "1a2", "1c4", "1b2", "1d4", "2a1", "2c3", "1a4", "1d1")
BESIDE = {"2a1": "2b1", "2c3": "2b3"}
CHILDREN = """() => localStorage.setItem('sommet.start', JSON.stringify({
  game: 'pylos', games: { pylos: { preset: 'children', chosen: true } },
}))"""


@GRAPHICS
def test_balls_stand_out_on_balls_of_their_own_colour_on_every_solid_board(
    server: ThreadServer, new_page: NewPage, graphics_card: bool
) -> None:
    page = new_page(
        server.url,
        settings=FLAT,
        viewport={"width": 420, "height": 680},
        reduced_motion="reduce",
        graphics_card=graphics_card,
    )
    page.goto("/")
    page.evaluate(CHILDREN)
    start(page, "pylos", "hotseat")
    place(page, *PILED)
    page.get_by_test_id("toggle-view").click()
    wait_for_solid(page)
    page.get_by_test_id("share").focus()
    faint = {}
    for theme, board in product(THEMES, BOARDS):
        choose(page, theme=theme, board=board)
        seen = Photograph(page)
        for ball, beside in BESIDE.items():
            x, y, _ = seen.middle(f"cell-{ball}")
            across = abs(seen.middle(f"cell-{beside}")[0] - x)
            found = seen.outlined(x, y, 0.36 * across, 0.6 * across)
            if found < ANGLES:
                faint[theme, board, ball] = f"{found} of {ANGLES} directions"
    assert faint == {}


#: What is placed in turn, what is clicked then, and the ball with a ring round it.
RINGS = {
    "raise light": (("1a1", "1b1", "1a2", "1b2", "1d4", "1d1"), (), "1d4", "--mark-place"),
    "raise dark": (("1a1", "1b1", "1a2", "1b2", "1c4", "1d1", "1a4"), (), "1d1", "--mark-place"),
    "picked light": (("1a1", "1b1", "1a2", "1b2", "1d4", "1d1"), ("1d4",), "1d4", "--mark-place"),
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
    kind = ring.partition(" ")[0]
    for cell in clicked:
        page.get_by_test_id(f"cell-{cell}").press("Enter")
        page.locator(f"[data-testid=cell-{ball}][data-{kind}]").wait_for()
    page.get_by_test_id("share").focus()
    assert page.get_by_test_id(f"cell-{ball}").get_attribute(f"data-{kind}") == "yes"
    faint = {}
    for theme, board in product(THEMES, BOARDS):
        choose(page, theme=theme, board=board)
        colours = (tuple(page.evaluate(COLOUR, name)) for name in (mark, "--mark-halo"))
        found = ring_of(Photograph(page), ball, *colours)
        if found < SEEN:
            faint[theme, board] = f"{found} of {ANGLES} directions"
    assert faint == {}


#: What is placed in turn, the raise after it, and where the ring of the last move is.
LAST = {
    "light ball": (("1b2",), (), "1b2"),
    "dark ball": (("1b2", "1c3"), (), "1c3"),
    "hollow left": (("1a1", "1b1", "1a2", "1b2", "1d4", "1d1"), ("1d4", "2a1"), "1d4"),
}


@GRAPHICS
@pytest.mark.parametrize("where", LAST)
def test_rings_of_the_last_move_stand_out_on_every_solid_board(
    server: ThreadServer, new_page: NewPage, where: str, graphics_card: bool
) -> None:
    placed, raised, cell = LAST[where]
    page = new_page(
        server.url,
        settings=FLAT,
        viewport={"width": 420, "height": 680},
        reduced_motion="reduce",
        graphics_card=graphics_card,
    )
    start(page, "pylos", "hotseat")
    place(page, *placed)
    for touched in raised:
        page.get_by_test_id(f"cell-{touched}").click()
    page.locator(f"[data-testid=cell-{cell}][data-last]").wait_for()
    page.get_by_test_id("toggle-view").click()
    wait_for_solid(page)
    page.get_by_test_id("share").focus()
    faint = {}
    for theme, board in product(THEMES, BOARDS):
        choose(page, theme=theme, board=board)
        colours = (tuple(page.evaluate(COLOUR, name)) for name in ("--mark-last", "--mark-halo"))
        found = last_ring_of(Photograph(page), cell, *colours)
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


#: Screens with a board that can be solid, and two states of theirs.
SOLID_PATHS = (
    "{pylos}",
    "/puzzles",
    "/puzzles?lesson=trap",
    "/daily",
    "/explore",
    "/learn/pylos/raise",
    "/replay/{ended}?ply=12",
    "/review/{ended}?ply=20",
)
#: A phone and a desktop, high enough to show all of a board's screen; the rest is scrolled.
PHONE = 390
WINDOWS = ((PHONE, 1500), (1280, 1000))


def open_window(new_page: NewPage, url: str, window: tuple[int, int], settings: str) -> Page:
    return new_page(
        url,
        settings=settings,
        viewport={"width": window[0], "height": window[1]},
        reduced_motion="reduce",
        device_scale_factor=2,
    )


def faint_in_both_themes(page: Page) -> dict[str, list[str]]:
    found = {}
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        page.evaluate(SETTLED)
        rest(page)
        found[theme] = faint(page)
    return found


@pytest.mark.parametrize("window", WINDOWS, ids=["phone", "desktop"])
def test_texts_and_marks_stand_out_on_every_screen(
    server: ThreadServer, new_page: NewPage, window: tuple[int, int]
) -> None:
    page = open_window(new_page, server.url, window, FLAT)
    places = prepare(server.url, page)
    found = {}
    for screen in SCREENS:
        # On a desktop the ways stand in the header.
        if screen.name == "menu" and window[0] > PHONE:
            continue
        show(page, screen, places)
        found[screen.name] = faint_in_both_themes(page)
    assert found == {name: {"light": [], "dark": []} for name in found}


@pytest.mark.parametrize("window", WINDOWS, ids=["phone", "desktop"])
def test_texts_and_marks_stand_out_where_people_meet(
    tmp_path: Path, new_page: NewPage, window: tuple[int, int]
) -> None:
    with ThreadServer(quick_settings(tmp_path, static=STATIC, lobby=True)) as running:
        url = running.url.replace("127.0.0.1", "localhost")
        page = open_window(new_page, url, window, FLAT)
        page.goto("/account")
        page.get_by_test_id("register").wait_for()
        found = {"account-new": faint_in_both_themes(page)}
        places = bring_people(running, page)
        for screen in COMMUNITY:
            show(page, screen, places)
            found[screen.name] = faint_in_both_themes(page)
    assert found == {name: {"light": [], "dark": []} for name in found}


@pytest.mark.parametrize("window", WINDOWS, ids=["phone", "desktop"])
def test_texts_and_marks_stand_out_beside_solid_boards(
    server: ThreadServer, new_page: NewPage, window: tuple[int, int]
) -> None:
    page = open_window(new_page, server.url, window, SOLID)
    places = prepare(server.url, page)
    found = {}
    for path in SOLID_PATHS:
        page.goto(path.format(**places))
        wait_for_solid(page)
        found[path] = faint_in_both_themes(page)
    assert found == {path: {"light": [], "dark": []} for path in SOLID_PATHS}


#: How far what is drawn differs from the ground that it is drawn on.
DRAWN = 1.6


@pytest.mark.parametrize("window", [(1280, 800), (1920, 1080), (2560, 1440)])
def test_the_solid_board_fills_large_screens(
    server: ThreadServer, new_page: NewPage, window: tuple[int, int]
) -> None:
    """The board with its trays takes 70 % of the smaller of free width and height."""
    page = new_page(
        server.url,
        settings=SOLID,
        viewport={"width": window[0], "height": window[1]},
        reduced_motion="reduce",
    )
    start(page, "pylos", "hotseat")
    wait_for_solid(page)
    rest(page)
    canvas = page.get_by_test_id("board-canvas").bounding_box()
    assert canvas is not None
    seen = Photograph(page)
    left, top = canvas["x"], canvas["y"]
    ground = seen.around(left + 20, top + 20, 2)
    steps = range(0, 100)
    places = [
        (x, y)
        for x in steps
        for y in steps
        if contrast(
            seen.around(left + canvas["width"] * x / 100, top + canvas["height"] * y / 100, 1),
            ground,
        )
        > DRAWN
    ]
    wide = (max(x for x, _ in places) - min(x for x, _ in places)) * canvas["width"] / 100
    high = (max(y for _, y in places) - min(y for _, y in places)) * canvas["height"] / 100
    guide = page.get_by_test_id("guide").bounding_box()
    assert guide is not None
    free = min(canvas["width"], window[1] - top - guide["height"])
    assert max(wide, high) >= 0.7 * free


@pytest.mark.parametrize("path", SOLID_PATHS)
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
