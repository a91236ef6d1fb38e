/** Brings to this device what the computer needs to play without a connection. */
import { core } from '../core/core';
import type { Asks } from './local/game';

const level = { level: 7, choice_seed: 1 } as const;

/** One move of each kind of player: the files that it judges with are kept from then on. */
const players: readonly ((asks: Asks) => Promise<unknown>)[] = [
  ...(['children', 'standard', 'expert'] as const).map(
    (preset) => (asks: Asks) => asks.ask('pylos.choose', { preset, moves: [], ...level }),
  ),
  (asks) => asks.ask('pacal.choose', { preset: 'en', seed: 1, actions: [], ...level }),
  (asks) =>
    asks.ask('solo.choose', { preset: 'en', seed: 1, actions: [], level: 3, choice_seed: 1 }),
  () => import('../games/pylos/three/stage'),
];

/** Fetches all of it; `report` is told how many parts are there. */
export async function takeAlong(
  report: (done: number, of: number) => void,
  asks: Asks = core,
): Promise<void> {
  let done = 0;
  for (const fetched of players) {
    report(done++, players.length);
    await fetched(asks);
  }
  report(done, players.length);
}
