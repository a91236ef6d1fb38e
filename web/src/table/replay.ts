/** Replays wherever they are kept: on the server, or in this browser. */
import { getReplay } from '../protocol/api';
import type { Replay } from '../protocol/messages';
import { isLocal } from './local/id';

export async function findReplay(id: string, game: number | null): Promise<Replay> {
  return isLocal(id) ? (await import('./records')).replayHere(id) : getReplay(id, game);
}
