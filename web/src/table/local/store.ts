/** Where tables of this browser are kept: IndexedDB, one entry a table. */
import type { LocalTable } from './game';

export interface TableStore {
  get(id: string): Promise<LocalTable | null>;
  /** Newest first. */
  list(): Promise<readonly LocalTable[]>;
  /** Keeps `table` unless another window has changed it since `seq`; says whether it did. */
  put(table: LocalTable, seq: number | null): Promise<boolean>;
  remove(id: string): Promise<void>;
}

const DATABASE = 'sommet';
const TABLES = 'tables';

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });
}

export class BrowserStore implements TableStore {
  #database: Promise<IDBDatabase> | null = null;

  async get(id: string): Promise<LocalTable | null> {
    const tables = await this.#tables('readonly');
    return ((await done(tables.get(id))) as LocalTable | undefined) ?? null;
  }

  async list(): Promise<readonly LocalTable[]> {
    const tables = await this.#tables('readonly');
    const all = (await done(tables.getAll())) as LocalTable[];
    return all.sort((a, b) => b.updated_ms - a.updated_ms);
  }

  async put(table: LocalTable, seq: number | null): Promise<boolean> {
    // One transaction: nobody changes the table between the look and the write.
    const tables = await this.#tables('readwrite');
    const kept = (await done(tables.get(table.id))) as LocalTable | undefined;
    if ((kept?.seq ?? null) !== seq) return false;
    await done(tables.put(table));
    return true;
  }

  async remove(id: string): Promise<void> {
    await done((await this.#tables('readwrite')).delete(id));
  }

  async #tables(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.#database ??= this.#open();
    const database = await this.#database;
    return database.transaction(TABLES, mode).objectStore(TABLES);
  }

  #open(): Promise<IDBDatabase> {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLES, { keyPath: 'id' });
    const opened = done(request);
    opened.catch(() => (this.#database = null));
    // Games are worth keeping when space runs short; browsers that ask nobody grant it or not.
    void navigator.storage?.persist?.();
    return opened;
  }
}

/** For browsers and private windows that keep nothing: the games last as long as the page. */
export class MemoryStore implements TableStore {
  readonly #tables = new Map<string, LocalTable>();

  get(id: string): Promise<LocalTable | null> {
    return Promise.resolve(this.#tables.get(id) ?? null);
  }

  list(): Promise<readonly LocalTable[]> {
    const all = [...this.#tables.values()];
    return Promise.resolve(all.sort((a, b) => b.updated_ms - a.updated_ms));
  }

  put(table: LocalTable, seq: number | null): Promise<boolean> {
    if ((this.#tables.get(table.id)?.seq ?? null) !== seq) return Promise.resolve(false);
    this.#tables.set(table.id, table);
    return Promise.resolve(true);
  }

  remove(id: string): Promise<void> {
    this.#tables.delete(id);
    return Promise.resolve();
  }
}

let chosen: Promise<TableStore> | null = null;

/** The page's store. */
export function tableStore(): Promise<TableStore> {
  chosen ??= (async () => {
    try {
      const browser = new BrowserStore();
      await browser.list();
      return browser;
    } catch (error) {
      console.warn(error);
      return new MemoryStore();
    }
  })();
  return chosen;
}
