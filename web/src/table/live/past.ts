/** A table online as it stood earlier in the game, from what this page was sent. */
import type { Asks } from '../position';
import type { Board } from '../../protocol/boards';
import type { OnlineTable } from './fold';
import { lookOnline, snapshotOnline } from './online';

export function tableAt(table: OnlineTable, ply: number): OnlineTable {
  const moves = table.moves.slice(0, ply);
  const round = moves.at(-1)?.round ?? 1;
  return {
    ...table,
    moves,
    deals: table.deals.slice(0, round),
    standing: { ...table.standing, status: 'playing', outcome: null, proposals: [] },
  };
}

/** The board after `ply` moves, as this seat saw it; of rounds that are over, all cards. */
export async function boardAt(core: Asks, table: OnlineTable, ply: number): Promise<Board | null> {
  const earlier = tableAt(table, ply);
  return snapshotOnline(earlier, await lookOnline(core, earlier), 0).board;
}
