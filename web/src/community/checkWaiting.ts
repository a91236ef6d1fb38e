/** Asks for challenges, and for games in which it is the player's move. */
import { account } from '../kept/account.svelte';
import { waiting } from '../kept/waiting.svelte';
import { Failed } from '../protocol/api';
import { serverParts } from '../protocol/server.svelte';
import { fetchSeats } from './account/api';
import { getChallenges } from './players/api';
import { yourGames } from './yourGames';

/** Games that began elsewhere, such as those of a tournament, come with every so many looks. */
const BRING_EVERY = 2;
let looks = 0;

/** Looks once for challenges and games that wait. Requests that fail show nothing. */
export async function look(): Promise<void> {
  try {
    const parts = await serverParts();
    const own = account.name !== null && parts.accounts;
    if (own && looks++ % BRING_EVERY === 0) await fetchSeats();
    waiting.challenges =
      own && parts.lobby
        ? (await getChallenges()).challenges.filter(({ mine }) => !mine).length
        : 0;
    await yourGames();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    if (error.refusal.code === 'signed_out') account.note(null);
  }
}
