/** What waits for the player elsewhere, as far as the page knows; `app/watchCalls` asks. */
class Calls {
  /** How many want a game of the account. */
  challenges = $state(0);
  /** The tables at which it is the player's move, the nearest deadline first. */
  turns: readonly string[] = $state.raw([]);
}

export const calls = new Calls();
