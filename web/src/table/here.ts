/** Tables that this browser keeps, with the page's core and store; loaded when there is one to show. */
import { core } from '../core/core';
import { Failed, uploadRecord } from '../protocol/api';
import type { CreateTable, GameOffer, Refusal, TableSummary } from '../protocol/messages';
import { seatName } from './wording';
import { chooseMove, thinkWith } from './computer';
import type { TableConnection } from './connection';
import type { LocalMode, LocalTable } from './local/game';
import { Local, notHere } from './local/local.svelte';
import { openLocal } from './local/open';
import { replayOf, type LocalReplay } from './local/replay';
import { summaryOf } from './local/snapshot';
import { tableStore } from './local/store';

export const connectHere = (id: string): TableConnection =>
  new Local(id, core, tableStore(), thinkWith(core));

/** The tables kept here, newest first. */
export async function listHere(): Promise<TableSummary[]> {
  return (await (await tableStore()).list()).map(summaryOf);
}

export async function forgetHere(id: string): Promise<void> {
  await (await tableStore()).remove(id);
}

/** Opens a table in this browser and returns its id. */
export async function openHere(offer: GameOffer, { mode, ...rest }: CreateTable): Promise<string> {
  if (mode === 'friend') throw new Error('friends meet on the server');
  const wanted: CreateTable & { readonly mode: LocalMode } = { ...rest, mode };
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

const missing: Refusal = {
  code: 'no_table',
  key: 'refused.no_table',
  params: {},
  clause: null,
  sentence: 'There is no such table in this browser.',
};

/** The game of a table in this browser, board by board. */
export async function replayHere(id: string): Promise<LocalReplay> {
  const table = await tableHere(id);
  const names = ([0, 1] as const).map((seat) => {
    if (table.setup.mode === 'computer' && seat !== table.game.own)
      return table.setup.opponent ?? 'computer';
    return (seat === table.game.own && table.setup.name) || seatName(table.setup.game, seat);
  });
  return replayOf(core, table, names);
}

/** The table with this id, or a refusal. */
export async function tableHere(id: string): Promise<LocalTable> {
  const table = await (await tableStore()).get(id);
  if (!table) throw new Failed(missing);
  return table;
}

const sent = new Map<string, Promise<string>>();

/** Sends the record of a finished game to the server, once, and returns what it is called there. */
export function storeRecord(id: string): Promise<string> {
  const known = sent.get(id) ?? send(id);
  sent.set(id, known);
  known.catch(() => sent.delete(id));
  return known;
}

async function send(id: string): Promise<string> {
  const { text } = await replayHere(id);
  if (text === null) throw new Failed(missing);
  return (await uploadRecord(text)).id;
}
