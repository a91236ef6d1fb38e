/** Whether somebody is signed in on this device, as far as the page knows; the server decides. */
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
