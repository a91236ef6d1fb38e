/** A link to one moment of a game. */
import { absolute } from '../../app/address';
import { Failed } from '../../protocol/api';
import { isLocal } from '../../table/local/id';
import { tellRefusal } from '../../ui/notes.svelte';
import { shareLink } from '../share';

/** Shares `address`, where the game is kept on a server; a game of this browser travels within its link. */
export async function shareReplay(id: string, ply: number, address: string): Promise<void> {
  if (!isLocal(id)) return shareLink(address);
  try {
    const { linkTo } = await import('../../table/records');
    await shareLink(absolute((await linkTo(id)).replace('#', `?ply=${ply}#`)));
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    tellRefusal(error.refusal);
  }
}
