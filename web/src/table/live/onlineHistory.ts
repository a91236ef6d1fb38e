/** A table online as it stood earlier in the game, or as it will stand, from what this page was sent. */
import type { Asks } from '../position';
import type { Board } from '../../protocol/boards';
import type { PlayedMove } from '../../protocol/messages';
import type { OnlineTable } from './fold';
import { lookOnline, snapshotOnline } from './online';

/** After `ply` moves, and one that is not kept yet. */
export function tableAt(table: OnlineTable, ply: number, ...then: PlayedMove[]): OnlineTable {
  const moves = [...table.moves.slice(0, ply), ...then];
  const round = moves.at(-1)?.round ?? 1;
  return {
    ...table,
    moves,
    deals: table.deals.slice(0, round),
    standing: { ...table.standing, status: 'playing', outcome: null, proposals: [] },
  };
}

/** The board after `ply` moves (and one more), as this seat saw it; of rounds that are over, all cards. */
export async function boardAt(
  core: Asks,
  table: OnlineTable,
  ply: number,
  then?: PlayedMove,
): Promise<Board | null> {
  const at = tableAt(table, ply, ...(then ? [then] : []));
  return snapshotOnline(at, await lookOnline(core, at), 0).board;
}
