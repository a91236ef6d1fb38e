/** The clocks that can be chosen here: days per move only where the server has slow games. */
import type { ClockPreset } from './messages';
import { clocks } from './offers';
import { knownParts, serverParts } from './server.svelte';

const quick = clocks.filter(({ days }) => days === null);

/** All of them until the server has answered. */
export function clocksHere(): readonly ClockPreset[] {
  // Where the server is away, whoever looks again asks again.
  if (knownParts() === null) serverParts().catch(() => {});
  return knownParts()?.slow_games === false ? quick : clocks;
}
