/** Lets the service worker keep the page for times without a connection. */
import { TAKEN } from '../core/folder';
import { wantsPush } from '../kept/pushWanted';
import { language } from '../i18n';
import { onceDrawn } from '../ui/drawn';
import { connection } from './online.svelte';

const ASK_AGAIN_MS = 30 * 60_000;
const RELOADED = 'sommet.reloaded';

/**
 * Begins when the page is drawn, what may come later on it is there as well, and nothing else waits:
 * until then the first load has line and processor to itself.
 */
export function keepOffline(): void {
  reloadWhenOutdated();
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  tellOfUpdates(navigator.serviceWorker);
  const wait = () => onceDrawn(() => onceDrawn(() => void begin()));
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}

/** A newer page takes over what is open; from the first moment on, since browsers look for one by themselves. */
function tellOfUpdates(serviceWorker: ServiceWorkerContainer): void {
  if (serviceWorker.controller === null) return;
  serviceWorker.addEventListener('controllerchange', () => (connection.update = true));
}

async function begin(): Promise<void> {
  const { serviceWorker } = navigator;
  try {
    // One that is here already looks for newer ones by itself; asking again may hold those up.
    const registration = serviceWorker.controller
      ? await serviceWorker.ready
      : await serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`, {
          updateViaCache: 'none',
        });
    let asked = Date.now();
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden' || Date.now() - asked < ASK_AGAIN_MS) return;
      asked = Date.now();
      registration.update().catch(() => {
        // Not connected: asked again when somebody comes back to the page.
      });
    });
    const { active } = await serviceWorker.ready;
    keepPushFresh();
    void renewAlong();
    $effect.root(() => {
      $effect(() => active?.postMessage({ language: language() }));
    });
  } catch (error) {
    // Some browsers and private windows keep nothing; the page works without.
    console.warn(error);
  }
}

/** Brings in the background what an update has changed of what was taken along. */
async function renewAlong(): Promise<void> {
  try {
    if (!(await caches.match(`${import.meta.env.BASE_URL}core-data/${TAKEN}`))) return;
    await (await import('../table/takeAlong')).renew();
  } catch (error) {
    console.warn(error); // not connected: the next visit tries again
  }
}

/** Reports games to the server that are new here: now, and whenever the page is hidden. */
function keepPushFresh(): void {
  const refresh = () => {
    if (wantsPush.now) void import('../feel/push').then(({ refreshPush }) => refreshPush());
  };
  refresh();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') refresh();
  });
}

/** A part of the page that the server does not have any more: the page itself is older than it. */
function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', () => {
    if (!navigator.onLine) return;
    // The import also fails for its caller; while the server does not answer, the page stays as it is.
    fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => {
        if (ok) reloadOnce();
      },
      (error: unknown) => console.warn(error),
    );
  });
}

function reloadOnce(): void {
  try {
    if (sessionStorage.getItem(RELOADED) === location.href) return;
    sessionStorage.setItem(RELOADED, location.href);
  } catch {
    return;
  }
  location.reload();
}
