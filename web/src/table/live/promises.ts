/** What this page remembers of the deals promised to it: the hash, the hands it saw, the number it added. */

export interface Remembered {
  readonly hash: string;
  /** Whole hands as dealt, by seat, where this page saw them. */
  readonly hands: Readonly<Record<number, readonly number[]>>;
  /** What this page added. */
  readonly number?: string;
  /** Whether the server took it for certain. */
  readonly taken?: boolean;
}

const KEY = 'sommet.deals';
const MOST = 100;
export const HAND = 15;

export function rememberedDeals(): Record<string, Remembered> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, Remembered>;
  } catch {
    return {};
  }
}

function remember(round: string, change: (known: Remembered | undefined) => Remembered): void {
  const seen = rememberedDeals();
  const entries = Object.entries({ ...seen, [round]: change(seen[round]) }).slice(-MOST);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Then the check can only say that all parts agree now.
  }
}

/** Remembers what was published while the round is being played; the first hash counts. */
export function rememberDeal(
  round: string,
  hash: string,
  hands: readonly (readonly number[] | null)[] = [],
): void {
  const whole = Object.fromEntries(
    hands.flatMap((cards, seat) => (cards?.length === HAND ? [[seat, cards]] : [])),
  );
  remember(round, (known) => ({
    ...known,
    hash: known?.hash ?? hash,
    hands: { ...whole, ...known?.hands },
  }));
}

/** This page's number for a round whose hash was published: the same one if asked again. */
export function numberFor(round: string, hash: string): string {
  const known = rememberedDeals()[round];
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const fresh = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const number = known?.hash === hash && known.number !== undefined ? known.number : fresh;
  // Another hash for the same round is another promise: the first one counts, and the check says so.
  remember(round, () => ({ hands: {}, ...known, hash: known?.hash ?? hash, number, taken: false }));
  return number;
}

/** Remembers whether the server took the number: then it has to be in the deal. */
export function numberTaken(round: string, taken: boolean): void {
  remember(round, (known) => {
    if (known === undefined) return { hash: '', hands: {} };
    const { number, ...rest } = known;
    return taken && number !== undefined ? { ...rest, number, taken } : rest;
  });
}
