/**
 * Checks that nobody picked the cards of a round. The server publishes a hash of its secret, this
 * page adds a random number, and the deal follows from both and the other player's number; after
 * the round the secret is shown. See docs/decisions/fair-deals.md.
 */
import type { Commitment } from '../../protocol/messages';
import { sha256 } from '../../core/sha256';
import { HAND, rememberedDeals } from './promises';

export type DealCheck =
  /** The deal follows from a secret fixed beforehand and the number this page added to it. */
  | 'fair'
  /** Dealt by an earlier version: the deal was fixed before the round, but by the server alone. */
  | 'kept'
  /** Everything agrees, but this page did not add a number or did not see the round's beginning. */
  | 'unseen'
  /** The opening, its hash, a number or the cards do not match. */
  | 'broken';

const CARDS = 50;
const FACE_DOWN = 10;

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
  const before = rememberedDeals()[round];
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
