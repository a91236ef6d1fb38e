/** Whether notices were asked for in this browser. */
const KEY = 'sommet.push';

export const wantsPush = {
  get now(): boolean {
    try {
      return localStorage.getItem(KEY) === 'yes';
    } catch {
      return false;
    }
  },
  set now(wanted: boolean) {
    try {
      if (wanted) localStorage.setItem(KEY, 'yes');
      else localStorage.removeItem(KEY);
    } catch {
      // Then for as long as the subscription lasts.
    }
  },
};

/** The number of games where it is the player's move, on the icon of the installed page. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {
    // Only an installed page has one.
  });
}
