/** The key of a question asked on the board, in lower case; null for any other key press. */
export function askedKey(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const target = event.target as HTMLElement;
  return target.closest('[data-asking]') ? event.key.toLowerCase() : null;
}
