/** Whether help is to be shown at every move against the computer; off unless switched on. */
const KEY = 'sommet.help';

export function alwaysHelp(): boolean {
  try {
    return localStorage.getItem(KEY) === 'always';
  } catch {
    return false;
  }
}

export function setAlwaysHelp(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, 'always');
    else localStorage.removeItem(KEY);
  } catch {
    // Then it lasts for this page.
  }
}
