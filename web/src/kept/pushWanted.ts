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
