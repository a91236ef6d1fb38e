/** Checks that a deal was fixed before the round: its hash was published then, its text now. */
import type { Commitment } from './protocol';
import { sha256 } from './sha256';

export type DealCheck =
  /** The opening has the hash that was published while the round was being played. */
  | 'kept'
  /** It has the hash published now, but this page did not see the round being played. */
  | 'unseen'
  /** The opening, its hash or its cards do not match. */
  | 'broken';

interface Remembered {
  readonly hash: string;
  /** Whole hands as dealt, by seat, where this page saw them. */
  readonly hands: Readonly<Record<number, readonly number[]>>;
}

const KEY = 'sommet.deals';
const MOST = 100;
const HAND = 15;

function load(): Record<string, Remembered> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, Remembered>;
  } catch {
    return {};
  }
}

/** Remembers what was published while the round is being played; the first hash counts. */
export function rememberDeal(
  round: string,
  hash: string,
  hands: readonly (readonly number[] | null)[] = [],
): void {
  const seen = load();
  const whole = Object.fromEntries(
    hands.flatMap((cards, seat) => (cards?.length === HAND ? [[seat, cards]] : [])),
  );
  const known = seen[round];
  const entry = { hash: known?.hash ?? hash, hands: { ...whole, ...known?.hands } };
  const entries = Object.entries({ ...seen, [round]: entry }).slice(-MOST);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Then the check can only say that hash and opening agree now.
  }
}

/**
 * Compares an opened deal with the hash published before it and with the cards that were seen:
 * `faceDown` by seat in reading order, and the hands remembered.
 */
export async function checkDeal(
  round: string,
  { opening, deal, sha256: published }: Commitment,
  faceDown: readonly (readonly number[])[],
): Promise<DealCheck> {
  if (opening === null || deal === null) return 'broken';
  const before = load()[round];
  if ((await sha256(opening)) !== published) return 'broken';
  if (before !== undefined && before.hash !== published) return 'broken';
  // Three lines: a title, the salt and the deal.
  if (opening.split('\n')[2] !== deal) return 'broken';
  const groups = deal.split('|').map((group) => group.trim().split(/\s+/).map(Number));
  const same = (cards: readonly number[], group: readonly number[] | undefined) =>
    cards.join(' ') === group?.join(' ');
  if (!faceDown.every((cards, seat) => same(cards, groups[seat]))) return 'broken';
  const hands = Object.entries(before?.hands ?? {});
  if (!hands.every(([seat, cards]) => same(cards, groups[faceDown.length + Number(seat)])))
    return 'broken';
  return before === undefined ? 'unseen' : 'kept';
}
