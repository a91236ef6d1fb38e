/** A game of this browser, board by board, and as a record. */
import type { Seat } from '../../core/calls';
import type { Frame, Replay } from '../../protocol/messages';
import { look, roundOf, type Asks, type LocalTable } from './game';
import { cut } from './past';
import { formatRecord } from './record';
import { outcomeOf } from './snapshot';

export interface LocalReplay extends Replay {
  /** The record's text; null while a game with hidden cards is running. */
  readonly text: string | null;
}

/** Everything a replay shows. While the game goes on, hands stay hidden. */
export async function replayOf(
  core: Asks,
  table: LocalTable,
  names: readonly string[],
): Promise<LocalReplay> {
  const { setup, game } = table;
  const frames: Frame[] = [];
  async function add(ply: number, round: number, isMove: boolean) {
    const { board, match } = await look(core, setup, cut(game, ply, round), null, table.finished);
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
    is_table: !table.record,
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
  if (record) return [...record.names];
  if (setup.mode !== 'computer') return [setup.name, null];
  return ([0, 1] satisfies Seat[]).map((seat) => (seat === game.own ? setup.name : setup.opponent));
}
