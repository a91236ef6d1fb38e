/** The seat of the signed-in account, on a device that the game was not begun on. */
import { untrack } from 'svelte';
import { account } from '../kept/account.svelte';
import { keptTable } from '../kept/tables';
import { Failed } from '../protocol/api';
import { isLocal } from '../table/local/id';

/**
 * The token to open a table with: the address's own, or null where a seat is kept or there is none.
 * Fails where the server cannot say whether the account has a seat: nobody is made a spectator for that.
 */
export async function seatToken(table: string, token: string | null): Promise<string | null> {
  const isGuest = untrack(() => account.name === null);
  if (token !== null || isGuest || isLocal(table) || keptTable(table)) return token;
  try {
    const { fetchSeats } = await import('../community/account/api');
    const found = (await fetchSeats()).find((seat) => seat.table === table);
    return keptTable(table) ? null : (found?.token ?? null);
  } catch (error) {
    if (!(error instanceof Failed) || error.refusal.code === 'unreachable') throw error;
    if (error.refusal.code === 'signed_out') account.note(null);
    return null;
  }
}
