/** Study in words: the coach's remarks, actions, values. */
import { formatList, formatNumber, t, tCode, type Key } from '../i18n';
import type { PylosMoveParts } from '../core/asked';
import type { PacalAnalysis, PylosAnalysis, Reason } from '../core/coachCalls';
import type { Worth } from '../games/pylos/marks';

export function reasonText(reason: Reason): string {
  // Reasons in Pylos name cells, which are the same in every language.
  if (reason.key.startsWith('why.')) {
    const cells = [reason.params['cells'] ?? []].flat().join(', ');
    return tCode('why', reason.key.slice(4), 'coach.other', { cells });
  }
  const params = Object.fromEntries(
    Object.entries(reason.params).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : formatList(value.map(String)),
    ]),
  );
  const { count, above, below } = reason.params;
  // A gap at the end of the pyramid has a number on one side only: 51 and 0 stand for none.
  const end = above === 51 ? '-top' : below === 0 ? '-bottom' : '';
  return tCode('coach', reason.key.replace(/^coach\./, '') + end, 'coach.other', {
    ...params,
    count: typeof count === 'number' ? count : 0,
  });
}

/** The cells of Pylos, or the fields of a pyramid of Pacal: of the seat named, else one's own. */
export interface About {
  readonly cells: readonly string[];
  readonly fields: readonly number[];
  readonly seat: 0 | 1 | null;
}

/** A reason in words, and what it is about where that can be shown. */
export interface Said {
  readonly text: string;
  readonly about: About | null;
}

export function sayReason(reason: Reason, seat: 0 | 1 | null = null): Said {
  const fields = reason.about ?? [];
  const cells = [reason.params['cells'] ?? []].flat().map(String);
  const about = cells.length + fields.length > 0 ? { cells, fields, seat } : null;
  return { text: reasonText(reason), about };
}

/** Below this a chance would only discourage a beginner. */
const GOOD_CHANCE = 0.25;

/** Why the best action is good: of two cards, how much better one is; then what the coach says of it. */
export function whyBest({ actions }: PacalAnalysis, isBeginner: boolean): readonly Said[] {
  const [best, second] = actions;
  const said = best?.reasons.map((reason) => sayReason(reason)) ?? [];
  const [verb, card = ''] = best?.action.split(' ') ?? [];
  if (verb !== 'take' || !best || !second) return said;
  const [chance, less] = [percent(best.win), percent(second.win)];
  const key =
    chance === less
      ? 'help.takeEither'
      : isBeginner && best.win < GOOD_CHANCE
        ? 'help.takeBetter'
        : 'help.take';
  const text = t(key, { card, chance, other: second.action.slice(5), less });
  return [{ text, about: null }, ...said];
}

/** An action as advice: "Offer 17 and 42". */
export function actionText(action: string): string {
  const [verb = '', first = '', second = ''] = action.split(' ');
  const params = { first, second, card: first, field: first };
  return tCode('advice', verb, 'advice.other', { ...params, action });
}

/** A move of Pylos as advice: "Raise the ball on 1a1 to 2a1 and take back 1b1". */
export function moveText({ source, target, taken }: PylosMoveParts): string {
  const params = { source: source ?? '', cell: target, cells: formatList([...taken]) };
  if (taken.length === 0) return t(source === null ? 'advice.place' : 'advice.raise', params);
  return t(source === null ? 'advice.placeTake' : 'advice.raiseTake', params);
}

/** A move of either game as advice, from its text. */
export const adviceText = (game: 'pylos' | 'pacal', move: string): string =>
  game === 'pylos' ? moveText(partsOf(move)) : actionText(move);

/** The parts of a move's text: `1a2>2b1-1c1`. */
export function partsOf(move: string): PylosMoveParts {
  const [path = '', ...taken] = move.split('-');
  const [from = '', to] = path.split('>');
  return { move, source: to === undefined ? null : from, target: to ?? from, taken };
}

export function percent(chance: number): string {
  const digits = chance > 0 && chance < 0.01 ? 1 : 0;
  return formatNumber(chance, { style: 'percent', maximumFractionDigits: digits });
}

export function ideaText(idea: string): string {
  return tCode('idea', idea, 'idea.other');
}

/** Ideas inside a sentence: "raises a ball". */
export function effectText(idea: string): string {
  return tCode('effect', idea, 'effect.other');
}

export function sideName(side: 'L' | 'D' | 0 | 1): string {
  return t(side === 'L' || side === 0 ? 'seat.light' : 'seat.dark');
}

/** From this share on an estimate is as good as certain. */
const NEARLY = 0.95;

/** How a position stands, in one sentence. */
export function standing(analysis: PylosAnalysis): string {
  const { worth, board, outcome } = analysis;
  if (outcome)
    return outcome.winner === null
      ? t('study.overDraw')
      : t('study.over', { side: sideName(outcome.winner) });
  if (worth === null || board.turn === null) return '';
  const params = { side: sideName(board.turn), other: sideName((1 - board.turn) as 0 | 1) };
  if (analysis.certain) return t(`standing.sure.${worth}` satisfies Key, params);
  const isNearly = worth !== 'draw' && Math.abs(analysis.light - 0.5) > NEARLY - 0.5;
  return t(isNearly ? `standing.nearly.${worth}` : `standing.likely.${worth}`, params);
}

/** How narrow it is, or how far the end. */
export function narrowness(analysis: PylosAnalysis): string {
  const { worth, board, distance, keeping, moves } = analysis;
  if (worth === null) return '';
  // The empty board: nobody should be put off a game before its first move.
  if (worth === 'loss' && !board.light.length && !board.dark.length) return t('study.openStart');
  if (distance !== null && worth !== 'draw') return t('study.inMoves', { count: distance });
  if (worth === 'loss') return t('study.allLose');
  if (keeping === moves.length) return t('study.allKeep');
  return t('study.keep', { count: keeping, of: moves.length });
}

export function worthWord(worth: Worth): string {
  return t(`worth.${worth}` satisfies Key);
}
