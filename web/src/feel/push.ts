/** Notices of slow games on this device, also while the page is closed: Web Push. */
import { language } from '../i18n';
import { account } from '../kept/account.svelte';
import { runningSeats } from '../kept/tables';
import { Failed, post, request } from '../protocol/api';
import type { NoticesWanted, PushKey, WantNotices } from '../protocol/messages';
import { allowNotices, hasNotices } from './notice';
import { wantsPush } from '../kept/pushWanted';

/** Whether this device shows notices; if not, why not. */
export type PushState = 'on' | 'off' | 'denied' | 'insecure' | 'missing';

export async function pushState(): Promise<PushState> {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !hasNotices())
    return 'missing';
  if (Notification.permission === 'denied') return 'denied';
  return wantsPush.now && (await subscription()) ? 'on' : 'off';
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Begins to tell, after a tap: the browser asks whether it may. */
export async function beginPush(): Promise<PushState> {
  if (!(await allowNotices())) return pushState();
  const { key } = await request<PushKey>('/api/notices');
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  let made: PushSubscription;
  try {
    made = await pushManager.subscribe(options);
  } catch (error) {
    // The server was another one, with another key.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    made = await pushManager.subscribe(options);
  }
  await send(made);
  wantsPush.now = true;
  return 'on';
}

export async function endPush(): Promise<PushState> {
  wantsPush.now = false;
  const kept = await subscription();
  if (!kept) return 'off';
  await kept.unsubscribe();
  try {
    await post('/api/notices/remove', { endpoint: kept.endpoint });
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    // The push service reports it when the server next sends something.
  }
  return 'off';
}

/** The server takes so many seats of a guest; an account gets notices about all its games. */
const MOST_SEATS = 50;
let sent = '';

/** Reports to the server again which games are on this device, if that changed. */
export async function refreshPush(): Promise<void> {
  const kept = wantsPush.now ? await subscription() : null;
  if (!kept || JSON.stringify(wantedOf(kept)) + account.name === sent) return;
  try {
    await send(kept);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    // Then the next time.
  }
}

async function send(made: PushSubscription): Promise<void> {
  const wanted = wantedOf(made);
  await post<NoticesWanted>('/api/notices', wanted);
  sent = JSON.stringify(wanted) + account.name;
}

function wantedOf(made: PushSubscription): WantNotices {
  const { endpoint, keys } = made.toJSON();
  return {
    endpoint: endpoint!,
    p256dh: keys!['p256dh']!,
    auth: keys!['auth']!,
    language: language(),
    seats: runningSeats().slice(0, MOST_SEATS),
  };
}
