/** What lies in the middle of the table during a turn, and the sentence that says what to do. */
import { t } from '../../i18n';
import type { PacalBoard } from '../../protocol/boards';

/** A turn as one viewer sees it. */
export interface Turn {
  readonly board: PacalBoard;
  /** The viewer's side. */
  readonly bottom: 0 | 1;
  readonly active: boolean;
  readonly names: readonly [string, string];
  /** Whether the viewer plays a seat, so that "you" is right. */
  readonly playing: boolean;
  /** Cards picked so far. */
  readonly chosen: readonly number[];
  /** What the viewer is asked for now. */
  readonly now: 'offer' | 'take' | 'build' | null;
}

export interface TableCard {
  readonly card: number;
  readonly note: string;
  readonly selected: boolean;
  readonly takeable: boolean;
  readonly buildable: boolean;
  readonly faded: boolean;
}

/** Where a card would fit, for those who do not see the dotted fields. */
export function fitText({ board, now }: Turn, card: number): string | undefined {
  const fit = now === 'build' ? undefined : board.fits.find((entry) => entry.card === card);
  if (!fit) return undefined;
  if (fit.own.length === board.pyramids[0]!.length) return t('pacal.fitsAll');
  return fit.own.length > 0
    ? t('pacal.fits', { count: fit.own.length, fields: fit.own.join(', ') })
    : t('pacal.noteStuck');
}

const plain = { selected: false, takeable: false, buildable: false, faded: false };

/** The cards being offered, on offer, or about to be built. */
export function cardsOnTable(turn: Turn): readonly TableCard[] {
  const { board, active, chosen, now } = turn;
  if (now === 'offer')
    return chosen.map((card) => ({
      ...plain,
      card,
      note: t('pacal.noteOffer'),
      buildable: true,
    }));
  const offer = board.offer;
  if (!offer)
    return board.phase === 'last' && board.card !== null
      ? [{ ...plain, card: board.card, note: t('pacal.noteLast'), buildable: active }]
      : [];
  return offer.cards.map((card) => {
    const owner = offer.taken === null ? null : card === offer.taken ? 1 - offer.by : offer.by;
    const placed = owner !== null && isBuilt(board, owner, card);
    return {
      card,
      note: owner === null ? '' : noteOf(turn, owner, placed),
      selected: chosen.includes(card),
      takeable: now === 'take',
      buildable: now === 'build' && board.card === card,
      faded: placed,
    };
  });
}

function noteOf({ board, bottom, playing, names }: Turn, owner: number, placed: boolean): string {
  if (board.stuck[owner] && !placed) return t('pacal.noteStuck');
  if (owner === bottom && playing) return t(placed ? 'pacal.noteBuiltYou' : 'pacal.noteOwnerYou');
  const name = names[owner] ?? '';
  return t(placed ? 'pacal.noteBuilt' : 'pacal.noteOwner', { name });
}

function isBuilt(board: PacalBoard, seat: number, card: number): boolean {
  return (board.pyramids[seat] ?? []).some((f) => f.card === card || f.covered === card);
}

/** Whether nothing is built yet, so that the cards at the apexes show who begins. Rule PAC-2. */
export const isOpening = ({ phase, built, outcome }: PacalBoard): boolean =>
  phase === 'offer' && built[0] === 0 && built[1] === 0 && !outcome;

/** What the viewer should do, or whom the table waits for; empty when the round is over. */
export function whatToDo(turn: Turn): string {
  const { board, bottom, active, names, playing, chosen, now } = turn;
  if (board.outcome) return '';
  if (!active) {
    // The player's own turn in between, and after a lesson's step: nothing to wait for.
    if (board.actor === null || (playing && board.actor === bottom)) return '';
    const name = names[board.actor] ?? '';
    if (playing && isOpening(board)) {
      const [second, first] = [board.apexes[bottom]!, board.apexes[1 - bottom]!];
      return t('pacal.waitBegin', { name, first, second });
    }
    if (board.phase === 'offer') return t('pacal.waitOffer', { name });
    if (board.phase === 'take') return t('pacal.waitTake', { name });
    return t('pacal.waitBuild', { name });
  }
  if (now === 'offer' && playing && isOpening(board) && chosen.length === 0)
    return t('pacal.guideBegin', {
      first: board.apexes[bottom]!,
      second: board.apexes[1 - bottom]!,
    });
  if (now === 'offer')
    return t(
      (['pacal.guideOffer', 'pacal.guideOfferSecond'] as const)[chosen.length] ??
        'pacal.guideOfferReady',
    );
  if (now === 'take')
    return chosen.length === 0
      ? t('pacal.guideTake')
      : t('pacal.guideTakeReady', { card: chosen[0]! });
  if (now === 'build' && board.card !== null) {
    const fits = board.choices?.fields.some((field) => field.allowed);
    const [stuck, may] =
      board.phase === 'last'
        ? (['pacal.guideLastStuck', 'pacal.guideLast'] as const)
        : (['pacal.guideStuck', 'pacal.guideBuild'] as const);
    return t(fits ? may : stuck, { card: board.card });
  }
  return '';
}
