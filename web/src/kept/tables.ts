/** The tables this browser has a seat at, so that games can be resumed. */
export interface KeptTable {
  readonly table: string;
  readonly token: string;
  /** Path of the invitation, while one is open. */
  readonly invite: string | null;
  /** Set for an open seat of the lobby: whether its owner has to be there. */
  readonly lobby?: 'live' | 'slow';
}

const KEY = 'sommet.tables';
const MOST = 40;

export function keptTables(): readonly KeptTable[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(
      (entry): entry is KeptTable =>
        typeof entry === 'object' &&
        entry !== null &&
        typeof (entry as KeptTable).table === 'string' &&
        typeof (entry as KeptTable).token === 'string',
    );
  } catch {
    return [];
  }
}

/** Keeps a seat, newest first. False where the browser keeps nothing. */
export function keepTable(entry: KeptTable): boolean {
  const rest = keptTables().filter(({ table }) => table !== entry.table);
  return store([entry, ...rest].slice(0, MOST));
}

export function forgetTable(table: string): void {
  store(keptTables().filter((entry) => entry.table !== table));
}

export function keptTable(table: string): KeptTable | null {
  return keptTables().find((entry) => entry.table === table) ?? null;
}

function store(entries: readonly KeptTable[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(entries));
    return true;
  } catch {
    return false;
  }
}
