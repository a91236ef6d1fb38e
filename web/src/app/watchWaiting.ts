/** Looks now and again for who waits for the player elsewhere, wherever there can be anybody. */
import { account } from '../kept/account.svelte';
import { waiting } from '../kept/waiting.svelte';
import { runningSeats } from '../kept/tables';
import { hasServer } from '../protocol/site';
import { router } from './routes.svelte';

/** The first look comes once the screen is there. */
const FIRST_MS = 2_000;
const EVERY_MS = 15_000;

/** Looks once, if there can be anything: a page used for playing alone fetches nothing. */
export async function checkNow(): Promise<void> {
  const { at } = router.route;
  // The start page shows it itself.
  if (!hasServer || ['start', 'games', 'join'].includes(at)) return;
  if (account.name === null) {
    if (at === 'play') return;
    if (runningSeats().length === 0) return waiting.noteTurns([]);
  }
  const { look } = await import('../community/checkWaiting');
  await look();
}

/** Looks now and again; returns what ends it. */
export function watchWaiting(): () => void {
  const ask = () => {
    if (document.visibilityState === 'hidden') return;
    checkNow().catch((error: unknown) => console.warn(error)); // the start page shows it anyway
  };
  const first = setTimeout(ask, FIRST_MS);
  const timer = setInterval(ask, EVERY_MS);
  // A telephone wakes the page after hours: then at once.
  document.addEventListener('visibilitychange', ask);
  return () => {
    document.removeEventListener('visibilitychange', ask);
    clearTimeout(first);
    clearInterval(timer);
  };
}
