"""How it feels: sound, vibration, dragging by finger, patterns, calm, and a focus one can see."""

import re

import pytest
from browser_axe import SETTLED
from browser_pages import (
    FLAT,
    NewPage,
    ply,
    rest,
    start,
    wait_for_solid,
    wait_until,
)
from playwright.sync_api import Page, expect
from server_client import ThreadServer

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
#: Here the processor draws the solid board, so fewer pixels are quicker.
SMALL = {"width": 400, "height": 460}


def change(page: Page, **changes: object) -> None:
    """Change settings as another tab of the page would."""
    page.evaluate(
        """changes => {
          const kept = JSON.parse(localStorage.getItem('sommet.settings') ?? '{}');
          localStorage.setItem('sommet.settings', JSON.stringify({ ...kept, ...changes }));
          dispatchEvent(new StorageEvent('storage', { key: 'sommet.settings' }));
        }""",
        changes,
    )


def test_moves_are_heard_until_muted(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    page.add_init_script("globalThis.sommetSounds = []")
    start(page, "pylos", "hotseat")
    page.get_by_test_id("cell-1a1").click()
    wait_until(lambda: page.evaluate("sommetSounds") == ["place"], page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_test_id("mute").click()
    page.keyboard.press("Escape")
    page.get_by_test_id("cell-1b1").click()
    wait_until(lambda: ply(page) == 2, page)
    page.wait_for_timeout(100)
    assert page.evaluate("sommetSounds") == ["place"]
    page.reload()
    page.get_by_test_id("table").wait_for()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_test_id("mute")).to_have_text("Unmute")


#: What runs without end, such as the sign of a computer that thinks.
ENDLESS = """() => {
  document.body.style.animation = 'breathe 1s infinite alternate';
  const { animationIterationCount, transitionDuration } = getComputedStyle(document.body);
  return [animationIterationCount, transitionDuration];
}"""


def test_nothing_flickers_without_motion(server: ThreadServer, new_page: NewPage) -> None:
    """An endless animation made short would flash at every frame."""
    page = new_page(server.url, settings=FLAT)
    page.goto("/")
    page.get_by_test_id("play-computer").wait_for()
    assert page.evaluate(ENDLESS) == ["1", "0s"]
    change(page, motion=True)
    assert page.evaluate(ENDLESS) == ["infinite", "0s"]
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(ENDLESS) == ["1", "0s"]


def test_nothing_is_heard_before_somebody_touches_the_page(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings=FLAT)
    page.add_init_script("globalThis.sommetSounds = []")
    start(page, "pylos", "hotseat")
    page.reload()
    page.get_by_test_id("cell-1a1").dispatch_event("click")
    wait_until(lambda: ply(page) == 1, page)
    page.wait_for_timeout(100)
    assert page.evaluate("sommetSounds") == []


def test_a_phone_ticks_under_the_finger(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT, viewport=PHONE, has_touch=True, is_mobile=True)
    page.add_init_script(
        "globalThis.ticks = []; navigator.vibrate = (t) => { ticks.push(t); return true; };"
    )
    start(page, "pylos", "hotseat")
    page.get_by_test_id("cell-1a1").tap()
    wait_until(lambda: page.evaluate("ticks.length") == 1, page)
    change(page, haptics=False)
    page.get_by_test_id("cell-1b1").tap()
    wait_until(lambda: ply(page) == 2, page)
    assert page.evaluate("ticks.length") == 1


def drag_by_finger(page: Page, source: str, target: str) -> None:
    session = page.context.new_cdp_session(page)
    page.get_by_test_id(target).scroll_into_view_if_needed()
    boxes = [page.get_by_test_id(name).bounding_box() for name in (source, target)]
    (a, b) = [
        {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for box in boxes
        if box
    ]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [a]})
    for part in (0.3, 0.6, 1.0):
        point = {axis: a[axis] + (b[axis] - a[axis]) * part for axis in a}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_cards_are_dragged_by_finger(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(
        server.url, viewport={"width": 400, "height": 900}, has_touch=True, is_mobile=True
    )
    start(page, "pacal", "solo")
    drawn = page.locator("[data-testid^=drawn-]")
    name = drawn.get_attribute("data-testid")
    assert name is not None
    drag_by_finger(page, name, "own-5")
    wait_until(lambda: ply(page) == 1, page)
    card = name.removeprefix("drawn-")
    expect(page.get_by_test_id("own-5")).to_have_attribute("data-card", card)
    start(page, "pacal", "hotseat")
    page.get_by_test_id("lift-curtain").click()
    hand = page.locator("[data-testid^=hand-]").first
    name = hand.get_attribute("data-testid")
    assert name is not None
    drag_by_finger(page, name, "offer")
    expect(page.get_by_test_id(name)).to_have_attribute("aria-pressed", "true")


def test_rings_on_dark_balls_and_calm_in_three_dimensions(
    server: ThreadServer, new_page: NewPage
) -> None:
    page = new_page(server.url, settings='{"view":"3d"}', viewport=SMALL, reduced_motion="reduce")
    start(page, "pylos", "hotseat")
    wait_for_solid(page)
    canvas = page.get_by_test_id("board-canvas")
    before = rest(page)
    for count, cell in enumerate(("1b2", "1c3"), start=1):
        page.get_by_test_id(f"cell-{cell}").focus()
        page.keyboard.press("Enter")
        wait_until(lambda wanted=count: ply(page) == wanted, page)  # type: ignore[misc]
    assert rest(page) - before <= 12, "balls are there at once: they do not fly"
    plain = canvas.screenshot()
    assert canvas.screenshot() == plain, "a still board stays as it is"
    change(page, pattern=True)
    rest(page)
    assert canvas.screenshot() != plain
    change(page, view="flat")
    ring = page.locator('.cell[data-ball="D"] .banding').first
    expect(ring).to_be_visible()
    change(page, pattern=False)
    expect(ring).to_be_hidden()


FOCUS = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const shown = [element, element.nextElementSibling, element.closest('label')];
  const seen = shown.some((part) => {
    if (!part) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  });
  return (seen ? 'seen ' : 'unseen ') + element.tagName + ' ' + (element.dataset.testid ??
    element.ariaLabel ?? element.value ?? element.textContent.trim().slice(0, 30));
}"""


def test_the_keyboard_shows_where_it_is(server: ThreadServer, new_page: NewPage) -> None:
    page = new_page(server.url, settings=FLAT)
    start(page, "pacal", "computer", opponent="level:1")
    for path in ("/", page.url):
        page.goto(path)
        page.get_by_test_id("play-hotseat" if path == "/" else "pacal-table").wait_for()
        page.evaluate(SETTLED)
        stops = []
        for _ in range(40):
            page.keyboard.press("Tab")
            stop = page.evaluate(FOCUS)
            if stop is None or stop in stops[:1]:
                break
            stops.append(stop)
        assert len(stops) > 5
        assert [stop for stop in stops if not re.match("seen ", stop)] == []
