/** All games of this browser as one file, to keep elsewhere or to move to another device. */
import { RefusedByCore } from '../../core/calls';
import { look, type Asks, type LocalTable } from './game';
import { LOCAL } from './id';
import type { TableStore } from './store';

const FORMAT = 'sommet-games';
const VERSION = 1;

export function formatGames(tables: readonly LocalTable[]): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, tables }) + '\n';
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
const isObject = (value: unknown): value is Unknown => typeof value === 'object' && value !== null;
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown) => typeof value === 'string';
const isSeat = (value: unknown) => value === 0 || value === 1;

function isTurn(turn: unknown): boolean {
  if (!isObject(turn)) return false;
  const { seat, move, round, clock_ms } = turn;
  return isSeat(seat) && isText(move) && isCount(round) && (clock_ms === null || isCount(clock_ms));
}

/** Whether `table` has the form that this browser keeps; the core checks what was played. */
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
    game['turns'].every(isTurn)
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
    if (!isTable(table)) throw new BadGames('broken', index + 1);
    try {
      await look(core, table.setup, table.game, null);
    } catch (error) {
      if (!(error instanceof RefusedByCore)) throw error;
      throw new BadGames('broken', index + 1);
    }
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
