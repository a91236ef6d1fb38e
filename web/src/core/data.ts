/**
 * The files that players judge with: fetched piece by piece when first needed, checked, and kept in a
 * cache of their own, apart from the page's.
 */
import { TAKEN } from './folder';
import { sha256OfBytes } from './sha256';
import type { Progress } from './messages';

interface Piece {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface Entry {
  readonly bytes: number;
  readonly packed_bytes: number;
  /** Weights are; the core opens tables as they are. */
  readonly deflated: boolean;
  readonly pieces: readonly Piece[];
}

/** How much of a file is kept in this browser. */
export interface Kept {
  readonly keptBytes: number;
  readonly ofBytes: number;
}

/** Not `sommet-…`: those are versions of the page, and old ones are thrown away. */
const CACHE = 'core-data';

export class DataFiles {
  readonly #base: string;
  #index: Promise<Readonly<Record<string, Entry>>> | null = null;

  /** `base` is the address of the folder, with a slash at its end. */
  constructor(base: string) {
    this.#base = base;
  }

  /** Returns a file's bytes, inflated. */
  async read(name: string, report: (progress: Progress) => void): Promise<Uint8Array> {
    const entry = await this.#entry(name);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let done = 0;
    for (const piece of entry.pieces) {
      parts.push(await this.#readPiece(piece));
      done += piece.bytes;
      report({ doneBytes: done, ofBytes: entry.packed_bytes });
    }
    const packed = new Blob(parts).stream();
    const stream = entry.deflated ? packed.pipeThrough(new DecompressionStream('deflate')) : packed;
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    if (bytes.length !== entry.bytes) throw new Error(`${name} has a wrong size`);
    return bytes;
  }

  /** Fetches what is not kept yet, piece by piece. Rejects where the browser keeps nothing for this page. */
  async keep(name: string, report: (progress: Progress) => void): Promise<void> {
    const entry = await this.#entry(name);
    const cache = await openCache();
    if (!cache) throw new Error('this browser keeps no files for this page');
    let done = 0;
    for (const piece of entry.pieces) {
      if (!(await cache.match(this.#base + piece.file))) await this.#readPiece(piece);
      done += piece.bytes;
      report({ doneBytes: done, ofBytes: entry.packed_bytes });
    }
  }

  /** Reports how much of a file is stored. */
  async kept(name: string): Promise<Kept> {
    const entry = await this.#entry(name);
    const cache = await openCache();
    const addresses = new Set((await cache?.keys())?.map(({ url }) => url));
    const kept = entry.pieces.filter(({ file }) => addresses.has(this.#base + file));
    return {
      keptBytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
      ofBytes: entry.packed_bytes,
    };
  }

  /** The names of all files, and the bytes that each takes. */
  async sizes(): Promise<ReadonlyMap<string, number>> {
    const index = await this.#readIndex();
    return new Map(Object.entries(index).map(([name, entry]) => [name, entry.packed_bytes]));
  }

  /** Notes what was taken along; `taken` reads it again, null if nothing was. */
  async noteTaken(taken: readonly string[]): Promise<void> {
    await (await openCache())?.put(this.#base + TAKEN, new Response(JSON.stringify(taken)));
  }

  async taken(): Promise<readonly string[] | null> {
    const noted = await (await openCache())?.match(this.#base + TAKEN);
    return noted ? ((await noted.json()) as readonly string[]) : null;
  }

  async #entry(name: string): Promise<Entry> {
    const entry = (await this.#readIndex())[name];
    if (!entry) throw new Error(`there is no file ${name}`);
    return entry;
  }

  #readIndex(): Promise<Readonly<Record<string, Entry>>> {
    this.#index ??= this.#fetchIndex();
    this.#index.catch(() => (this.#index = null));
    return this.#index;
  }

  /** The index has no checksum in its name: the newest is asked for, the kept one serves without a network. */
  async #fetchIndex(): Promise<Readonly<Record<string, Entry>>> {
    const address = `${this.#base}index.json`;
    const cache = await openCache();
    const kept = await cache?.match(address);
    const fetched = await fetch(address, { cache: 'no-cache' }).catch(() => null);
    const response = fetched?.ok ? fetched : kept;
    if (!response) throw new Error('the list of files could not be fetched');
    const text = await response.text();
    const index = JSON.parse(text) as Readonly<Record<string, Entry>>;
    if (cache && response === fetched && text !== (await kept?.text())) {
      await cache.put(address, new Response(text));
      await this.#prune(cache, index);
    }
    return index;
  }

  /** Deletes the pieces of versions before, which no list names any more. */
  async #prune(cache: Cache, index: Readonly<Record<string, Entry>>): Promise<void> {
    const pieces = Object.values(index).flatMap((entry) => entry.pieces.map(({ file }) => file));
    const named = new Set(['index.json', TAKEN, ...pieces].map((file) => this.#base + file));
    const old = (await cache.keys()).filter(({ url }) => !named.has(url));
    await Promise.all(old.map((request) => cache.delete(request)));
  }

  async #readPiece(piece: Piece): Promise<Uint8Array<ArrayBuffer>> {
    const address = this.#base + piece.file;
    const cache = await openCache();
    const kept = await cache?.match(address);
    if (kept) {
      const bytes = new Uint8Array(await kept.arrayBuffer());
      if ((await sha256OfBytes(bytes)) === piece.sha256) return bytes;
      await cache?.delete(address);
    }
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${piece.file} could not be fetched: ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if ((await sha256OfBytes(bytes)) !== piece.sha256)
      throw new Error(`${piece.file} arrived damaged`);
    await cache?.put(address, new Response(bytes));
    return bytes;
  }
}

/** Browsers keep nothing for pages that come over plain HTTP from another machine. */
async function openCache(): Promise<Cache | null> {
  return 'caches' in globalThis ? caches.open(CACHE) : null;
}
