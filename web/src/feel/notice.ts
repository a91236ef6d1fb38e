/** A system notification while the page is hidden, if allowed. */

/** Whether this browser can show any. */
export const hasNotices = (): boolean => 'Notification' in globalThis;

/** Asks for the permission, as a browser does it: only after a touch or a key. */
export async function allowNotices(): Promise<boolean> {
  return hasNotices() && (await Notification.requestPermission()) === 'granted';
}

/** Shows one, in place of the one before; a click leads back to the page. */
export async function notice(title: string): Promise<void> {
  if (!hasNotices() || Notification.permission !== 'granted') return;
  const look = { tag: 'sommet-turn', icon: `${import.meta.env.BASE_URL}icon.svg` };
  // Phones allow notices of service workers only. The worker leads to the address (worker/push.ts).
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) {
    const data = location.href.split('#')[0]!;
    return registration.showNotification(title, { ...look, data });
  }
  const shown = new Notification(title, look);
  shown.onclick = () => {
    focus();
    shown.close();
  };
}
