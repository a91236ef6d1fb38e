/** From what was chosen on the start page to a table. */
import { router } from '../app/routes.svelte';
import { playingAs } from '../kept/account.svelte';
import { keepTable } from '../kept/tables';
import { createTable, Failed } from '../protocol/api';
import type { GameOffer } from '../protocol/offers';
import type { NewTable } from '../protocol/newTable';
import { tellRefusal } from '../ui/notes.svelte';
import { rulesWanted, type GameSetup } from '../kept/setup.svelte';

export type Mode = NewTable['mode'];

/** Opens a table: with a friend on the server, any other in this browser. Returns its address. */
async function open(offer: GameOffer, wanted: NewTable): Promise<string> {
  if (wanted.mode !== 'friend') {
    const { openHere } = await import('../table/here');
    return `/play/${await openHere(offer, wanted)}`;
  }
  const { table, token, links } = await createTable({ ...wanted, mode: wanted.mode });
  return keepTable({ table, token, invite: links.invite }) ? `/play/${table}` : links.play;
}

/** Opens a table as wished for and goes there, or says why not. */
export async function startGame(offer: GameOffer, setup: GameSetup, mode: Mode): Promise<void> {
  const rules = rulesWanted(offer, setup, mode);
  const wanted: NewTable = {
    ...rules,
    mode,
    ...(mode === 'computer' ? { opponent: setup.opponent } : {}),
    seat: setup.seat,
    // Days for a move are for people who are not there together.
    clock:
      mode === 'friend' || (mode !== 'solo' && rules.clock && 'minutes' in rules.clock)
        ? rules.clock
        : null,
    name: playingAs(),
  };
  try {
    router.go(await open(offer, wanted));
  } catch (error) {
    if (error instanceof Failed) tellRefusal(error.refusal);
    else throw error;
  }
}
