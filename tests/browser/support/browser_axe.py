"""Axe on the page as it stands: what is wrong for those who listen or cannot see well."""

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[3] / "web/node_modules/axe-core/axe.min.js"
#: Drawn, and nothing fades or slides any more.
SETTLED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const moving = document.getAnimations().filter(a => a.effect.getTiming().iterations === 1);
  await Promise.allSettled(moving.map(a => a.finished));
}"""
RUN_AXE = """async (only) => {
  const options = only ? { runOnly: only } : {};
  const { violations } = await axe.run({ ...options, resultTypes: ['violations'] });
  return violations.map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).join(', '));
}"""


def run_axe(page: Page, theme: str, only: list[str] | None = None) -> list[str]:
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    page.evaluate(SETTLED)
    return [f"{theme} {text}" for text in page.evaluate(RUN_AXE, only)]
