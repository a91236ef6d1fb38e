/** This page's part of a deal: a random number, added after the server has fixed its own part. */
import type { TableConnection } from '../connection';
import { isLocal } from '../local/id';
import type { Refusal } from '../../protocol/messages';
import type { Snapshot } from '../../protocol/snapshot';

/** Names a round for what is remembered of it. */
export function roundKey({ table, game_number }: Snapshot, round: number): string {
  return `${table}/${game_number}/${round}`;
}

/** Asks for the next cards; resolves to null when the number was taken, or to why not. */
export async function askForCards(live: TableConnection): Promise<Refusal | null> {
  const { snapshot } = live;
  const promised = snapshot?.next_deal;
  if (!snapshot) return null;
  // At a table of this browser nobody else deals, so nobody promises anything.
  if (!promised && isLocal(snapshot.table))
    return live.send({ type: 'next_round', sha256: '', number: '' });
  if (!promised) return null;
  const { numberFor, numberTaken } = await import('./promises');
  const round = roundKey(snapshot, promised.round);
  const number = numberFor(round, promised.sha256);
  const refusal = await live.send({ type: 'next_round', sha256: promised.sha256, number });
  // Without an answer nobody knows: then the same number is offered again.
  if (refusal?.code !== 'offline' && refusal?.code !== 'interrupted')
    numberTaken(round, refusal === null);
  return refusal;
}
