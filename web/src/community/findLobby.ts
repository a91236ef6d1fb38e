/** The lobby, where the server has one. */
import { loadArea } from '../i18n';
import { serverParts } from '../protocol/server.svelte';

export async function findLobby() {
  const { lobby } = await serverParts();
  if (!lobby) return null;
  const [{ default: Lobby }] = await Promise.all([import('./Lobby.svelte'), loadArea('community')]);
  return Lobby;
}
