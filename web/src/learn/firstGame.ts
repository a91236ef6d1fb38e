/** From the lesson straight into a game against the easiest opponent. */
import { language } from '../i18n';
import { createTable } from '../protocol/api';
import { keepTable } from '../kept/tables';
import { router } from '../app/routes.svelte';
import { settings } from '../kept/settings.svelte';
import { presets } from '../rules/outline';
import type { Game } from './lessons';

const EASIEST = 'level:1';

/** Opens a table and goes there; rejects with `Failed` where the server does not grant it. */
export async function playFirstGame(game: Game): Promise<void> {
  const book = language() in presets.pacal ? language() : 'en';
  const name = settings.name.trim();
  const created = await createTable({
    game,
    mode: 'computer',
    preset: game === 'pylos' ? 'standard' : book,
    rulings: {},
    opponent: EASIEST,
    seat: game === 'pylos' ? 'light' : 'lot',
    clock: null,
    name: name === '' ? null : name,
  });
  const { table, token, links } = created;
  const isKept = keepTable({ table, token, invite: links.invite });
  router.go(isKept ? `/play/${table}` : links.play);
}
