/** Looks now and again for who waits for the player elsewhere, wherever there can be anybody. */
import { account } from '../kept/account.svelte';
import { keptTables } from '../kept/tables';
import { hasServer } from '../protocol/site';
import { router } from './routes.svelte';

/** The first look comes once the screen is there. */
const FIRST_MS = 2_000;
const EVERY_MS = 15_000;

/** Whether there can be anything to show on this screen; the start page shows it itself. */
function isWorthAsking(): boolean {
  if (!hasServer || ['start', 'games', 'join'].includes(router.route.at)) return false;
  if (account.name !== null) return true;
  const isServers = ({ table }: { table: string }) => /^[A-Za-z0-9]{12}$/.test(table);
  return router.route.at !== 'play' && keptTables().some(isServers);
}

/** Looks once, if that is worth it: whoever plays alone fetches nothing for it. */
export async function lookForCalls(): Promise<void> {
  if (!isWorthAsking()) return;
  const { look } = await import('../community/lookForCalls');
  await look();
}

/** Looks now and again; returns what ends it. */
export function watchCalls(): () => void {
  const ask = () => {
    if (document.visibilityState === 'hidden') return;
    lookForCalls().catch((error: unknown) => console.warn(error)); // then the start page tells
  };
  const first = setTimeout(ask, FIRST_MS);
  const timer = setInterval(ask, EVERY_MS);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
