/** What waits for the player elsewhere, as far as the page knows. */
class Waiting {
  /** How many want a game of the account. */
  challenges = $state(0);
  /** The tables at which it is the player's move, the nearest deadline first. */
  turns: readonly string[] = $state.raw([]);

  /** Takes over where it is the player's move, also for the icon of the installed page. */
  noteTurns(turns: readonly string[]): void {
    this.turns = turns;
    if (!('setAppBadge' in navigator)) return;
    const { length } = turns;
    (length > 0 ? navigator.setAppBadge(length) : navigator.clearAppBadge()).catch(() => {
      // Only an installed page has one.
    });
  }
}

export const waiting = new Waiting();
