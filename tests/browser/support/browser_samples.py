"""Text and marks sampled from a photograph: what stands out too little from what is behind it."""

from itertools import count
from typing import Any

from browser_photograph import MARK, TEXT, Colour, Photograph, contrast, luminance
from PIL import Image
from playwright.sync_api import Page

#: Signs without words that mean something, by what they are on the page.
MARKS = (
    ".token",
    ".tick",
    ".star",
    ".owner h2::before",
    ".field.allowed",
    ".field.hint",
    ".marker",
    ".button svg",
    "input[type=range]",
)
#: What stands at these places on the page: text nodes, and cards whose number a style writes.
_SEEN = """
  const root = document.querySelector('dialog[open]') ?? document.body;
  const isSeen = (element, box) => {
    if (box.width < 4 || box.height < 6 || box.left < 6 || box.top < 6) return false;
    if (box.right > innerWidth - 6 || box.bottom > innerHeight - 6) return false;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (top === null) return false;
    const isLookedThrough = getComputedStyle(element).pointerEvents === 'none';
    return element.contains(top) || (isLookedThrough && top.contains(element));
  };
  const place = ({ left, top, width, height }, name) => [left, top, width, height, name];
"""
_TEXTS = f"""() => {{
  {_SEEN}
  const found = [];
  const off = '.visually-hidden, svg, option, style, script';
  const note = (element, box, text) => {{
    if (element.closest(off) || getComputedStyle(element).clipPath !== 'none') return;
    if (isSeen(element, box)) found.push(place(box, text.trim().slice(0, 50)));
  }};
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {{
    if (node.data.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) note(node.parentElement, box, node.data);
  }}
  // What a style writes.
  for (const one of root.querySelectorAll('.number[data-number], .name-of-cell'))
    note(one, one.getBoundingClientRect(), one.dataset.number ?? one.dataset.name);
  return found;
}}"""
#: Moves to the next part of what is longer than its window; returns whether there was one.
_SCROLL = """(part) => {
  const dialog = document.querySelector('dialog[open]');
  const isLong = (one) =>
    one.scrollHeight > one.clientHeight + 2 && /auto|scroll/.test(getComputedStyle(one).overflowY);
  const scroller = dialog
    ? [dialog, ...dialog.querySelectorAll('*')].find(isLong)
    : document.scrollingElement;
  if (!scroller) return part === 0;
  const before = scroller.scrollTop;
  scroller.scrollTo({ top: part * 0.75 * scroller.clientHeight, behavior: 'instant' });
  return part === 0 || scroller.scrollTop > before + 1;
}"""
_DRAWN = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(done)))"""
_BOXES = f"""(selectors) => {{
  {_SEEN}
  return selectors.flatMap((selector) =>
    [...root.querySelectorAll(selector.replace('::before', ''))]
      .filter((mark) => isSeen(mark, mark.getBoundingClientRect()))
      .map((mark) => place(mark.getBoundingClientRect(), `${{selector}} ${{mark.classList}}`)));
}}"""


class _Sampled(Photograph):
    """A photograph at the device's own pixels."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.scale = self.image.width / page.evaluate("innerWidth")

    def ratio(self, x: float, y: float, width: float, height: float, around: float = 0) -> float:
        """Return how far the pixel that stands out most is from the ground of a box.

        The ground is its most frequent colour; with `around`, that of a line so far above it.
        """
        left, top = (x - around) * self.scale, (y - around) * self.scale
        right, bottom = (x + width + around) * self.scale, (y + height + around) * self.scale
        cut = self.image.crop((int(left), int(top), round(right), round(bottom)))
        pixels = _colours(cut)
        ground = max(pixels, key=lambda colour: pixels[colour])
        if around:
            edge = _colours(cut.crop((0, 0, cut.width, max(1, round(self.scale)))))
            ground = max(edge, key=lambda colour: edge[colour])
        ordered = sorted(pixels, key=luminance)
        return max(contrast(ground, ordered[0]), contrast(ground, ordered[-1]))


def _colours(cut: Image.Image) -> dict[Colour, int]:
    """Return how often each colour is in a picture."""
    counted = cut.getcolors(cut.width * cut.height) or []
    return {
        (colour[0], colour[1], colour[2]): count
        for count, colour in counted
        if isinstance(colour, tuple)
    }


def faint(page: Page) -> list[str]:
    """Return the texts and marks that stand out too little, with how far they do.

    What is longer than the window is scrolled through.
    """
    page.mouse.move(0, 0)
    found: set[str] = set()
    for part in count():
        if not page.evaluate(_SCROLL, part):
            break
        page.evaluate(_DRAWN)
        found |= _faint_in_sight(page)
    page.evaluate(_SCROLL, 0)
    return sorted(found)


def _faint_in_sight(page: Page) -> set[str]:
    before = _places(page)
    seen = _Sampled(page)
    # What moved while it was photographed is not where it was looked for.
    texts, marks = (
        [place for place in now if place in then]
        for then, now in zip(before, _places(page), strict=True)
    )
    found = set()
    for x, y, width, height, text in texts:
        if (ratio := seen.ratio(x, y, width, height)) < TEXT:
            found.add(f"text {ratio:.2f} {text}")
    for x, y, width, height, name in marks:
        if (ratio := seen.ratio(x, y, width, height, around=5)) < MARK:
            found.add(f"mark {ratio:.2f} {name}")
    return found


def _places(page: Page) -> tuple[list[list[Any]], list[list[Any]]]:
    return page.evaluate(_TEXTS), page.evaluate(_BOXES, list(MARKS))
