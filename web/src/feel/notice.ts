/** A system notification while the page is hidden, if allowed. */

/** Whether this browser can show any. */
export const hasNotices = (): boolean => 'Notification' in globalThis;

/** Asks for the permission, as a browser does it: only after a touch or a key. */
export async function allowNotices(): Promise<boolean> {
  return hasNotices() && (await Notification.requestPermission()) === 'granted';
}

/** Shows one, in place of the one before; a click leads back to the page. */
export function notice(title: string): void {
  if (!hasNotices() || Notification.permission !== 'granted') return;
  try {
    const shown = new Notification(title, { tag: 'sommet-turn', icon: 'icon.svg' });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // Some phones allow notices of service workers only.
  }
}
