/** Asks now and again for challenges, and for games in which it is the player's move. */
import { router } from '../app/routes.svelte';
import { account } from '../kept/account.svelte';
import { calls } from '../kept/calls.svelte';
import { keptTables } from '../kept/tables';
import { Failed } from '../protocol/api';
import { serverParts } from '../protocol/server';
import { fetchSeats } from './account/api';
import { getChallenges } from './players/api';
import { yourGames } from './yourGames';

const EVERY_MS = 15_000;
/** Games that began elsewhere, such as those of a tournament, come with every so many looks. */
const BRING_EVERY = 2;
let looks = 0;

/** Whether there can be anything to show on this screen; the start page tells by itself. */
function isWorthAsking(): boolean {
  if (['start', 'games', 'join'].includes(router.route.at)) return false;
  if (account.name !== null) return true;
  const isServers = ({ table }: { table: string }) => /^[A-Za-z0-9]{12}$/.test(table);
  return router.route.at !== 'play' && keptTables().some(isServers);
}

/** Looks once. What cannot be asked is not shown. */
export async function look(): Promise<void> {
  if (!isWorthAsking()) return;
  try {
    const parts = await serverParts();
    const own = account.name !== null && parts.accounts;
    if (own && looks++ % BRING_EVERY === 0) await fetchSeats();
    calls.challenges =
      own && parts.lobby
        ? (await getChallenges()).challenges.filter(({ mine }) => !mine).length
        : 0;
    calls.turns = (await yourGames())
      .filter(({ your_turn }) => your_turn)
      .map(({ table }) => table);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    if (error.refusal.code === 'signed_out') account.note(null);
  }
}

/** Looks now and again; returns what ends it. */
export function watch(): () => void {
  void look();
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void look();
  }, EVERY_MS);
  return () => clearInterval(timer);
}
