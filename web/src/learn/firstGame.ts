/** From the lesson straight into a game against the easiest opponent. */
import { language } from '../i18n';
import { router } from '../app/routes.svelte';
import { playingAs } from '../kept/account.svelte';
import { games } from '../protocol/offers';
import { presets } from '../rules/outline';
import type { Game } from './lessons';

const EASIEST = 'level:1';

/** Opens a table in this browser and goes there. */
export async function playFirstGame(game: Game): Promise<void> {
  const book = language() in presets.pacal ? language() : 'en';
  const { openHere } = await import('../table/here');
  const table = await openHere(games[game], {
    game,
    mode: 'computer',
    preset: game === 'pylos' ? 'standard' : book,
    rulings: {},
    opponent: EASIEST,
    seat: game === 'pylos' ? 'light' : 'lot',
    clock: null,
    name: playingAs(),
  });
  router.go(`/play/${table}`);
}
