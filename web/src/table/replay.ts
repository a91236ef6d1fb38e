/** Replays wherever the record is kept: on the server, or in this browser. The boards are made here. */
import { isLocal } from './local/id';
import type { Replay } from './local/replay';

export type { Replay } from './local/replay';

export async function findReplay(id: string, game: number | null): Promise<Replay> {
  const { replayHere, replayStored } = await import('./records');
  return isLocal(id) ? replayHere(id) : replayStored(id, game);
}
