/** Whether an account is signed in on this device, as far as the page knows; the server decides. */
import { settings } from './settings.svelte';
import { forgetPasses } from './tables';

const KEY = 'sommet.account';

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

class Known {
  /** The name of the account, or null for a guest. */
  name: string | null = $state(read());

  note(name: string | null): void {
    if (name !== this.name) forgetPasses();
    this.name = name;
    try {
      if (name === null) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, name);
    } catch {
      // Known until the page is left.
    }
  }
}

export const account = new Known();

/** What the player is called at a table, or null. */
export const playingAs = () => account.name ?? (settings.name.trim() || null);
