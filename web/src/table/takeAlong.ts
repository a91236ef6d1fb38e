/** Brings to this device what playing the computer and studying need without a connection. */
import { core } from '../core/core';
import { PRESETS, type Preset } from '../core/tableCalls';
import { tables, type TableKeeper } from '../core/tables';
import type { Asks } from './local/game';

const level = { level: 7, choice_seed: 1 } as const;

/** One question of each kind: the files that its answer needs are kept from then on. */
const players: readonly ((asks: Asks) => Promise<unknown>)[] = [
  ...PRESETS.flatMap((preset) => [
    (asks: Asks) => asks.ask('pylos.choose', { preset, moves: [], ...level }),
    (asks: Asks) => asks.ask('pylos.think', { preset, moves: [], nodes: 1 }),
  ]),
  // Where take-backs are optional, the expert game has a network of its own.
  (asks) => {
    const rulings = { takeback: 'optional' };
    return asks.ask('pylos.think', { preset: 'expert', rulings, moves: [], nodes: 1 });
  },
  (asks) => asks.ask('puzzles.find', { number: 1 }),
  (asks) => asks.ask('pacal.puzzle_streak', { seed: 1, place: 0 }),
  ...[7, 8].map(
    (level) => (asks: Asks) =>
      asks.ask('pacal.choose', { preset: 'en', seed: 1, actions: [], level, choice_seed: 1 }),
  ),
  (asks) =>
    asks.ask('solo.choose', { preset: 'en', seed: 1, actions: [], level: 3, choice_seed: 1 }),
  () => import('../games/pylos/three/stage'),
];

/** The presets whose tables are taken; the largest only when asked for. */
export const presetsTaken = (withExpert: boolean): readonly Preset[] =>
  PRESETS.filter((preset) => withExpert || preset !== 'expert');

const MEGABYTE = 1_000_000;

/** How large a preset's table is, in megabytes. */
export const tableMegabytes = async (preset: Preset, keeper: TableKeeper = tables) =>
  Math.round((await keeper.kept(preset)).ofBytes / MEGABYTE);

/**
 * Fetches all of it, with the tables of these presets; `report` receives the share that is there. Each part
 * counts as one, each megabyte of a table too.
 */
export async function takeAlong(
  presets: readonly Preset[],
  report: (done: number, of: number) => void,
  asks: Asks = core,
  keeper: TableKeeper = tables,
): Promise<void> {
  const sizes = await Promise.all(presets.map((preset) => tableMegabytes(preset, keeper)));
  const of = sizes.reduce((sum, size) => sum + size, players.length);
  let done = 0;
  for (const fetched of players) {
    report(done++, of);
    await fetched(asks);
  }
  for (const [i, preset] of presets.entries()) {
    await keeper.keep(preset, ({ doneBytes }) =>
      report(done + Math.floor(doneBytes / MEGABYTE), of),
    );
    done += sizes[i]!;
  }
  report(of, of);
}
