"""The board fills the screen, a turn needs no scrolling, and pixels stand out."""

import contextlib
import json
from itertools import product
from math import atan2
from pathlib import Path

import pytest
from browser_layout import speak
from browser_local import keep_tables, play_match, play_table
from browser_pages import FLAT, NewPage, rest, start
from browser_photograph import ANGLES, MARK, TEXT, Photograph, contrast
from browser_screens import TABLES
from browser_solid import ball_contrasts, show_three_balls
from playwright.sync_api import Error, Page, expect
from server_client import ThreadServer

pytestmark = pytest.mark.browser

#: The share of the smaller of free width and height that what is drawn takes.
SHARE = """(parts) => {
  const boxes = [...document.querySelectorAll(parts)].map((x) => x.getBoundingClientRect());
  const wide = Math.max(...boxes.map((b) => b.right)) - Math.min(...boxes.map((b) => b.left));
  const high = Math.max(...boxes.map((b) => b.bottom)) - Math.min(...boxes.map((b) => b.top));
  const board = document.querySelector('.board').getBoundingClientRect();
  const guide = document.querySelector('[data-testid=guide]').getBoundingClientRect();
  const free = Math.min(board.width, innerHeight - board.top - guide.height);
  return Math.max(wide, high) / free;
}"""
#: How near what is drawn comes to the bar below it that says what to do.
GAP = """() => {
  const bar = document.querySelector('[data-testid=guide]')?.getBoundingClientRect();
  const gaps = [...document.querySelectorAll('.grid, .pyramid .card, .hand .card')]
    .map((part) => part.getBoundingClientRect())
    .filter((part) => bar && part.top < bar.top && part.left < bar.right && part.right > bar.left)
    .map((part) => bar.top - part.bottom);
  return Math.min(99, ...gaps);
}"""
#: Cards beside a pyramid that lie over its fields, a name or a count.
CROWDED = """() => {
  const places = (parts) =>
    [...document.querySelectorAll(parts)].map((part) => part.getBoundingClientRect());
  const others = places('.under, .top, .covered, .owner h2, .count');
  const meet = (one, other) =>
    one.left < other.right - 1 && other.left < one.right - 1 &&
    one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return places('.owner .apex').filter((box) => others.some((other) => meet(box, other))).length;
}"""
#: So far apart they are two things.
APART = 4
#: The window is this wide, and drawn so.
RESIZED = """async (width) => {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return innerWidth === width;
}"""
#: What is not wholly on the screen, or behind the bar at its lower edge.
OUT_OF_SIGHT = """(parts) => {
  const bar = parseFloat(getComputedStyle(document.body).paddingBottom);
  return [...document.querySelectorAll(parts)].filter((x) => {
    const { top, left, bottom, right } = x.getBoundingClientRect();
    return top < -1 || left < -1 || bottom > innerHeight - bar + 1 || right > innerWidth + 1;
  }).map((x) => x.dataset.testid ?? x.className);
}"""


def test_the_board_fills_large_screens(server: ThreadServer, new_page: NewPage) -> None:
    shares = {}
    for game, parts in (("pylos", ".grid"), ("pacal", ".pyramid")):
        page = new_page(server.url, settings=FLAT)
        start(page, game, "hotseat")
        page.get_by_test_id("guide").wait_for(state="attached")
        for width, height in ((1280, 800), (1920, 1080), (2560, 1440)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(RESIZED, arg=width)
            with contextlib.suppress(Error):
                large = f"parts => ({SHARE})(parts) >= 0.7"
                page.wait_for_function(large, arg=parts, timeout=10_000)
            shares[game, width] = page.evaluate(SHARE, parts)
            assert page.evaluate(GAP) >= APART, (game, width)
    assert {key: share for key, share in shares.items() if share < 0.7} == {}


PHONES = ((360, 740), (844, 390))
#: Light completes a square on 3b1.
SQUARE = play_table("square", "pylos", "hotseat", 116, lambda plies, _: plies == 33)
#: The levels from top to bottom, and from left to right where they stand side by side.
READING_ORDER = """() => {
  const foot = (level) => Math.round(level.getBoundingClientRect().bottom);
  const left = (level) => level.getBoundingClientRect().left;
  return [...document.querySelectorAll('.level')]
    .sort((a, b) => foot(a) - foot(b) || left(a) - left(b))
    .map((level) => level.dataset.level);
}"""


def out_of_sight(page: Page, parts: str) -> list[object]:
    """Return what stays out of sight: on a busy machine a page needs some frames to be laid out."""
    with contextlib.suppress(Error):
        everything = f"parts => ({OUT_OF_SIGHT})(parts).length === 0"
        page.wait_for_function(everything, arg=parts, timeout=60_000)
    return list(page.evaluate(OUT_OF_SIGHT, parts))


def test_a_turn_needs_no_scrolling(server: ThreadServer, new_page: NewPage) -> None:
    """On a phone, upright and on its side."""
    viewport = dict(zip(("width", "height"), PHONES[0], strict=True))
    page = new_page(server.url, settings=FLAT, viewport=viewport, has_touch=True, is_mobile=True)

    def missing(parts: str) -> list[object]:
        found: list[object] = []
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(RESIZED, arg=width)
            found += out_of_sight(page, parts)
            assert page.evaluate("scrollY") == 0
            assert page.evaluate(CROWDED) == 0
        return found

    building = TABLES["pacal_build"]
    page.goto("/")
    keep_tables(page, SQUARE, building)
    # Balls are taken back with all that is to be pressed in sight.
    page.goto(SQUARE.play)
    page.get_by_test_id("cell-3b1").click()
    page.get_by_test_id("confirm-move").wait_for()
    assert missing(".cell, .reserve, [data-testid=guide] .button") == []
    start(page, "pylos", "hotseat")
    # Level after level, as one reads.
    assert page.evaluate(READING_ORDER) == ["1", "2", "3", "4"]
    assert missing(".cell, .reserve, [data-testid=guide]") == []
    page.get_by_test_id("toggle-view").click()
    page.get_by_test_id("board-3d").wait_for()
    assert missing("[data-testid=board-3d], [data-testid=guide]") == []
    start(page, "pacal", "hotseat")
    page.get_by_test_id("lift-curtain").click()
    table = ".field, .owner .apex, .offer, [data-testid^=hand-], [data-testid=guide]"
    page.get_by_test_id("confirm-offer").wait_for()
    assert page.locator(".owner .apex").count() == 2
    assert missing(f"{table}, [data-testid=confirm-offer]") == []
    page.goto(building.play)
    page.get_by_test_id("lift-curtain").click()
    page.locator("[data-allowed]").first.wait_for()
    assert missing(table) == []


@pytest.mark.parametrize("size", [(360, 740), (844, 390)], ids=["phone", "phone on its side"])
def test_study_needs_no_scrolling(
    server: ThreadServer, new_page: NewPage, size: tuple[int, int]
) -> None:
    """A puzzle, a position, a lesson's step and a move under review are whole at first sight."""
    viewport = {"width": size[0], "height": size[1]}
    page = new_page(server.url, settings=FLAT, viewport=viewport, has_touch=True, is_mobile=True)
    pylos, solo = ".cell, .reserve", "[data-testid^=own-], [data-testid^=drawn-]"
    table, round_ = TABLES["pylos_end"], TABLES["pacal_over"]
    match = play_match("match", 8)
    alone = play_table("alone", "pacal", "solo", 50, lambda *_: False)
    page.goto("/")
    keep_tables(page, table, round_, match, alone)
    guide = "[data-testid=guide]"
    wanted = {
        "/puzzles": f"{pylos}, .task b",
        "/daily": f"{pylos}, .task b, .tab[aria-current], {guide}",
        "/daily?part=en": f"{solo}, .tab[aria-current]",
        "/explore": f"{pylos}, {guide}",
        "/explore?game=pacal": f"{guide}, .field, [data-testid^=hand-]",
        "/learn/pylos": f"{pylos}, .goal",
        "/learn/pylos/raise": f"{pylos}, .goal",
        "/learn/pacal": f"{solo}, .goal",
        f"/review/{table.id}?ply=12": f"{pylos}, .controls button",
        f"/replay/{round_.id}?ply=4": ".controls button, .field, [data-testid^=hand-]",
        f"/review/{match.id}?ply=4": ".controls button, .field",
        f"/review/{alone.id}?ply=4": f"{solo}, .controls button",
    }
    hidden = {}
    for path, parts in wanted.items():
        page.goto(path)
        page.locator(parts.partition(",")[0]).first.wait_for()
        hidden[path] = [*out_of_sight(page, parts), page.evaluate("scrollY")]
        if guide in parts:
            assert page.evaluate(GAP) >= APART, path
    assert hidden == {path: [0] for path in wanted}


CORNER = """(it) => {
  const { x, y } = it.getBoundingClientRect();
  return [x, y].map(Math.round).join();
}"""
TEXTS = Path(__file__).parents[3] / "web" / "src" / "i18n"
#: The longest sentences, where there is least room; elsewhere one language will do.
WINDOWS = (
    ("fr", 360, 740),
    ("de", 360, 740),
    ("de", 520, 800),
    ("nl", 844, 390),
    ("fr", 1280, 800),
)


def test_buttons_keep_their_place_while_the_sentence_changes(
    server: ThreadServer, new_page: NewPage
) -> None:
    """What to do next is said a moment after the buttons are there: nobody may miss them for it."""
    page = new_page(server.url, settings=FLAT)
    page.goto("/")
    keep_tables(page, SQUARE)
    guide, confirm = page.get_by_test_id("guide"), page.get_by_test_id("confirm-move")
    places: dict[tuple[str, int], list[str]] = {}
    for language, width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(SQUARE.play)
        speak(page, language)
        seen = places[language, width] = []
        said = guide.locator("p").inner_text()
        for cell in ("3b1", "3a2", "3b1"):
            page.get_by_test_id(f"cell-{cell}").click()
            confirm.wait_for()
            seen.append(confirm.evaluate(CORNER))
            expect(guide.locator("p")).not_to_have_text(said)
            said = guide.locator("p").inner_text()
            seen.append(confirm.evaluate(CORNER))
        assert out_of_sight(page, "[data-testid=guide] .button") == []
    # A longer label may make a button longer or higher, from where it begins.
    assert {key: seen for key, seen in places.items() if len(set(seen)) > 1} == {}


#: Where a button is: beside the sentence it grows to the left with its label, else to the right.
BUTTON_CORNER = """(it) => {
  const { top, left, right } = it.getBoundingClientRect();
  const said = it.closest('.guide').querySelector('p').getBoundingClientRect();
  return [top, left > said.right ? right : left].map(Math.round).join();
}"""
#: What is said when cards are to be offered and taken, first and last.
SAYINGS = {"offer": ("guideOffer", "guideOfferReady"), "take": ("guideTake", "guideTakeReady")}


def test_buttons_of_pacal_keep_their_place_while_the_sentence_changes(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT)
    page.goto("/")
    table = TABLES["pacal_offer"]
    said = page.get_by_test_id("guide").locator("p")
    places: dict[tuple[str, int, str], list[str]] = {}
    for language, width, height in WINDOWS:
        texts = json.loads((TEXTS / language / "common.json").read_text(encoding="utf-8"))
        page.set_viewport_size({"width": width, "height": height})
        keep_tables(page, table)
        page.goto(table.play)
        speak(page, language)
        page.get_by_test_id("lift-curtain").click()
        page.get_by_test_id("confirm-offer").wait_for()
        cards = page.locator("[data-testid^=hand-]").evaluate_all(
            "all => all.slice(0, 2).map(card => card.dataset.testid.slice('hand-'.length))"
        )
        for what, touched in (("offer", cards), ("take", cards[:1])):
            confirm = page.get_by_test_id(f"confirm-{what}")
            first, last = (
                texts[f"pacal.{key}"].replace("{card}", cards[0]) for key in SAYINGS[what]
            )
            expect(said).to_have_text(first)
            seen = places[language, width, what] = [confirm.evaluate(BUTTON_CORNER)]
            for card in touched:
                # Cards in the hand lie over each other.
                name = f"hand-{card}" if what == "offer" else f"offer-{card}"
                page.get_by_test_id(name).dispatch_event("click")
                seen.append(confirm.evaluate(BUTTON_CORNER))
            expect(said).to_have_text(last)
            seen.append(confirm.evaluate(BUTTON_CORNER))
            confirm.click()
            if what == "offer":
                page.get_by_test_id("lift-curtain").click()
    assert {key: seen for key, seen in places.items() if len(set(seen)) > 1} == {}


#: How far the guide, which stays at the lower edge, lies over the cards in hand.
COVERED = """() => {
  const guide = document.querySelector('[data-testid=guide]').getBoundingClientRect();
  const cards = [...document.querySelectorAll('[data-testid=hand] .card')];
  const feet = cards.map((card) => card.getBoundingClientRect().bottom);
  return Math.max(0, Math.max(...feet) - guide.top);
}"""


def test_a_small_phone_shows_the_first_button_and_a_whole_hand(
    server: ThreadServer, new_page: NewPage
) -> None:
    viewport = {"width": 360, "height": 740}
    page = new_page(server.url, settings=FLAT, viewport=viewport, has_touch=True, is_mobile=True)
    found = {}
    for language in ("en", "fr", "nl", "de"):
        page.goto("/")
        speak(page, language)
        page.get_by_test_id("learn").wait_for()
        found[language, "start"] = out_of_sight(page, "[data-testid=learn]")
        for step in ("offer", "take", "last"):
            page.goto(f"/learn/pacal/{step}")
            speak(page, language)
            page.locator("[data-testid=hand] .card").first.wait_for()
            parts = ".goal, [data-testid=hand] .card, [data-testid=guide] .button"
            found[language, step] = out_of_sight(page, parts)
            with contextlib.suppress(Error):
                page.wait_for_function(f"() => ({COVERED})() === 0", timeout=10_000)
            if covered := page.evaluate(COVERED):
                found[language, step].append(covered)
    assert {key: parts for key, parts in found.items() if parts} == {}


def paint(page: Page, theme: str, board: str, cards: str) -> None:
    page.evaluate(
        "([theme, board, cards]) => Object.assign(document.documentElement.dataset,"
        " { theme, board, cards })",
        [theme, board, cards],
    )


BOARDS = ("oak", "slate", "felt", "contrast")
#: Balls of either colour, over either colour: DLDL/LDDL/DLDD/LDDL|DLD/LLL/LLD|DL/DL|D.
BALLS = ("1a1", "1b1", "2a1", "2b1", "2b2", "2a2", "2c3", "3a1", "3b1", "3a2", "3b2", "4a1")
#: Corners of the level below, and how far they are from the first of them.
BELOW = {"1a1": (0, 0), "1d1": (3, 0), "1a4": (0, 3)}


def test_balls_and_marks_stand_out_on_every_flat_board(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT, reduced_motion="reduce")
    start(page, "pylos", "hotseat")
    for cell in ("1b2", "1c2"):
        page.get_by_test_id(f"cell-{cell}").click()
        expect(page.get_by_test_id(f"cell-{cell}")).not_to_have_attribute("data-ball", "")
    page.mouse.move(0, 0)
    faint = []
    for theme, board in product(("light", "dark"), BOARDS):
        paint(page, theme, board, "stone")
        seen = Photograph(page)
        x, y, cell = seen.middle("cell-1b2")
        wood = seen.around(x + cell / 2, y + cell / 2, 2)
        for name in ("1b2", "1c2"):
            x, y, _ = seen.middle(f"cell-{name}")
            ball = seen.around(x + cell * 0.2, y + cell * 0.2, 2)
            faint += [(theme, board, name, ball, wood)] if contrast(ball, wood) < MARK else []
        dark, light = seen.extremes("cell-1a1")
        faint += [(theme, board, "dot", dark, light)] if contrast(dark, light) < MARK else []
    assert faint == []
    ended = TABLES["pylos_end"]
    keep_tables(page, ended)
    page.goto(ended.play)
    page.locator("[data-testid=cell-4a1][data-ball=D]").wait_for()
    # Neither balls nor boards depend on the page's own theme.
    for theme, board in zip(("light", "dark") * 2, BOARDS, strict=True):
        paint(page, theme, board, "stone")
        seen = Photograph(page)
        places = {name: seen.middle(f"cell-{name}") for name in BALLS}
        for name, (x, y, cell) in places.items():
            found = seen.outlined(x, y, 0.38 * cell, 0.52 * cell)
            faint += [(theme, board, name, found)] if found < ANGLES else []
        # What lies below, where it is seen whole: at the corners of level 2.
        x, y, cell = places["2a1"]
        for ball, (east, south) in BELOW.items():
            middle = x + (east - 0.5) * cell, y + (south - 0.5) * cell
            out = atan2(south - 1.5, east - 1.5)
            *rim, behind = seen.ray(*middle, out, 0.38 * cell, 0.52 * cell)
            ratio = max(contrast(colour, behind) for colour in rim)
            faint += [(theme, board, f"below {ball}", ratio)] if ratio < MARK else []
    assert faint == []


def test_balls_stand_out_in_three_dimensions(server: ThreadServer, new_page: NewPage) -> None:
    page = show_three_balls(new_page, server.url, 400, 640)
    rest(page)
    found = ball_contrasts(Photograph(page))
    assert min(found.values()) >= MARK, found


def test_numbers_are_read_on_every_card(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT, reduced_motion="reduce")
    start(page, "pacal", "solo")
    drawn = page.locator("[data-testid^=drawn-]").get_attribute("data-testid")
    assert drawn is not None
    faint = []
    for theme, cards in product(("light", "dark"), ("stone", "paper", "contrast")):
        paint(page, theme, "oak", cards)
        dark, light = Photograph(page).extremes(drawn)
        faint += [(theme, cards, dark, light)] if contrast(dark, light) < TEXT else []
    assert faint == []
