/** The lobby, where the server has one. */
import { loadArea } from '../i18n';
import { request } from '../protocol/api';
import type { Catalogue } from '../protocol/messages';

export async function findLobby() {
  const { lobby } = await request<Catalogue>('/api/games');
  if (!lobby) return null;
  const [{ default: Lobby }] = await Promise.all([import('./Lobby.svelte'), loadArea('community')]);
  return Lobby;
}
