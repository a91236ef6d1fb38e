/** Where it is the player's turn, over all games of this browser. */
import { waiting } from '../kept/waiting.svelte';
import { runningSeats } from '../kept/tables';
import { inParts, post } from '../protocol/api';
import type { YourGame, YourGames } from '../protocol/messages';

/** The games of this browser on the server: one's turn first, the nearest deadline first. */
export async function yourGames(): Promise<readonly YourGame[]> {
  const games = await inParts(
    runningSeats(),
    async (seats) => (await post<YourGames>('/api/your-games', { seats })).games,
  );
  games.sort(
    (a, b) =>
      Number(b.your_turn) - Number(a.your_turn) ||
      (a.left_ms ?? Infinity) - (b.left_ms ?? Infinity) ||
      0,
  );
  waiting.noteTurns(games.filter(({ your_turn }) => your_turn).map(({ table }) => table));
  return games;
}
