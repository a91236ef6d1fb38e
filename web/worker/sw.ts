/**
 * Keeps what works without the server: the page itself, lessons, rules and the reader's language.
 *
 * Nobody is kept on an old version: the page is always asked for from the server first, and what is
 * kept answers only when nothing else does. Files with a hash in their name never change, so those
 * are taken from what is kept. Games are not kept; `/api` and `/ws` are left alone.
 *
 * It also shows what the server pushes, while no page is open.
 */
import { hasSimd } from '../src/core/simd';
import { listenForPushes } from './push';

interface Kept {
  readonly version: string;
  readonly shell: readonly string[];
  /** The players for browsers without vectors. */
  readonly plain: readonly string[];
  /** What else those keep who took everything along. */
  readonly along: readonly string[];
  /** The files of each language. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

declare const self: ServiceWorkerGlobalScope & { readonly sommetFiles: Kept };

const { version, plain, along, texts } = self.sommetFiles;
/** The whole address of a file beside this one. */
const at = (file: string) => new URL(file || './', self.location.href).href;
const shell = self.sommetFiles.shell.map(at);
const PREFIX = 'sommet-';
const CACHE = PREFIX + version;
/** After so long without an answer the kept page is shown. */
const PATIENCE_MS = 4000;
/** However it was packed on the way. */
const EXACT = { ignoreVary: true };

async function keep(files: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const missing: Request[] = [];
  for (const file of files) {
    const address = at(file);
    if (await cache.match(address, EXACT)) continue;
    // Names without a hash may still lie in the browser's own cache, from the version before.
    missing.push(
      new Request(address, { cache: address.startsWith(at('assets/')) ? 'default' : 'reload' }),
    );
  }
  await cache.addAll(missing);
}

function guessed(): readonly string[] {
  const wanted = self.navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]!);
  return texts[wanted.find((tag) => tag in texts) ?? 'en'] ?? [];
}

/** What this browser keeps: what was taken along, by the page's own note of it, stays taken along. */
async function wanted(): Promise<readonly string[]> {
  const taken = await caches.match(at('core-data/taken-along'));
  return [...shell, ...guessed(), ...(hasSimd() ? [] : plain), ...(taken ? along : [])];
}

self.addEventListener('install', (event) => {
  event.waitUntil(
    wanted()
      .then(keep)
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const own = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
      // The version before stays: a page that is still open may ask for its files.
      const old = own.filter((name) => name !== CACHE).slice(0, -1);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('message', (event) => {
  const { language } = event.data as { language?: string };
  const files = texts[language ?? ''];
  if (files) event.waitUntil(keep(files));
});

async function fromServer(request: Request, keptAs: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(keptAs, EXACT);
  const fetched = fetch(request);
  if (!kept) return fetched;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  const answer = fetched.then(
    // A proxy whose server is restarting is as good as no connection.
    (response) => (response.status >= 502 ? kept : response),
    () => kept,
  );
  return Promise.race([answer, late]);
}

async function fromKept(request: Request): Promise<Response> {
  const kept = await caches.match(request, EXACT);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const copy = response.clone();
    const cache = await caches.open(CACHE);
    await cache.put(request, copy);
  }
  return response;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin) return;
  if (address.href.startsWith(at('assets/'))) event.respondWith(fromKept(request));
  else if (request.mode === 'navigate') event.respondWith(fromServer(request, at('')));
  else if (shell.includes(address.href)) event.respondWith(fromServer(request, address.href));
});

listenForPushes();
