/** Shows what the server pushes, and leads to the table. */
import { describe, type Pushed } from './notices';

declare const self: ServiceWorkerGlobalScope;

async function show(pushed: Pushed): Promise<void> {
  for (const { title, body, tag, path } of describe(pushed))
    await self.registration.showNotification(title, {
      body,
      tag,
      lang: pushed.language,
      icon: new URL('icon.svg', self.location.href).href,
      data: new URL(path || './', self.location.href).href,
    });
  // Last: only an installed page has one.
  const badge = self.navigator as WorkerNavigator & {
    setAppBadge?: (count: number) => Promise<void>;
  };
  await badge.setAppBadge?.(pushed.waiting).catch(() => undefined);
}

async function lead(address: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => url.split('#')[0] === address);
  if (there) await there.focus();
  else await self.clients.openWindow(address);
}

export function listenForPushes(): void {
  self.addEventListener('push', (event) => {
    if (event.data) event.waitUntil(show(event.data.json() as Pushed));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(lead(String(event.notification.data)));
  });
}
