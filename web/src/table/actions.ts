/** Moves in words. */
import { formatList, t } from '../i18n';

/** A move of either game, as one tells it: "raises 1b2 to 2a1, takes back 2a1 and 1c3". */
export function describeMove(game: string, move: string): string {
  return game === 'pylos' ? describeBall(move) : describeAction(move);
}

function describeBall(move: string): string {
  const [path = '', ...taken] = move.split('-');
  const [from = '', to] = path.split('>');
  const parts = [
    to === undefined
      ? t('move.place', { cell: from })
      : t('move.raise', { source: from, cell: to }),
  ];
  if (taken.length > 0) parts.push(t('move.takeBack', { cells: formatList(taken) }));
  return parts.join(', ');
}

/** The card built last in the round that is being played. */
export function lastBuild(
  moves: readonly { readonly seat: number; readonly round: number; readonly move: string }[],
): { readonly seat: number; readonly field: number } | null {
  const round = moves.at(-1)?.round;
  const built = moves.findLast((entry) => entry.round === round && entry.move.startsWith('build '));
  return built ? { seat: built.seat, field: Number(built.move.slice(6)) } : null;
}

interface Told {
  readonly ply: number;
  readonly seat: number;
  readonly move: string;
}

/** Which card each `build` was about, by ply: the one taken, or the one left. Rule PAC-3. */
export function builtCards(moves: readonly Told[]): ReadonlyMap<number, string> {
  const cards = new Map<number, string>();
  let offer: readonly string[] = [];
  let taken: { readonly seat: number; readonly card: string } | null = null;
  for (const { ply, seat, move } of moves) {
    const [verb, ...named] = move.split(' ');
    if (verb === 'offer') [offer, taken] = [named, null];
    else if (verb === 'take') taken = { seat, card: named[0]! };
    else if (verb === 'build' && taken) {
      const { card } = taken;
      cards.set(ply, seat === taken.seat ? card : offer.find((other) => other !== card)!);
      // What comes after the second card is from the hand.
      if (seat !== taken.seat) taken = null;
    }
  }
  return cards;
}

/** A move as it is told while the game goes on: a card that was built is named. */
export function tellMove(
  game: string,
  moves: readonly Told[],
  { seat, move }: { readonly seat: number; readonly move: string },
): string {
  if (game === 'pylos') return describeMove(game, move);
  const entry = moves.findLast((other) => other.seat === seat && other.move === move);
  return describeAction(move, entry && builtCards(moves).get(entry.ply));
}

/** `offer 17 42` → "offers 17 and 42"; a text that is no action comes back as it is. */
export function describeAction(action: string, card?: string): string {
  const [verb, first = '', second = ''] = action.split(' ');
  switch (verb) {
    case 'offer':
      return t('action.offer', { first, second });
    case 'take':
      return t('action.take', { card: first });
    case 'build':
      return card
        ? t('action.buildCard', { card, field: first })
        : t('action.build', { field: first });
    case 'decline':
      return t('action.decline');
    default:
      return action;
  }
}
