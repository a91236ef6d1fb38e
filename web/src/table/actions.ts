/** Moves in words. */
import { formatList, t } from '../i18n';

/** A move of either game, as read aloud: "raises the ball on 1b2 to 2a1 and takes back 2a1 and 1c3". */
export function describeMove(game: string, move: string): string {
  return game === 'pylos' ? describeBall(move) : describeAction(move);
}

/** `isOwn`: as it follows "you", "raise the ball on 1b2 to 2a1". */
export function describeBall(move: string, isOwn = false): string {
  const [path = '', ...taken] = move.split('-');
  const [from = '', to] = path.split('>');
  const parts = [
    to === undefined
      ? t(isOwn ? 'own.place' : 'move.place', { cell: from })
      : t(isOwn ? 'own.raise' : 'move.raise', { source: from, cell: to }),
  ];
  if (taken.length > 0)
    parts.push(t(isOwn ? 'own.takeBack' : 'move.takeBack', { cells: formatList(taken) }));
  return formatList(parts);
}

/** Stands for the number of a card from the hand that the list of moves does not tell. Rule PAC-6. */
export const LAST_CARD = 'last';

/** `offer 17 42` → "offers 17 and 42", or "offer 17 and 42"; a text that is not an action is returned unchanged. */
export function describeAction(
  action: string,
  card?: string,
  isOwn = false,
  covered?: string,
): string {
  const [verb, first = '', second = ''] = action.split(' ');
  switch (verb) {
    case 'offer':
      return t(isOwn ? 'own.offer' : 'action.offer', { first, second });
    case 'take':
      return t(isOwn ? 'own.take' : 'action.take', { card: first });
    case 'build':
      if (card === LAST_CARD)
        return t(isOwn ? 'own.buildLast' : 'action.buildLast', { field: first });
      if (card && covered)
        return t(isOwn ? 'own.coverCard' : 'action.coverCard', { card, field: first, covered });
      return card
        ? t(isOwn ? 'own.buildCard' : 'action.buildCard', { card, field: first })
        : t(isOwn ? 'own.build' : 'action.build', { field: first });
    case 'decline':
      return t(isOwn ? 'own.decline' : 'action.decline');
    default:
      return action;
  }
}
