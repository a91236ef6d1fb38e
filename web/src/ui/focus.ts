/** Keeps the keyboard where the play is when the button that had it goes away. */
let keys = false;
addEventListener('keydown', () => (keys = true), true);
addEventListener('pointerdown', () => (keys = false), true);

/** Whether the last input came from the keyboard. */
export function usesKeys(): boolean {
  return keys;
}

/** Puts the focus on what a screen is about, past everything above it. */
export function focusMain(): void {
  const main = document.querySelector<HTMLElement>('main');
  const heading = main?.querySelector<HTMLElement>('h1') ?? main;
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}

/**
 * Puts the focus on a screen that has just been opened, as soon as it is there, unless something on
 * it took the focus already; and again if it was on the heading of what only stood in for the
 * screen. Returns what stops the waiting.
 */
export function focusScreen(): () => void {
  let heading: Element | null = null;
  const attempt = () => {
    const active = document.activeElement;
    if (active && active !== document.body && active.isConnected) return active !== heading;
    if (heading?.isConnected) return true;
    heading = document.querySelector('main h1');
    if (heading) focusMain();
    return false;
  };
  if (attempt()) return () => {};
  const observer = new MutationObserver(() => attempt() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Puts the focus on the first match inside `root`, if the keyboard is in use and has lost its
 * place, or is inside `within`, where what it was on means nothing any more.
 */
export function refocus(
  root: HTMLElement | null | undefined,
  selectors: readonly string[],
  within: Element | null = null,
): void {
  // What was waited for may be gone by now.
  if (!root) return;
  const active = document.activeElement;
  const isLost = active === null || active === document.body || !active.isConnected;
  if (!keys || !(isLost || within?.contains(active))) return;
  if (active && selectors[0] !== undefined && active.matches(selectors[0])) return;
  for (const selector of selectors) {
    const found = root.querySelector<HTMLElement>(selector);
    if (found) {
      found.focus();
      return;
    }
  }
}
