/**
 * Checks that nobody picked the cards of a round. The server publishes a hash of its secret, this
 * page adds a random number, and the deal follows from both and the other player's number; after
 * the round the secret is shown. See docs/decisions/fair-deals.md.
 */
import type { Commitment } from '../../protocol/messages';
import { sha256 } from '../../core/sha256';

export type DealCheck =
  /** The deal follows from a secret fixed beforehand and the number this page added to it. */
  | 'fair'
  /** Dealt by an earlier version: the deal was fixed before the round, but by the server alone. */
  | 'kept'
  /** Everything agrees, but this page did not add a number or did not see the round's beginning. */
  | 'unseen'
  /** The opening, its hash, a number or the cards do not match. */
  | 'broken';

interface Remembered {
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
const HAND = 15;
const CARDS = 50;
const FACE_DOWN = 10;

function load(): Record<string, Remembered> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, Remembered>;
  } catch {
    return {};
  }
}

function remember(round: string, change: (known: Remembered | undefined) => Remembered): void {
  const seen = load();
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
  const known = load()[round];
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

/** The cards that a secret and the players' numbers give, in dealing order. */
export async function dealtCards(secret: string, numbers: readonly string[]): Promise<number[]> {
  const seed = await sha256(['pacal shuffle', secret, ...numbers].map((p) => `${p}\n`).join(''));
  const cards = Array.from({ length: CARDS }, (_, index) => index + 1);
  const keys = await Promise.all(cards.map((card) => sha256(`pacal card\n${seed}\n${card}\n`)));
  return cards.sort((a, b) => (keys[a - 1]! < keys[b - 1]! ? -1 : 1));
}

const ascending = (cards: readonly number[]) => [...cards].sort((a, b) => a - b);

/** The groups of a deal's text: face down of each seat and their hands, or face down and pile. */
function groupsOf(cards: readonly number[], seats: number): number[][] {
  if (seats === 1) return [cards.slice(0, FACE_DOWN), cards.slice(FACE_DOWN)];
  const hands = 2 * FACE_DOWN;
  return [
    cards.slice(0, FACE_DOWN),
    cards.slice(FACE_DOWN, hands),
    ascending(cards.slice(hands, hands + HAND)),
    ascending(cards.slice(hands + HAND)),
  ];
}

const same = (cards: readonly number[], group: readonly number[] | undefined) =>
  cards.join(' ') === group?.join(' ');

/**
 * Compares an opened deal with the hash published before it, the numbers added to it and the cards
 * that were seen: `faceDown` by seat in reading order, and the hands remembered.
 */
export async function checkDeal(
  round: string,
  commitment: Commitment,
  faceDown: readonly (readonly number[])[],
): Promise<DealCheck> {
  const { opening, deal, sha256: published, numbers } = commitment;
  if (opening === null || deal === null) return 'broken';
  const before = load()[round];
  if ((await sha256(opening)) !== published) return 'broken';
  if (before !== undefined && before.hash !== published) return 'broken';
  const groups = deal.split('|').map((group) => group.trim().split(/\s+/).map(Number));
  if (!faceDown.every((cards, seat) => same(cards, groups[seat]))) return 'broken';
  const hands = Object.entries(before?.hands ?? {});
  if (!hands.every(([seat, cards]) => same(cards, groups[faceDown.length + Number(seat)])))
    return 'broken';
  const lines = opening.split('\n');
  if (numbers === null) {
    // Three lines: a title, the salt and the deal.
    if (lines[2] !== deal) return 'broken';
    return before === undefined ? 'unseen' : 'kept';
  }
  // Two lines: a title and the secret.
  if (lines[0] !== 'pacal secret' || lines.length !== 3) return 'broken';
  const follows = groupsOf(await dealtCards(lines[1]!, numbers), faceDown.length);
  if (groups.length !== follows.length || !groups.every((group, n) => same(group, follows[n])))
    return 'broken';
  const isIn = before?.number !== undefined && numbers.includes(before.number);
  if (before?.taken && !isIn) return 'broken';
  return isIn ? 'fair' : 'unseen';
}
