/** A Pacal table in words, for those who hear it. Holds no rules: it reads what the core says. */
import { formatList, t } from '../../i18n';
import type { PacalChoices, PacalBoard, PyramidField } from '../../protocol/boards';

const list = (values: readonly (number | string)[]) => values.join(', ');

/** Every built card of a pyramid in reading order, then the empty fields. */
export function tellPyramid(name: string, fields: readonly PyramidField[]): string {
  const built = fields.flatMap(({ field, card, covered }) =>
    card === null
      ? []
      : [
          `${t('pacal.field', { field })}: ${
            covered === null ? card : t('pacal.fieldCovered', { card, covered })
          }`,
        ],
  );
  const empty = fields.flatMap(({ field, card }) => (card === null ? [field] : []));
  const parts = [built.length > 0 ? `${list(built)}.` : t('ask.pyramidEmpty')];
  if (empty.length > 0 && built.length > 0)
    parts.push(t('ask.emptyFields', { fields: list(empty) }));
  return `${name}. ${parts.join(' ')}`;
}

/** The fields that take the card to be built, and what each would cover. */
export function tellFields(
  choices: PacalChoices,
  card: number,
  fields: readonly PyramidField[],
): string {
  const open = choices.fields.filter(({ allowed }) => allowed);
  if (open.length === 0) return t('pacal.guideStuck', { card });
  const listed = open.map(({ field, covers }) =>
    covers ? t('ask.covering', { field, covered: fields[field - 1]?.card ?? '' }) : String(field),
  );
  return t('ask.build', { card, fields: list(listed) });
}

/** Where cards would fit on both pyramids. */
export function tellFits(board: PacalBoard, cards: readonly number[]): string {
  const listed = cards.flatMap((card) => {
    const fit = board.fits.find((entry) => entry.card === card);
    const some = (fields: readonly number[]) =>
      fields.length > 0
        ? t('ask.onFields', { count: fields.length, fields: list(fields) })
        : t('ask.nowhere');
    return fit ? [t('ask.fit', { card, own: some(fit.own), other: some(fit.other) })] : [];
  });
  return listed.length > 0 ? listed.join(' ') : t('ask.fitNone');
}

/** The cards on the table and whose they are. */
export function tellOffer(board: PacalBoard, who: (seat: number) => string): string {
  const { offer } = board;
  if (!offer)
    return board.phase === 'last' && board.card !== null
      ? t('ask.lastCard', { card: board.card })
      : t('ask.offerNone');
  const offered = t('ask.offer', {
    name: who(offer.by),
    cards: formatList(offer.cards.map(String)),
  });
  return offer.taken === null
    ? offered
    : `${offered} ${t('ask.taken', { name: who(1 - offer.by), card: offer.taken })}`;
}
