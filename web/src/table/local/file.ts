/** All games of this browser as one file, to keep elsewhere or to move to another device. */
import { isCount, isObject, isSeat, isSound, isText } from './check';
import type { Asks, LocalTable } from './game';
import { LOCAL } from './id';
import type { TableStore } from './store';

const FORMAT = 'sommet-games';
const VERSION = 1;

/** `also`: what goes with the games, by name. */
export function formatGames(tables: readonly LocalTable[], also: object = {}): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, tables, ...also }) + '\n';
}

/** Why a file was not read: `games.{reason}` in the language files. */
export class BadGames extends Error {
  constructor(
    readonly reason: 'notGames' | 'newer' | 'broken',
    /** Which game of the file is broken, from 1. */
    readonly number = 0,
  ) {
    super(reason);
  }
}

type Unknown = Readonly<Record<string, unknown>>;

function isTurn(turn: unknown): boolean {
  if (!isObject(turn)) return false;
  const { seat, move, round, clock_ms } = turn;
  return isSeat(seat) && isText(move) && isCount(round) && (clock_ms === null || isCount(clock_ms));
}

const isStart = (start: unknown, game: unknown) =>
  start == null || (game === 'pylos' && isText(start));

const isRecord = (record: unknown) =>
  record === undefined ||
  (isObject(record) &&
    isText(record['text']) &&
    Array.isArray(record['names']) &&
    record['names'].every(isText) &&
    (record['date'] === null || isText(record['date'])));

/** Whether `table` has the form that this browser keeps; `isSound` checks the rest. */
function isTable(table: unknown): table is LocalTable {
  if (!isObject(table) || !isObject(table['setup']) || !isObject(table['game'])) return false;
  const { id, setup, game } = table as { id: unknown; setup: Unknown; game: Unknown };
  const options = setup['options'];
  return (
    isText(id) &&
    /^[a-z0-9]{1,40}$/.test(String(id).slice(LOCAL.length)) &&
    String(id).startsWith(LOCAL) &&
    isCount(table['seq']) &&
    isCount(table['created_ms']) &&
    isCount(table['updated_ms']) &&
    typeof table['finished'] === 'boolean' &&
    (setup['game'] === 'pylos' || setup['game'] === 'pacal') &&
    ['computer', 'hotseat', 'solo'].includes(String(setup['mode'])) &&
    isObject(options) &&
    isText(options['preset']) &&
    Array.isArray(options['rulings']) &&
    isObject(setup['rulings']) &&
    isCount(game['number']) &&
    isSeat(game['own']) &&
    Array.isArray(game['deals']) &&
    game['deals'].every(isText) &&
    Array.isArray(game['rounds']) &&
    game['rounds'].every(isObject) &&
    Array.isArray(game['turns']) &&
    game['turns'].every(isTurn) &&
    isStart(game['start'], setup['game']) &&
    isRecord(table['record'])
  );
}

/** The games in a file's text. Throws `BadGames`. */
export async function parseGames(core: Asks, text: string): Promise<readonly LocalTable[]> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new BadGames('notGames');
  }
  if (!isObject(file) || file['format'] !== FORMAT || !Array.isArray(file['tables']))
    throw new BadGames('notGames');
  if (file['version'] !== VERSION) throw new BadGames('newer');
  const tables: LocalTable[] = [];
  for (const [index, table] of file['tables'].entries()) {
    if (!isTable(table) || !(await isSound(core, table))) throw new BadGames('broken', index + 1);
    tables.push(table);
  }
  return tables;
}

/** Keeps games that are not here yet, or not as far; returns how many. Nothing is taken back or removed. */
export async function mergeGames(
  store: TableStore,
  tables: readonly LocalTable[],
): Promise<number> {
  let count = 0;
  for (const table of tables) {
    const kept = await store.get(table.id);
    if (kept && kept.seq >= table.seq) continue;
    if (await store.put(table, kept?.seq ?? null)) count += 1;
  }
  return count;
}
