import type { ReviewProgress } from '../../protocol/messages';
import { isLocal } from '../../table/local/id';
import { getReview } from '../api';

/** The review of a game; one of this browser is sent to the server first. */
export async function findReview(id: string, game: number | null): Promise<ReviewProgress> {
  if (!isLocal(id)) return getReview(id, game);
  const { storeRecord } = await import('../../table/here');
  return getReview(await storeRecord(id), null);
}
