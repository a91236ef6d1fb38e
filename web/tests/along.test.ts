/** What was taken along is still there after an update of the page, and what nobody needs is not. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DataFiles } from '../src/core/data';
import { sha256OfBytes } from '../src/core/sha256';
import { renew, takeAlong } from '../src/table/takeAlong';

const BASE = 'http://host/core-data/';
const PAGE = 'http://host/';

/** Caches as a browser has them; a new version of the page finds what the one before left. */
class Caches {
  readonly all = new Map<string, Map<string, Response>>();
  open = async (name: string) => {
    const kept = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, kept);
    const address = (request: string | { url: string }) =>
      typeof request === 'string' ? request : request.url;
    return {
      match: async (request: string) => kept.get(request)?.clone(),
      put: async (request: string, response: Response) => void kept.set(request, response),
      delete: async (request: { url: string }) => kept.delete(address(request)),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
      addAll: async (requests: Request[]) => {
        for (const { url } of requests) kept.set(url, new Response(''));
      },
    };
  };
  match = async (request: string) =>
    [...this.all.values()].map((kept) => kept.get(request)).find((found) => found !== undefined);
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
  in = (name: string) =>
    [...(this.all.get(name)?.keys() ?? [])].map((url) => url.slice(PAGE.length));
}

/** Serves an index with one piece per file, whose name tells its version. */
async function serve(versions: Readonly<Record<string, number>>): Promise<string[]> {
  const index: Record<string, object> = {};
  for (const [name, version] of Object.entries(versions)) {
    const sha256 = await sha256OfBytes(new Uint8Array([version]));
    const pieces = [{ file: `${name}-${version}.bin`, bytes: 1, sha256 }];
    index[name] = { bytes: 1, packed_bytes: 1, deflated: false, pieces };
  }
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const file = address.slice(BASE.length);
    fetched.push(file);
    const version = /-(\d+)\.bin$/.exec(file)?.[1];
    return new Response(version ? new Uint8Array([Number(version)]) : JSON.stringify(index));
  });
  return fetched;
}

/** A page just loaded: it has read nothing yet. */
const files = () => new DataFiles(BASE);
const nothing = () => undefined;

afterEach(() => vi.unstubAllGlobals());

describe('what was taken along', () => {
  const first = {
    'pylos-weights-standard': 1,
    'pylos-table-standard': 1,
    'pylos-table-expert': 1,
    'pylos-player-expert': 1,
  };
  const second = { ...first, 'pylos-weights-standard': 2, 'pacal-solo': 1 };

  it('is fetched again where an update has changed it, and old pieces go', async () => {
    const caches = new Caches();
    vi.stubGlobal('caches', caches);
    await serve(first);
    const told: string[] = [];
    await takeAlong(['standard'], (done, of) => told.push(`${done}/${of}`), files());
    expect(told).toEqual(['0/1', '0/1']);
    const note = 'core-data/taken-along';
    expect(caches.in('core-data').sort()).toEqual([
      'core-data/index.json',
      'core-data/pylos-table-standard-1.bin',
      'core-data/pylos-weights-standard-1.bin',
      note,
    ]);
    const fetched = await serve(second);
    await renew(files());
    expect(fetched.sort()).toEqual([
      'index.json',
      'pacal-solo-1.bin',
      'pylos-weights-standard-2.bin',
    ]);
    const kept = [
      'core-data/index.json',
      'core-data/pacal-solo-1.bin',
      'core-data/pylos-table-standard-1.bin',
      'core-data/pylos-weights-standard-2.bin',
      note,
    ];
    expect(caches.in('core-data').sort()).toEqual(kept);
    // Without a connection, or a server that is being started again, all of it can be read.
    for (const status of [0, 502]) {
      vi.stubGlobal('fetch', async () => {
        if (status === 0) throw new TypeError('no connection');
        return new Response('', { status });
      });
      expect([...(await files().read('pylos-weights-standard', nothing))]).toEqual([2]);
      await renew(files());
      expect(caches.in('core-data').sort()).toEqual(kept);
    }
  });

  it('is not fetched where nothing was taken along', async () => {
    const caches = new Caches();
    vi.stubGlobal('caches', caches);
    const fetched = await serve(first);
    await renew(files());
    expect(fetched).toEqual([]);
    await files().keep('pylos-table-expert', nothing);
    await serve({ ...second, 'pylos-table-expert': 2 });
    await files().kept('pylos-weights-standard');
    expect(caches.in('core-data')).toEqual(['core-data/index.json']);
  });
});

/** Not imported: its types are those of a worker. */
const worker = import.meta.glob('../worker/sw.ts');

describe('the service worker', () => {
  /** Starts one, with or without what was taken along and vectors, and returns what it keeps. */
  async function install({ taken, simd }: { taken: boolean; simd: boolean }): Promise<string[]> {
    const caches = new Caches();
    vi.stubGlobal('caches', caches);
    if (taken) await (await caches.open('core-data')).put(`${BASE}taken-along`, new Response('[]'));
    vi.spyOn(WebAssembly, 'validate').mockReturnValue(simd);
    const listeners = new Map<string, (event: object) => void>();
    vi.stubGlobal('self', {
      sommetFiles: {
        version: '2',
        shell: ['', 'assets/page-2.js', 'assets/players-2.wasm'],
        plain: ['assets/players-plain-2.wasm'],
        along: ['assets/stage-2.js'],
        texts: { en: ['assets/text-2.js'] },
      },
      location: { href: `${PAGE}sw.js`, origin: 'http://host' },
      navigator: { languages: ['en'] },
      skipWaiting: async () => undefined,
      addEventListener: (name: string, listener: (event: object) => void) =>
        listeners.set(name, listener),
    });
    vi.resetModules();
    await worker['../worker/sw.ts']!();
    let installed: Promise<unknown> = Promise.resolve();
    listeners.get('install')!({ waitUntil: (work: Promise<unknown>) => (installed = work) });
    await installed;
    vi.restoreAllMocks();
    return caches.in('sommet-2');
  }
  const page = ['', 'assets/page-2.js', 'assets/players-2.wasm', 'assets/text-2.js'];

  it('keeps the solid board where everything was taken along', async () => {
    expect(await install({ taken: false, simd: true })).toEqual(page);
    expect(await install({ taken: true, simd: true })).toEqual([...page, 'assets/stage-2.js']);
  });

  it('keeps the plain players where there are no vectors', async () => {
    expect(await install({ taken: false, simd: false })).toEqual([
      ...page,
      'assets/players-plain-2.wasm',
    ]);
  });
});
