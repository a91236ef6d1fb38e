/** Secret keys for seats, made here and kept until the seat is: a lost answer costs nothing. */
const PREFIX = 'sommet.key.';
const BYTES = 32;
/** For browsers that keep nothing: as long as the page lasts. */
const made = new Map<string, string>();

/** The key to take a seat at `table` with: the same one until `forgetKey`. */
export function seatKey(table: string): string {
  try {
    const kept = localStorage.getItem(PREFIX + table);
    if (kept !== null) return kept;
  } catch {
    // Then one made before is in `made`.
  }
  const key = made.get(table) ?? newKey();
  made.set(table, key);
  try {
    localStorage.setItem(PREFIX + table, key);
  } catch {
    // It is in `made`.
  }
  return key;
}

/** Whether a key was made for a seat that was never taken up: the answer may have been lost. */
export function hasKey(table: string): boolean {
  try {
    return made.has(table) || localStorage.getItem(PREFIX + table) !== null;
  } catch {
    return made.has(table);
  }
}

export function forgetKey(table: string): void {
  made.delete(table);
  try {
    localStorage.removeItem(PREFIX + table);
  } catch {
    // Nothing was kept.
  }
}

/** 256 random bits as the server writes tokens: 43 characters. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
