"""What a layout must never do: cut text off, stick out of the window, or be too small to touch."""

from playwright.sync_api import Page

#: Elements with text of their own that is wider than they are, cut off, or beyond the window.
_OVERFLOWING = """() => {
  const found = [];
  const wide = document.documentElement.clientWidth;
  const scrolls = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  const name = (element) => {
    const test = element.closest('[data-testid]')?.dataset.testid ?? '';
    return `${test} <${element.tagName.toLowerCase()} ${element.className?.baseVal ??
      element.className}> ${element.textContent.trim().slice(0, 60)}`;
  };
  const root = document.querySelector('dialog[open]') ?? document.body;
  for (const element of root.querySelectorAll('*')) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== '');
    if (!own || element.closest('.visually-hidden, svg, option, title, style')) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    // Not drawn, or read out only.
    if (box.width === 0 || style.clipPath === 'inset(50%)') continue;
    if (style.display !== 'inline') {
      if (element.scrollWidth > element.clientWidth + 1) found.push('wide: ' + name(element));
      if (style.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 3)
        found.push('cut: ' + name(element));
    }
    if ((box.right > wide + 1 || box.left < -1) && !scrolls(element))
      found.push('outside: ' + name(element));
  }
  if (document.documentElement.scrollWidth > wide + 1)
    found.push('the page scrolls sideways: ' + document.documentElement.scrollWidth);
  return found;
}"""

#: Buttons, links and fields smaller than 44 by 44, save for links within a sentence.
_SMALL = """() => {
  const found = [];
  const root = document.querySelector('dialog[open]') ?? document.body;
  const parts = 'button, a[href], input, select, summary, [role=button], [role=slider]';
  for (const element of root.querySelectorAll(parts)) {
    let target = element;
    // What is pressed is the label around a field that is not drawn itself.
    if (element.matches('input[type=radio], input[type=checkbox], input[type=file]'))
      target = element.closest('label') ?? element;
    if (!target.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(target);
    if (style.pointerEvents === 'none' || target.closest('.visually-hidden')) continue;
    if (target.matches('a') && style.display === 'inline') continue;
    let { width, height } = target.getBoundingClientRect();
    // The area around it that belongs to it.
    const around = getComputedStyle(target, '::after');
    if (around.position === 'absolute' && around.content !== 'none') {
      width = Math.max(width, parseFloat(around.width));
      height = Math.max(height, parseFloat(around.height));
    }
    if (width > 0 && (width < 43.9 || height < 43.9))
      found.push(`${Math.round(width)}x${Math.round(height)} ${target.tagName} ` +
        (target.dataset.testid ?? target.ariaLabel ?? target.textContent.trim().slice(0, 40)));
  }
  return found;
}"""

_SPEAK = """(language) => {
  const kept = JSON.parse(localStorage.getItem('sommet.settings') ?? '{}');
  localStorage.setItem('sommet.settings', JSON.stringify({ ...kept, language }));
  dispatchEvent(new StorageEvent('storage', { key: 'sommet.settings' }));
}"""


_OVERFLOWING_IN = (
    f"async (languages) => {{ const speak = {_SPEAK}, look = {_OVERFLOWING};"
    """
  const found = [];
  const frame = () => new Promise(requestAnimationFrame);
  for (const language of languages) {
    speak(language);
    while (document.documentElement.lang !== language) await frame();
    let there = ['not laid out'];
    // On a busy machine a page needs some frames to be laid out.
    for (let looks = 0; looks < 60 && there.length > 0; looks += 1) {
      await frame();
      there = look();
    }
    found.push(...there.map((text) => `${language} ${text}`));
  }
  return found;
}"""
)


def _lasting(page: Page, look: str) -> list[str]:
    """Return what is found: on a busy machine a page needs some frames to be laid out."""
    for _ in range(10):
        found = list(page.evaluate(look))
        if not found:
            break
        page.wait_for_timeout(100)
    return found


def overflowing(page: Page) -> list[str]:
    """Return the texts that do not fit where they are."""
    return _lasting(page, _OVERFLOWING)


def overflowing_in(page: Page, *languages: str) -> list[str]:
    """Return the texts that do not fit in some languages, one after the other."""
    return list(page.evaluate(_OVERFLOWING_IN, languages))


def too_small(page: Page) -> list[str]:
    """Return what a finger cannot hit surely."""
    return _lasting(page, _SMALL)


def speak(page: Page, language: str) -> None:
    """Change the language as another tab of the page would."""
    page.evaluate(_SPEAK, language)
    page.wait_for_function("language => document.documentElement.lang === language", arg=language)


def zoom_text(page: Page, percent: int) -> None:
    """Make all text larger, as a reader's own settings do."""
    page.evaluate("size => { document.documentElement.style.fontSize = size }", f"{percent}%")
