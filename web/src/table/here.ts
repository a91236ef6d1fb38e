/** Tables that this browser keeps, with the page's core and store; loaded when there is one to show. */
import { core } from '../core/core';
import { router } from '../app/routes.svelte';
import { Failed, uploadRecord } from '../protocol/api';
import type { Hint } from '../core/coachCalls';
import type { CreateTable, GameOffer, Refusal, TableSummary } from '../protocol/messages';
import { games } from '../protocol/offers';
import { seatName } from './wording';
import { chooseMove, thinkWith } from './computer';
import type { TableConnection } from './connection';
import { hintFor } from './hint';
import type { LocalMode, LocalTable } from './local/game';
import { Local, notHere } from './local/local.svelte';
import { formatGames, mergeGames, parseGames } from './local/file';
import { LINK } from './local/id';
import { MOST_CHARACTERS, packRecord, unpackRecord } from './local/link';
import { openLocal } from './local/open';
import { readRecord } from './local/readRecord';
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

const refusal = (code: string, sentence: string): Refusal => ({
  code,
  key: `refused.${code}`,
  params: {},
  clause: null,
  sentence,
});

const missing = refusal('no_table', 'There is no such table in this browser.');

/** The game of a table in this browser, board by board. */
export async function replayHere(id: string): Promise<LocalReplay> {
  const table = await tableHere(id);
  const names = ([0, 1] as const).map((seat) => {
    if (table.record) return table.record.names[seat] ?? '';
    if (table.setup.mode === 'computer' && seat !== table.game.own)
      return table.setup.opponent ?? 'computer';
    return (seat === table.game.own && table.setup.name) || seatName(table.setup.game, seat);
  });
  return replayOf(core, table, names);
}

/** The game that a link holds. */
async function tableInLink(packed: string): Promise<LocalTable> {
  const text = await unpackRecord(packed);
  if (text === null) throw new Failed(refusal('bad_link', 'This link is not complete.'));
  return readRecord(core, games, LINK, text);
}

/** The address of a game that holds its whole record, for any browser. */
export async function linkTo(id: string): Promise<string> {
  const { text } = await replayHere(id);
  if (text === null) throw new Failed(refusal('game_running', 'The game is not over.'));
  const packed = await packRecord(text);
  if (packed.length > MOST_CHARACTERS)
    throw new Failed({
      ...refusal('long_link', 'This game is too long for a link.'),
      params: { length: packed.length, most: MOST_CHARACTERS },
    });
  return `/replay/${LINK}#${packed}`;
}

/** The address of a record's game, after a look whether it can be read. */
export async function linkToRecord(text: string): Promise<string> {
  await readRecord(core, games, LINK, text);
  return `/replay/${LINK}#${await packRecord(text)}`;
}

/** Help for the player to move at a table of this browser. */
export async function hintHere(id: string, depth: Hint['depth']): Promise<Hint> {
  return hintFor(core, await tableHere(id), depth);
}

/** All games of this browser as the text of a file. */
export async function exportHere(): Promise<string> {
  return formatGames(await (await tableStore()).list());
}

/** Adds the games of a file to those here; returns how many came. Throws `BadGames`. */
export async function importHere(text: string): Promise<number> {
  return mergeGames(await tableStore(), await parseGames(core, text));
}

/** The table with this id, or a refusal. */
export async function tableHere(id: string): Promise<LocalTable> {
  if (id === LINK) return tableInLink(router.fragment);
  const table = await (await tableStore()).get(id);
  if (!table) throw new Failed(missing);
  return table;
}

const sent = new Map<string, Promise<string>>();

/** Sends the record of a finished game to the server, once, and returns what it is called there. */
export async function storeRecord(id: string): Promise<string> {
  const { text } = await replayHere(id);
  if (text === null) throw new Failed(missing);
  const known = sent.get(text) ?? uploadRecord(text).then((stored) => stored.id);
  sent.set(text, known);
  known.catch(() => sent.delete(text));
  return known;
}
