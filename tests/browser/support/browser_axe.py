"""Axe on the page as it stands: what is wrong for those who listen or cannot see well."""

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[3] / "web/node_modules/axe-core/axe.min.js"
#: Drawn, nothing fades or slides any more, and nothing is being worked out.
SETTLED = """async () => {
  await document.fonts.ready;
  const frame = () => new Promise(requestAnimationFrame);
  const busy = () => document.querySelector('[data-busy]') !== null;
  for (let frames = 0; frames < 2 || (frames < 3000 && busy()); frames += 1) await frame();
  const moving = document.getAnimations().filter(a => a.effect.getTiming().iterations === 1);
  await Promise.allSettled(moving.map(a => a.finished));
}"""
#: Axe maps the page first and reads colours by that map: where the page changed in between it
#: finds what nobody sees. What is wrong is still wrong when it looks again.
RUN_AXE = """async (only) => {
  const options = only ? { runOnly: only } : {};
  let violations = [];
  for (let looks = 0; looks < 3; looks += 1) {
    ({ violations } = await axe.run({ ...options, resultTypes: ['violations'] }));
    if (violations.length === 0) return [];
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const seen = (node) => {
    const { fgColor, bgColor } = node.any[0]?.data ?? {};
    return node.target.join(' ') + (fgColor ? ` (${fgColor} on ${bgColor})` : '');
  };
  return violations.map(v => v.id + ': ' + v.nodes.map(seen).join(', '));
}"""


def run_axe(page: Page, theme: str, only: list[str] | None = None) -> list[str]:
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    page.evaluate(SETTLED)
    return [f"{theme} {text}" for text in page.evaluate(RUN_AXE, only)]
