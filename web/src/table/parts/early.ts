/** Questions asked with a key before the part that answers them has been loaded. */

/** The key of a question asked on the board, in lower case; null for any other key press. */
export function askedKey(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const target = event.target as HTMLElement;
  return target.closest('[data-asking]') ? event.key.toLowerCase() : null;
}

/** Listens from now on. The function that it gives tells the last key pressed, once, and ends it. */
export function rememberKey(): () => string | null {
  let last: string | null = null;
  const listen = (event: KeyboardEvent) => {
    last = askedKey(event) ?? last;
  };
  window.addEventListener('keydown', listen);
  return () => {
    window.removeEventListener('keydown', listen);
    const key = last;
    last = null;
    return key;
  };
}
