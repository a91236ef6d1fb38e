/** A game, board by board, and as a record. */
import type { Seat } from '../../core/calls';
import type { Board } from '../../protocol/boards';
import type { Ending, OptionsInForce } from '../../protocol/messages';
import type { MoveEntry } from '../../protocol/snapshot';
import { look, roundOf, type Asks, type LocalTable } from './game';
import { cut } from './localHistory';
import { formatRecord } from './record';
import { outcomeOf } from './snapshot';

/**
 * The board after `ply` moves of the whole game. In Pacal each round begins with a frame without a
 * move, so a `ply` can occur twice.
 */
export interface Frame {
  readonly ply: number;
  readonly round: number;
  /** The move that led here; null before the first. */
  readonly move: MoveEntry | null;
  readonly board: Board;
  readonly markers: number[] | null;
}

/** A game to step through. Finished rounds lie open; the one being played does not. */
export interface Replay {
  readonly id: string;
  readonly game: 'pylos' | 'pacal';
  readonly options: OptionsInForce;
  /** Names by seat. */
  readonly players: readonly (string | null)[];
  readonly date: string | null;
  readonly outcome: Ending | null;
  readonly frames: readonly Frame[];
  /** The address of the record as text; empty where there is none yet. */
  readonly record: string;
  /** The record's text; null while a game with hidden cards is running. */
  readonly text: string | null;
}

/** Everything a replay shows. While the game is running, hands stay hidden. */
export async function replayOf(
  core: Asks,
  table: LocalTable,
  names: readonly string[],
): Promise<Replay> {
  const { setup, game } = table;
  const frames: Frame[] = [];
  async function add(ply: number, round: number, isMove: boolean) {
    const open = table.finished || game.rounds[round - 1] !== undefined;
    const { board, match } = await look(core, setup, cut(game, ply, round), null, open);
    const turn = isMove ? game.turns[ply - 1] : undefined;
    const move = turn ? { ply, ...turn } : null;
    frames.push({ ply, round, move, board, markers: match?.markers ?? null });
  }
  let round = 0;
  for (let ply = 0; ply <= game.turns.length; ply++) {
    if (ply > 0) await add(ply, round, true);
    // A round begins with a frame of its own.
    const next = game.turns[ply]?.round ?? roundOf(game);
    if (next > round) await add(ply, (round = next), false);
  }
  const outcome = outcomeOf(table, await look(core, setup, game, null));
  const date = table.record
    ? table.record.date
    : new Date(table.updated_ms).toISOString().slice(0, 10);
  const isOpen = outcome !== null || setup.game === 'pylos';
  const text = table.record?.text ?? (isOpen ? formatRecord(table, outcome, names, date) : null);
  return {
    id: table.id,
    game: setup.game,
    options: setup.options,
    players: playersOf(table),
    date,
    outcome,
    frames,
    record: text === null ? '' : `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`,
    text,
  };
}

function playersOf({ setup, game, record }: LocalTable): (string | null)[] {
  if (record) return record.names.map((name) => (name === '?' ? null : name));
  if (setup.mode !== 'computer') return [setup.name, null];
  return ([0, 1] satisfies Seat[]).map((seat) => (seat === game.own ? setup.name : setup.opponent));
}
