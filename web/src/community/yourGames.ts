/** Where it is the player's turn, over all games of this browser. */
import { keptTables } from '../kept/tables';
import { post } from '../protocol/api';
import type { YourGame, YourGames } from '../protocol/messages';

/** The games of this browser on the server: one's turn first, the nearest deadline first. */
export async function yourGames(): Promise<readonly YourGame[]> {
  const seats = keptTables()
    .filter(({ table }) => /^[A-Za-z0-9]{12}$/.test(table))
    .map(({ table, token }) => ({ table, token }));
  if (seats.length === 0) return [];
  return (await post<YourGames>('/api/your-games', { seats })).games;
}
