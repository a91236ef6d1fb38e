/** The deal of a day, played in the page. Days are those of UTC, the same for everybody. */
import { core } from '../../core/core';
import type { PacalAnalysis } from '../../core/coachCalls';
import type { SoloBoard } from '../../protocol/boards';
import type { Asks } from '../../table/local/game';

const DAY_MS = 86_400_000;

export interface DaysDeal {
  readonly board: SoloBoard;
  /** The pyramid for sharing: ■ one card, ◆ two, · none, sorted in each row. */
  readonly rows: readonly string[];
}

/** Milliseconds until the next day begins. */
export const untilNextDay = (now_ms: number) => DAY_MS - (now_ms % DAY_MS);

/** A day's deal after some builds; the cards to come stay hidden. */
export async function playDay(
  date: string,
  rules: 'en' | 'fr',
  actions: readonly string[],
  asks: Asks = core,
): Promise<DaysDeal> {
  const seed = await asks.ask('pacal.daily_seed', { date });
  const { board } = await asks.ask('pacal.solo', { preset: rules, seed, actions });
  return { board, rows: shareRows(board) };
}

/** The chance to complete for each field that takes the card drawn. */
export async function adviseDay(
  date: string,
  rules: 'en' | 'fr',
  actions: readonly string[],
  signal?: AbortSignal,
  asks: Asks = core,
): Promise<PacalAnalysis> {
  const seed = await asks.ask('pacal.daily_seed', { date }, signal);
  return asks.ask('solo.advice', { preset: rules, seed, actions }, signal);
}

/** As `share_rows` in src/sommet/match/daily.py. */
export function shareRows({ pyramid }: SoloBoard): string[] {
  const marks = pyramid.map(({ card, covered }) =>
    covered !== null ? '◆' : card !== null ? '■' : '·',
  );
  return [0, 1, 3, 6].map((first, row) => {
    const line = marks.slice(first, first + row + 1).sort();
    return ' '.repeat(3 - row) + line.join(' ');
  });
}
