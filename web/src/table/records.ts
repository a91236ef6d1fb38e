/** Games of this browser as replays, records, links and files; loaded when one is asked for. */
import { core } from '../core/core';
import { router } from '../app/routes.svelte';
import { Failed, getRecord } from '../protocol/api';
import { games } from '../protocol/offers';
import { diary } from '../kept/diary.svelte';
import { formatDiary, mergeDiaries, parseDiary } from '../kept/diaryBook';
import { addResults, readResults } from '../kept/results';
import { seatName } from './wording';
import { tableHere } from './here';
import { formatGames, mergeGames, parseGames } from './local/file';
import type { LocalTable } from './local/game';
import { LINK } from './local/id';
import { MOST_CHARACTERS, packRecord, unpackRecord } from './local/link';
import { refused } from './local/local.svelte';
import { readRecord } from './local/readRecord';
import { replayOf, type Replay } from './local/replay';
import { tableStore } from './local/store';

/** The game of a table in this browser, board by board. */
export async function replayHere(id: string): Promise<Replay> {
  const table = id === LINK ? await tableInLink(router.fragment) : await tableHere(id);
  const names = ([0, 1] as const).map((seat) => {
    if (table.record) return table.record.names[seat] ?? '';
    if (table.setup.mode === 'computer' && seat !== table.game.own)
      return table.setup.opponent ?? 'computer';
    return (seat === table.game.own && table.setup.name) || seatName(table.setup.game, seat);
  });
  return replayOf(core, table, names);
}

/** A game that the server keeps, as its record has it. */
export async function replayStored(id: string, game: number | null): Promise<Replay> {
  return replayOf(core, await readRecord(core, games, id, await getRecord(id, game)), []);
}

/** The game that a link holds. */
async function tableInLink(packed: string): Promise<LocalTable> {
  const text = await unpackRecord(packed);
  if (text === null) throw new Failed(refused('cut_link', 'This link is not complete.'));
  return readRecord(core, games, LINK, text);
}

/** The address of a game that holds its whole record, for any browser. */
export async function linkTo(id: string): Promise<string> {
  const { text } = await replayHere(id);
  if (text === null) throw new Failed(refused('game_running', 'The game is not over.'));
  const packed = await packRecord(text);
  if (packed.length > MOST_CHARACTERS)
    throw new Failed({
      ...refused('long_link', 'This game is too long for a link.'),
      params: { length: packed.length, most: MOST_CHARACTERS },
    });
  return `/replay/${LINK}#${packed}`;
}

/** The address of a record's game, after a look whether it can be read. */
export async function openRecord(text: string): Promise<string> {
  await readRecord(core, games, LINK, text);
  return `/replay/${LINK}#${await packRecord(text)}`;
}

/** All games of this browser as the text of a file, with the diary and the results against levels. */
export async function exportHere(): Promise<string> {
  const also = { diary: formatDiary(diary.now), results: readResults() };
  return formatGames(await (await tableStore()).list(), also);
}

/** Adds the games of a file, and what goes with them; returns how many games came. Throws `BadGames`. */
export async function importHere(text: string): Promise<number> {
  const tables = await parseGames(core, text);
  const also = JSON.parse(text) as { readonly diary?: unknown; readonly results?: unknown };
  const found = parseDiary(String(also.diary));
  if (found) diary.keep((now) => mergeDiaries(now, found));
  addResults(also.results);
  return mergeGames(await tableStore(), tables);
}
