/** Tables that this browser keeps, with the page's core and store; loaded when there is one to show. */
import { core } from '../core/core';
import { Failed } from '../protocol/api';
import type { Hint } from '../core/coachCalls';
import type { TableSummary } from '../protocol/messages';
import type { GameOffer } from '../protocol/offers';
import type { NewTable } from '../protocol/newTable';
import { boards } from './boards';
import { chooseMove, thinkWith } from './computer';
import type { TableConnection } from './connection';
import type { LocalMode, LocalTable } from './local/game';
import { Local, notHere, refused } from './local/local.svelte';
import { openLocal } from './local/open';
import { summaryOf } from './local/snapshot';
import { tableStore } from './local/store';

export const connect = (id: string): TableConnection =>
  new Local(id, core, tableStore(), thinkWith(core));

/** The tables kept here, newest first. */
export async function listHere(): Promise<TableSummary[]> {
  return (await (await tableStore()).list()).map(summaryOf);
}

export async function forgetHere(id: string): Promise<void> {
  await (await tableStore()).remove(id);
}

/** The table with this id, or a refusal. */
export async function tableHere(id: string): Promise<LocalTable> {
  const table = await (await tableStore()).get(id);
  if (!table) throw new Failed(refused('no_table', 'There is no such table in this browser.'));
  return table;
}

/** Opens a table in this browser and returns its id. */
export async function openHere(offer: GameOffer, { mode, ...rest }: NewTable): Promise<string> {
  if (mode === 'friend') throw new Error('friends meet on the server');
  const wanted: NewTable & { readonly mode: LocalMode } = { ...rest, mode };
  // Its board comes while the table is laid.
  boards[mode === 'solo' ? 'solo' : offer.game]().catch((error: unknown) => console.warn(error));
  const store = await tableStore();
  const id = await openLocal(core, store, offer, wanted, Date.now());
  // With a connection, what the player judges with comes while the board is drawn.
  const isUnsure = wanted.mode === 'computer' && !navigator.onLine;
  const table = isUnsure ? await store.get(id) : null;
  if (table)
    try {
      // A first thought, whoever begins: it needs what the player judges with.
      await chooseMove(core, table);
    } catch (error) {
      console.warn(error);
      await store.remove(id);
      throw new Failed(notHere);
    }
  return id;
}

/** Opens a table as another one is, against another of the computer's levels; returns its id. */
export async function openAgainst(opponent: string, like: string): Promise<string> {
  const { setup } = await tableHere(like);
  const { games } = await import('../protocol/offers');
  return openHere(games[setup.game], {
    game: setup.game,
    mode: 'computer',
    preset: setup.options.preset,
    rulings: setup.rulings,
    opponent,
    clock: setup.clock && {
      minutes: setup.clock.initial_ms / 60_000,
      increment_s: setup.clock.increment_ms / 1000,
    },
    name: setup.name,
  });
}

/** Help for the player to move at a table of this browser. */
export async function hintHere(id: string, signal: AbortSignal): Promise<Hint> {
  const { hintFor } = await import('./hint');
  return hintFor(core, await tableHere(id), signal);
}
